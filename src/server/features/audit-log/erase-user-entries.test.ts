import { sql } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { runCleanup } from '#server/cleanup-jobs.ts'
import { getUploadsFolder } from '#server/features/uploads/upload-routes.ts'
import { auditLog, trash, users } from '#server/platform/db/schema.ts'
import { FolderStore } from '#server/platform/storage/folder-store.ts'
import { Pictures } from '#server/platform/storage/pictures.ts'
import { TEST_PASSWORD } from '#server/testing/accounts/users.ts'
import { at } from '#server/testing/at.ts'
import { storeOrder } from '#server/testing/commerce/orders.ts'
import type { SignedInUser } from '#server/testing/factories.ts'
import { getOutboxFolder } from '#server/testing/mail/outbox.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { eraseUserEntries } from './erase-user-entries.ts'
import { writeAudit } from './write-audit.ts'

const t = useTestApp()
let admin: SignedInUser
let student: SignedInUser
beforeAll(async () => {
  admin = await t.make.signedIn({ role: 'admin', firstName: 'Ada', lastName: 'Okoro' })
})
beforeEach(async () => {
  const name = { firstName: 'Mara', lastName: 'Ilves', email: `mara.ilves${Date.now()}@mail.example` }
  student = await t.make.signedIn({ ...name, password: TEST_PASSWORD })
})

const findEntries = () => t.db.select().from(auditLog).orderBy(auditLog.id)
const findAboutStudent = async () => (await findEntries()).filter(({ subjectUserId }) => subjectUserId === student.id)
const hasName = (entries: object[]) => /mara|ilves/i.test(JSON.stringify(entries))

/** Entries about the student, and about what is the student's. */
async function changeMuch(): Promise<void> {
  const course = await t.make.course()
  const access = { student_id: student.id, course_id: course.id, reason: 'Mara asked for it' }
  await t.call('grantAccess', access, admin.cookie)
  const review = await t.make.review(student.id, course.id)
  await t.call('deleteReview', { review_id: review.id }, admin.cookie)
  await t.call('restoreFromTrash', { kind: 'review', id: review.id }, admin.cookie)
  const comment = await t.make.comment(student.id, (await t.make.post()).id)
  await t.call('deleteComment', { comment_id: comment.id }, admin.cookie)
  await t.call('deleteFromTrash', { kind: 'comment', id: comment.id }, admin.cookie)
  const order_id = await storeOrder(t, student)
  await t.call('markOrderPaid', { order_id, reference: 'Ilves, Mara' }, admin.cookie)
  await t.call('resendReceipt', { order_id }, admin.cookie)
}

test('a user who is deleted for good in the trash leaves no name or email in the log', async () => {
  await changeMuch()
  await t.call('deleteUser', { user_id: student.id }, admin.cookie)
  expect(hasName(await findAboutStudent())).toBe(true)
  await t.call('deleteFromTrash', { kind: 'user', id: student.id }, admin.cookie)
  const entries = await findAboutStudent()
  expect(entries.length).toBeGreaterThanOrEqual(9)
  expect(hasName(await findEntries())).toBe(false)
  expect(entries.every(({ subjectName, actorName }) => subjectName === 'erased' && actorName === 'Ada Okoro')).toBe(
    true,
  )
  const [granted] = entries
  expect(granted).toMatchObject({ action: 'user.grant_access', before: { access: 'erased' } })
  expect(granted?.after).toEqual({ access: 'erased', course: 'erased', courseId: expect.any(Number), reason: 'erased' })
  expect(entries.at(-1)).toMatchObject({ action: 'user.purge', subjectId: String(student.id), actorId: admin.id })
})

test('the cleanup of the trash erases too, and not before its time', async () => {
  await changeMuch()
  await t.call('deleteUser', { user_id: student.id }, admin.cookie)
  const files = new FolderStore(getUploadsFolder(t.dataDir))
  const deps = { db: t.db, pictures: new Pictures(files), files, outboxFolder: getOutboxFolder(t) }
  await runCleanup(deps)
  expect(hasName(await findAboutStudent())).toBe(true)
  await t.db.update(trash).set({ deletedAt: sql`now() - interval '30 days'` })
  await runCleanup(deps)
  expect(hasName(await findEntries())).toBe(false)
})

test('a student who deletes the account leaves no name or email in the log', async () => {
  await changeMuch()
  const gone = { confirmation: student.email, password: TEST_PASSWORD }
  expect((await t.call('deleteAccount', gone, student.cookie)).status).toBe(200)
  expect((await findAboutStudent()).length).toBeGreaterThan(5)
  expect(hasName(await findEntries())).toBe(false)
})

describe('the trigger', () => {
  const refusal = { cause: expect.objectContaining({ message: expect.stringContaining('append-only') }) }
  const fields = { before: { email: 'mara@mail.example' }, after: { courses: 3 } }
  const erased = {
    subjectName: 'erased',
    before: sql`erase_audit_fields(${auditLog.before})`,
    after: sql`erase_audit_fields(${auditLog.after})`,
  }
  const own = sql`${auditLog.subjectUserId} = ${999_999_999}`
  const other = sql`${auditLog.subjectUserId} = ${999_999_998}`

  /** About two users who are gone. */
  async function insertEntries(): Promise<void> {
    const entry = {
      actorName: 'Ada',
      action: 'user.delete',
      subjectKind: 'user',
      subjectName: 'Mara',
      ...fields,
    } as const
    await t.db.insert(auditLog).values([
      { ...entry, subjectUserId: 999_999_999 },
      { ...entry, subjectUserId: 999_999_998 },
    ])
  }
  beforeEach(insertEntries)

  test('accepts the erasure of a user who is gone', async () => {
    await eraseUserEntries(t.db, 999_999_999)
    const [entry] = await t.db.select().from(auditLog).where(own)
    expect(entry).toMatchObject({
      actorName: 'Ada',
      subjectName: 'erased',
      before: { email: 'erased' },
      after: { courses: 3 },
    })
    expect(await t.db.select().from(auditLog).where(other)).toMatchObject([{ subjectName: 'Mara' }])
  })

  test.each([
    ['the actor', { ...erased, actorName: 'Nobody' }],
    ['the action', { ...erased, action: 'user.restore' as const }],
    ['the time', { ...erased, createdAt: new Date() }],
    ['the address', { ...erased, ip: '', device: 'Other' }],
    ['the user', { ...erased, subjectUserId: null }],
    ['the subject', { ...erased, subjectId: '7' }],
    ['another name', { ...erased, subjectName: 'Someone else' }],
    ['other fields before', { ...erased, before: {} }],
    ['other fields after', { ...erased, after: { courses: 4 } }],
    ['the name alone', { subjectName: 'erased' }],
  ])('refuses %s', async (_, values) => {
    await expect(t.db.update(auditLog).set(values).where(other)).rejects.toMatchObject(refusal)
  })

  test('refuses the erasure of a user who is there or in the trash, and of an entry about nobody', async () => {
    const user = await t.make.user()
    const isAbout = (id: number) => sql`${auditLog.subjectUserId} = ${id}`
    await writeAudit(t.db, { actor: 'Ada', action: 'user.sign_out', subject: { kind: 'user', id: user.id, name: 'M' } })
    await expect(eraseUserEntries(t.db, user.id)).rejects.toMatchObject(refusal)
    await t.call('deleteUser', { user_id: user.id }, admin.cookie)
    expect(await t.db.$count(users, sql`id = ${user.id}`)).toBe(0)
    await expect(eraseUserEntries(t.db, user.id)).rejects.toMatchObject(refusal)
    await writeAudit(t.db, { actor: 'Ada', action: 'site.backup', subject: { kind: 'site', name: 'The site' } })
    const ofSite = sql`${auditLog.subjectKind} = 'site'`
    await expect(t.db.update(auditLog).set(erased).where(ofSite)).rejects.toMatchObject(refusal)
    expect(at(await t.db.select().from(auditLog).where(isAbout(user.id))).subjectName).toBe('M')
  })
})
