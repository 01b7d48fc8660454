import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { certificates, mails, notifications } from '#server/platform/db/schema.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { issueCertificate, revokeCertificatesOf } from './issue-certificate.ts'

const t = useTestApp()

const finishedAt = new Date('2026-03-04T10:00:00Z')

async function createStudent() {
  const student = await t.make.user({ firstName: 'Ada', lastName: 'Lovelace' })
  const course = await t.make.course({ title: 'Sorting' })
  await t.make.enrollment(student.id, course.id)
  const own = { userId: student.id, courseId: course.id }
  const issue = () => t.db.transaction((tx) => issueCertificate(tx, { ...own, finishedAt }))
  const read = () => t.db.select().from(certificates).where(eq(certificates.userId, student.id))
  return { student, course, own, issue, read }
}

it('issues one certificate with a snapshot, a notification and an email', async () => {
  const { student, course, issue, read } = await createStudent()
  const issued = await Promise.all(Array.from({ length: 5 }, issue))
  expect(issued.filter((id) => id !== null)).toHaveLength(1)
  expect(await read()).toMatchObject([
    { name: 'Ada Lovelace', title: 'Sorting', kind: 'course', courseId: course.id, pathId: null, finishedAt },
  ])
  const bell = await t.db.select().from(notifications).where(eq(notifications.userId, student.id))
  expect(bell).toMatchObject([{ kind: 'certificate', title: 'Sorting', courseId: course.id }])
  const queued = await t.db.select().from(mails).where(eq(mails.userId, student.id))
  expect(queued).toMatchObject([{ kind: 'certificate', certificateId: issued.find((id) => id !== null) }])
})

it('keeps the certificate of a student who still has access', async () => {
  const { own, issue, read } = await createStudent()
  await issue()
  await t.db.transaction((tx) => revokeCertificatesOf(tx, own))
  expect(await read()).toMatchObject([{ revokedAt: null }])
})
