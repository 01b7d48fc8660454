import { readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildApp } from '../../../src/server/app.ts'
import { readEnv } from '../../../src/server/env.ts'
import { connect, type Database } from '../../../src/server/platform/db/connect.ts'
import { setHashCost } from '../../../src/server/platform/passwords/passwords.ts'
import { CHEAP_HASH_COST } from '../../../src/server/testing/factories.ts'
import { findFreePort } from '../../../src/server/testing/network/find-free-port.ts'
import { createTestDatabase, type TestDatabase } from '../../../src/server/testing/test-db.ts'
import { type Campus, createCampus } from '../users/campus.ts'
import { type Acknowledged, MixedWrites } from '../users/mixed-writes.ts'
import { findProblems } from './find-problems.ts'

const KINDS = ['account', 'picture', 'tick', 'chat', 'save', 'order', 'review', 'comment'] as const

let own: TestDatabase
let database: Database
let app: FastifyInstance
let campus: Campus
let acknowledged: readonly Acknowledged[] = []

beforeAll(async () => {
  setHashCost(CHEAP_HASH_COST)
  own = await createTestDatabase()
  // The embedded one has one owner at a time.
  await own.database.close()
  const { dataDir, databaseUrl } = own
  const settings = { dataDir, ...(databaseUrl !== undefined && { databaseUrl }) }
  campus = await createCampus(settings)
  database = await connect(settings)
  const port = await findFreePort()
  const url = `http://localhost:${port}`
  const env = readEnv({ DATA_DIR: dataDir, PUBLIC_URL: url, LOG_LEVEL: 'silent', THROTTLE: 'off', PAYMENTS: 'test' })
  app = await buildApp({ env, database, readDiskUsage: async () => ({ freeBytes: 1e12, totalBytes: 1e12 }) })
  await app.listen({ port, host: '127.0.0.1' })
  const writes = new MixedWrites({ campus })
  const ending = new AbortController()
  const writing = writes.run(`http://127.0.0.1:${port}`, ending.signal)
  // Of each kind, and a student whose picture has replaced an earlier one.
  while (writes.failures.length === 0 && !(KINDS.every((kind) => count(writes, kind) > 0) && hasReplaced(writes)))
    await sleep(10)
  ending.abort()
  await writing
  const [failure] = writes.failures
  if (failure) throw failure
  acknowledged = writes.acknowledged
}, 180_000)
afterAll(async () => {
  await app.close()
  await database.close()
  await own.drop()
})

const count = (writes: MixedWrites, kind: Acknowledged['kind']) =>
  writes.acknowledged.filter((one) => one.kind === kind).length

const listPictures = (writes: readonly Acknowledged[]) => writes.filter((one) => one.kind === 'picture')

const hasReplaced = (writes: MixedWrites) => {
  const emails = listPictures(writes.acknowledged).map(({ email }) => email)
  return new Set(emails).size < emails.length
}

/** The first acknowledged write of a kind. */
function first<Kind extends Acknowledged['kind']>(kind: Kind): Extract<Acknowledged, { kind: Kind }> {
  const found = acknowledged.find((one): one is Extract<Acknowledged, { kind: Kind }> => one.kind === kind)
  if (!found) throw new Error(`No ${kind} was acknowledged`)
  return found
}

const getUploadsFolder = () => join(own.dataDir, 'uploads')

/** What the checker says after these statements, which are then taken back. */
async function findAfter(...statements: string[]): Promise<string[]> {
  const client = await database.pool.connect()
  try {
    // Without foreign keys and triggers, so that one row can be lost alone.
    await client.query('begin; set local session_replication_role = replica')
    for (const statement of statements) {
      const { rowCount } = await client.query(statement)
      if (!rowCount) throw new Error(`Nothing was changed by ${statement}`)
    }
    const query = async (text: string) => (await client.query<Record<string, unknown>>(text)).rows
    return await findProblems(acknowledged, { query, campus, uploadsFolder: getUploadsFolder() })
  } finally {
    await client.query('rollback')
    client.release()
  }
}

test('finds nothing when nothing was changed', async () => {
  expect(await findAfter('select 1')).toEqual([])
})

const quote = (text: string) => `'${text}'`
const userId = (email: string) => `(select id from users where email = ${quote(email)})`

describe('an acknowledged write that is lost is named', () => {
  test('an account', async () => {
    const { email } = first('account')
    for (const change of ['delete from users', `update users set email = 'other@mail.example'`])
      expect(await findAfter(`${change} where email = ${quote(email)}`)).toContain(`lost account ${email}`)
    expect(await findAfter(`update users set password_hash = null where email = ${quote(email)}`)).toEqual([
      `lost account ${email}`,
    ])
  })

  test('a completed lesson', async () => {
    const { email, lessonId } = first('tick')
    const row = `where user_id = ${userId(email)} and lesson_id = ${lessonId}`
    for (const change of ['delete from lesson_progress', 'update lesson_progress set completed_at = null'])
      expect(await findAfter(`${change} ${row}`)).toContain(`lost tick ${email} ${lessonId}`)
  })

  test('a chat message', async () => {
    const { id, text } = first('chat')
    for (const change of ['delete from messages', `update messages set text = 'other'`])
      expect(await findAfter(`${change} where id = ${id}`)).toEqual([`lost chat ${id} ${text}`])
  })

  test('a paid order', async () => {
    const { id } = first('order')
    for (const change of ['delete from orders', `update orders set status = 'refunded'`])
      expect(await findAfter(`${change} where id = ${id}`)).toContain(`lost order ${id}`)
  })

  test('a review', async () => {
    const { email, courseId, text } = first('review')
    const lost = `lost review ${email} ${courseId} ${text}`
    for (const change of [
      'delete from reviews',
      `update reviews set text = 'other'`,
      `update reviews set course_id = ${campus.pricedCourseId}`,
      `update reviews set user_id = ${campus.admin.id}`,
    ])
      expect(await findAfter(`${change} where text = ${quote(text)}`)).toContain(lost)
  })

  test('a comment', async () => {
    const { text } = first('comment')
    for (const change of ['delete from comments', `update comments set text = 'other'`])
      expect(await findAfter(`${change} where text = ${quote(text)}`)).toEqual([`lost comment ${text}`])
  })

  test('a saved course', async () => {
    const { id } = campus.savedCourse
    const version = Math.max(...acknowledged.map((one) => (one.kind === 'save' ? one.version : 0)))
    const older = `set title = 'Saved ${version - 1}'`
    expect(
      await findAfter(`update courses ${older} where id = ${id}`, `update lessons ${older} where course_id = ${id}`),
    ).toEqual([`lost save ${version}: the course is at ${version - 1}`])
    expect(await findAfter(`update courses ${older} where id = ${id}`)).toContainEqual(
      expect.stringMatching(/^half a course was saved: /),
    )
    expect(
      await findAfter(`delete from courses where id = ${id}`, `delete from lessons where course_id = ${id}`),
    ).toEqual(expect.arrayContaining([expect.stringMatching(/^half a course was saved/)]))
  })

  test('a picture', async () => {
    const { email } = first('picture')
    const row = `where email = ${quote(email)}`
    expect(await findAfter(`update users set image_url = '' ${row}`)).toContain(`lost picture ${email}`)
    expect(await findAfter(`update users set image_url = '/uploads/other.webp' ${row}`)).toEqual([
      'the picture /uploads/other.webp has no file',
    ])
    // The first of two.
    const pictures = listPictures(acknowledged)
    const replaced = pictures.find((one) => pictures.some((other) => other !== one && other.email === one.email))
    if (!replaced) throw new Error('No picture was replaced')
    const back = `update users set image_url = ${quote(replaced.url)} where email = ${quote(replaced.email)}`
    expect(await findAfter(back)).toEqual([`an older picture of ${replaced.email} is back`])
  })
})

describe('the file of a picture', () => {
  /** Of the last picture, which its user shows. */
  const getPath = () => join(getUploadsFolder(), basename(listPictures(acknowledged).at(-1)?.url ?? ''))

  test.each<[string, string, (path: string, bytes: Buffer) => void]>([
    ['is missing', 'has no file', (path) => rmSync(path)],
    ['is empty', 'is damaged', (path) => truncateSync(path, 0)],
    ['is cut short', 'is damaged', (path, bytes) => truncateSync(path, bytes.length - 10)],
    ['has zeros for its content', 'is damaged', (path, bytes) => writeFileSync(path, Buffer.alloc(bytes.length))],
  ])('is named when it %s', async (_, problem, change) => {
    const path = getPath()
    const bytes = readFileSync(path)
    change(path, bytes)
    const found = await findAfter('select 1')
    writeFileSync(path, bytes)
    expect(found).toEqual([expect.stringContaining(basename(path))])
    expect(found[0]).toContain(problem)
  })
})

describe('a write that is half done is named', () => {
  test.each<[string, () => string]>([
    [
      'an enrollment counts other lessons than are completed',
      () =>
        `update enrollments set completed_lessons = completed_lessons - 1 where user_id = ${userId(first('tick').email)}`,
    ],
    [
      'a completed lesson has no event',
      () => `delete from learning_events where user_id = ${userId(first('tick').email)}`,
    ],
    ['a paid order has no access', () => `delete from entitlements where order_id = ${first('order').id}`],
    [
      'an entitlement has no enrollment',
      () => `delete from enrollments where (user_id, course_id) in (select user_id, course_id from entitlements)`,
    ],
    ['a course counts other reviews than it has', () => 'delete from reviews'],
    ['a course counts other reviews than it has', () => 'update reviews set stars = 5 where stars = 4'],
    ['a message is stored twice', () => `update messages set text = (select min(text) from messages)`],
  ])('%s', async (problem, change) => {
    expect(await findAfter(change())).toContainEqual(expect.stringContaining(`times: ${problem}`))
  })
})
