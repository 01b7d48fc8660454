import { beforeAll, describe, expect, test } from 'vitest'
import type { CallInput, CallOutput } from '#contract/contract.ts'
import { AUDIT_ENTRIES_PER_PAGE } from '#contract/limits.ts'
import type { SignedInUser } from '#server/testing/factories.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { type AuditEntry, writeAudit } from './write-audit.ts'

const t = useTestApp()
let admin: SignedInUser
let other: SignedInUser
const day = (text: string) => new Date(`${text}Z`)

beforeAll(async () => {
  admin = await t.make.signedIn({ role: 'admin', firstName: 'Ada', lastName: 'Okoro', email: 'ada@mail.example' })
  other = await t.make.signedIn({ role: 'admin', firstName: 'Bela', lastName: 'Tamm', email: 'bela@mail.example' })
  const write = (user: SignedInUser, entry: Omit<AuditEntry, 'actor'>) => {
    const actor = { student_id: user.id, first_name: user.firstName, last_name: user.lastName, email: user.email }
    return writeAudit(t.db, { ...entry, actor })
  }
  const course = { kind: 'course', id: 3, name: 'Lamps' } as const
  await write(admin, { action: 'course.add', subject: course, at: day('2026-05-01T00:00:00') })
  await write(admin, { action: 'course.change', subject: course, at: day('2026-05-01T23:59:59.999') })
  await write(other, {
    action: 'course.change',
    subject: { ...course, id: 4, name: 'Oil' },
    at: day('2026-05-02T00:00:00'),
  })
  await write(other, {
    action: 'post.add',
    subject: { kind: 'post', id: 3, name: 'News' },
    at: day('2026-05-03T12:00:00'),
  })
})

type Filter = Omit<CallInput<'getAuditLog'>, 'page'>

async function find(filter: Filter): Promise<string[]> {
  const { status, body } = await t.call('getAuditLog', { page: 1, ...filter }, admin.cookie)
  expect(status).toBe(200)
  return (body.msg as CallOutput<'getAuditLog'>).map(({ action, subject_name }) => `${action} ${subject_name}`)
}
const [ADDED, CHANGED, OIL, NEWS] = ['course.add Lamps', 'course.change Lamps', 'course.change Oil', 'post.add News']

describe('finds by', () => {
  test('person', async () => {
    expect(await find({ person: other.id })).toEqual([NEWS, OIL])
    expect(await find({ person: 999_999 })).toEqual([])
  })

  test('action', async () => expect(await find({ action: 'course.change' })).toEqual([OIL, CHANGED]))

  test('subject', async () => {
    expect(await find({ subject_kind: 'course' })).toEqual([OIL, CHANGED, ADDED])
    expect(await find({ subject_kind: 'course', subject_id: '3' })).toEqual([CHANGED, ADDED])
    expect(await find({ subject_id: '3' })).toEqual([NEWS, CHANGED, ADDED])
  })

  test('days, both included', async () => {
    expect(await find({ from: '2026-05-02' })).toEqual([NEWS, OIL])
    expect(await find({ until: '2026-05-01' })).toEqual([CHANGED, ADDED])
    expect(await find({ from: '2026-05-02', until: '2026-05-02' })).toEqual([OIL])
    expect(await find({ from: '2026-05-03', until: '2026-05-02' })).toEqual([])
  })

  test('the first and the last day that can be asked for', async () => {
    expect(await find({ from: '0001-01-01', until: '9999-12-31' })).toEqual([NEWS, OIL, CHANGED, ADDED])
    const { status, body } = await t.call('getAuditLog', { page: 1, from: '0000-12-31' }, admin.cookie)
    expect([status, body.code]).toEqual([400, 'invalid_input'])
  })

  test('words of the subject, the name and the email, in any order', async () => {
    expect(await find({ search_text: 'OKORO lamps' })).toEqual([CHANGED, ADDED])
    expect(await find({ search_text: 'bela@mail' })).toEqual([NEWS, OIL])
    expect(await find({ search_text: 'oil okoro' })).toEqual([])
  })

  test('all of them together', async () =>
    expect(
      await find({
        person: admin.id,
        action: 'course.change',
        subject_kind: 'course',
        search_text: 'lamps',
        from: '2026-05-01',
      }),
    ).toEqual([CHANGED]))
})

test('refuses students, and filters that make no sense', async () => {
  const student = await t.make.signedIn()
  expect((await t.call('getAuditLog', { page: 1 }, student.cookie)).status).toBe(403)
  for (const filter of [
    { from: '2026-02-30' },
    { action: 'x' },
    { subject_kind: 'x' },
    { person: 0 },
    { subject_id: "'" },
  ])
    expect((await t.send('getAuditLog', { page: 1, ...filter }, admin.cookie)).status).toBe(400)
})

test('the second page continues where the first ended, also when entries come meanwhile', async () => {
  const write = async (count: number) => {
    for (let n = 0; n < count; n++)
      await writeAudit(t.db, { actor: 'Job', action: 'coupon.add', subject: { kind: 'coupon', id: n, name: `C${n}` } })
  }
  await write(AUDIT_ENTRIES_PER_PAGE + 3)
  const getPage = async (page: number) => {
    const { body } = await t.call('getAuditLog', { page, action: 'coupon.add' }, admin.cookie)
    const { nextPage } = body as unknown as { nextPage: number | null }
    return { ids: (body.msg as CallOutput<'getAuditLog'>).map(({ entry_id }) => entry_id), nextPage }
  }
  const first = await getPage(1)
  await write(2)
  const second = await getPage(first.nextPage ?? 1)
  expect([first.ids.length, second.ids.length, second.nextPage]).toEqual([AUDIT_ENTRIES_PER_PAGE, 3, null])
  const ids = [...first.ids, ...second.ids]
  expect(ids).toEqual([...new Set(ids)].sort((one, two) => two - one))
})
