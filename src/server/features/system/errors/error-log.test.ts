import { sql } from 'drizzle-orm'
import { afterEach, describe, expect, it } from 'vitest'
import type { ErrorGroup } from '#contract/schemas/operations/system.ts'
import { errorGroups } from '#server/platform/db/schema.ts'
import { eventually } from '#server/testing/eventually.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { describeError, removeValues } from './error-fingerprint.ts'
import { ErrorLog } from './error-log.ts'

const t = useTestApp()
const log = { debug: () => {} }
afterEach(() => t.db.delete(errorGroups))

function failAtOnePlace(message: string): Error {
  return new TypeError(message)
}
function failElsewhere(message = 'broken'): Error {
  return new TypeError(message)
}
const record = (errorLog: ErrorLog, error: Error, requestId = 'first-request') =>
  errorLog.record({ error, source: 'getCourses', requestId })
const findGroups = () => t.db.select().from(errorGroups).orderBy(errorGroups.id)

async function listGroups(cookie: string): Promise<ErrorGroup[]> {
  const { status, body } = await t.call('getErrorGroups', { page: 1 }, cookie)
  expect(status).toBe(200)
  return body.msg as ErrorGroup[]
}

describe('The error log', () => {
  it('groups errors by type, source and place, and keeps the last one', async () => {
    const errorLog = new ErrorLog({ db: t.db, log })
    record(errorLog, failAtOnePlace('broken'))
    record(errorLog, failAtOnePlace('broken'), 'second-request')
    record(errorLog, failElsewhere('elsewhere'))
    errorLog.record({ error: failAtOnePlace('broken'), source: 'getBlogs', requestId: '' })
    await errorLog.flush()
    record(errorLog, failAtOnePlace('broken'), 'third-request')
    await errorLog.flush()
    expect((await findGroups()).map(({ source, count, requestId }) => [source, count, requestId])).toEqual(
      expect.arrayContaining([
        ['getCourses', 3, 'third-request'],
        ['getCourses', 1, 'first-request'],
        ['getBlogs', 1, ''],
      ]),
    )
  })

  it('writes a storm of errors in few statements, and counts each', async () => {
    let statements = 0
    const stop = t.database.onQuery(({ text }) => text.includes('"error_groups"') && statements++)
    const errorLog = new ErrorLog({ db: t.db, log })
    const startedAt = performance.now()
    for (let n = 0; n < 2_000; n++) record(errorLog, failAtOnePlace('broken'))
    const seconds = (performance.now() - startedAt) / 1_000
    await errorLog.flush()
    stop()
    expect((await findGroups()).map(({ count }) => count)).toEqual([2_000])
    expect(statements).toBeLessThanOrEqual(2 * (1 + Math.ceil(seconds)))
  })

  it('keeps at most 50 causes between two writes', async () => {
    const errorLog = new ErrorLog({ db: t.db, log })
    for (let n = 0; n < 80; n++) errorLog.record({ error: failElsewhere(), source: `source ${n}`, requestId: '' })
    await errorLog.flush()
    expect(await findGroups()).toHaveLength(50)
  })

  it('keeps the 500 causes that were seen last', async () => {
    const old = { type: 'Error', message: '', source: '', count: 1, requestId: '', stack: '', version: '' }
    await t.db.insert(errorGroups).values(
      Array.from({ length: 505 }, (_, n) => ({
        ...old,
        fingerprint: `${n}`,
        lastAt: new Date(Date.now() - n * 1_000),
      })),
    )
    const errorLog = new ErrorLog({ db: t.db, log })
    record(errorLog, failElsewhere())
    await errorLog.flush()
    const kept = await findGroups()
    expect(kept).toHaveLength(500)
    expect(kept.map(({ fingerprint }) => fingerprint)).not.toContain('504')
  })

  it('counts what could not be written with the next error', async () => {
    const errorLog = new ErrorLog({ db: t.db, log })
    await t.db.execute(sql`alter table error_groups rename to error_groups_away`)
    record(errorLog, failAtOnePlace('broken'))
    await errorLog.flush()
    await t.db.execute(sql`alter table error_groups_away rename to error_groups`)
    record(errorLog, failAtOnePlace('broken'))
    await errorLog.flush()
    expect((await findGroups()).map(({ count }) => count)).toEqual([2])
  })
})

describe('The stored error', () => {
  it.each([
    ['duplicate key value violates unique constraint "users_email"', '23505', (text: string) => text],
    ['invalid input syntax for type integer: "hunter2"', '22P02', () => 'invalid input syntax for type integer: "…"'],
    [`No user ada@mail.example with 'two words'`, undefined, () => `No user … with '…'`],
    ['Order 123456 of token dGhpcyBpcyBhIHNlY3JldCB0b2tlbg1', undefined, () => 'Order … of token …'],
    [`Cannot read properties of undefined (reading 'title')`, undefined, (text: string) => text],
  ])('says “%s” without values', (message, code, toExpected) => {
    expect(removeValues(message, code)).toBe(toExpected(message))
  })

  it('has the statement of a failed query without its parameters, and paths below the project', async () => {
    const failure = await t.db
      .execute(sql`select ${'a secret value'}::text from nowhere`)
      .catch((error: Error) => error)
    const { type, stack, message } = describeError({ error: failure as Error, source: 'x' })
    expect([type, message]).toEqual(['error 42P01', 'relation "nowhere" does not exist'])
    expect(stack).toContain('Query: select $1::text from nowhere')
    expect(stack).toContain('src/server/features/system/errors/error-log.test.ts')
    expect(stack).not.toMatch(/a secret value|file:\/\/|\/src\/server\/features.*\/src\/server/)
  })
})

describe('getErrorGroups and setErrorSolved', () => {
  it('list a failed call, close it, and open it when it happens again', async () => {
    const { cookie, email } = await t.make.signedIn({ role: 'admin' })
    const fail = async () => {
      await t.db.execute(sql`alter table blogs rename to blogs_away`)
      const answer = await t.call('getBlogsAdmin', { page: 1 }, cookie)
      await t.db.execute(sql`alter table blogs_away rename to blogs`)
      expect(answer.status).toBe(500)
      return answer.headers['x-request-id']
    }
    const requestId = await fail()
    await eventually(async () =>
      expect(await listGroups(cookie)).toMatchObject([
        { source: 'getBlogsAdmin', count: 1, request_id: requestId, isSolved: false },
      ]),
    )
    const [{ error_id } = { error_id: 0 }] = await listGroups(cookie)
    const solved = await t.call('setErrorSolved', { error_id, solved: true }, cookie)
    expect(solved.body.msg).toBe('Marked as solved')
    expect(await listGroups(cookie)).toMatchObject([{ isSolved: true }])
    const { body } = await t.call('getSystemLog', { page: 1 }, cookie)
    expect((body.msg as unknown[])[0]).toMatchObject({
      email,
      message: 'Marked error 42P01 in getBlogsAdmin as solved',
    })

    await fail()
    await eventually(async () => expect(await listGroups(cookie)).toMatchObject([{ count: 2, isSolved: false }]))
  })

  it('list a write that a full disk of the database refuses, which is answered with 503', async () => {
    const { cookie } = await t.make.signedIn({ role: 'admin' })
    const student = await t.make.signedIn()
    const post = await t.make.post()
    await t.db.execute(sql`create function fill_disk() returns trigger language plpgsql as
      $$ begin raise exception 'No space left on device' using errcode = 'disk_full'; end $$`)
    await t.db.execute(sql`create trigger full_disk before insert on comments execute function fill_disk()`)
    const comment = { blog_id: post.id, comment_text: 'Good' }
    const refused = await t.call('addComment', comment, student.cookie)
    await t.db.execute(sql`drop function fill_disk cascade`)
    expect([refused.status, refused.body.code, refused.headers['retry-after']]).toEqual([503, 'not_ready', '2'])
    await eventually(async () =>
      expect(await listGroups(cookie)).toMatchObject([{ source: 'addComment', type: 'error 53100', count: 1 }]),
    )
    expect((await t.call('addComment', comment, student.cookie)).status).toBe(200)
  })

  it('return 404 for an error that is not in the list', async () => {
    const { cookie } = await t.make.signedIn({ role: 'admin' })
    const { status, body } = await t.call('setErrorSolved', { error_id: 999_999_999, solved: true }, cookie)
    expect([status, body.code]).toEqual([404, 'error_not_found'])
  })

  it('lists open groups before solved ones', async () => {
    const { cookie } = await t.make.signedIn({ role: 'admin' })
    const group = { type: 'Error', message: '', source: '', count: 1, requestId: '', stack: '', version: '' }
    await t.db.insert(errorGroups).values([
      { ...group, fingerprint: 'a', source: 'solved', solvedAt: new Date() },
      { ...group, fingerprint: 'b', source: 'older', lastAt: new Date(Date.now() - 5_000) },
      { ...group, fingerprint: 'c', source: 'newer', lastAt: new Date(Date.now() - 1_000) },
    ])
    expect((await listGroups(cookie)).map(({ source }) => source)).toEqual(['newer', 'older', 'solved'])
  })
})
