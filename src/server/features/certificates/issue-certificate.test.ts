import { and, eq, sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import {
  certificates,
  courses,
  enrollments,
  learningPaths,
  lessonProgress,
  lessons,
  mails,
  notifications,
  pathCourses,
  pathStudents,
} from '#server/platform/db/schema.ts'
import { at } from '#server/testing/at.ts'
import { createEntitlementChanges } from '#server/testing/commerce/change-entitlements.ts'
import { buyCourse, PRICED } from '#server/testing/commerce/orders.ts'
import { NEEDS_SERVER, ON_SERVER } from '#server/testing/test-db.ts'
import { eventually } from '#server/testing/eventually.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { issueCertificate } from './issue-certificate.ts'
import { issueMissingCertificates } from './issue-missing-certificates.ts'

const t = useTestApp({ PAYMENTS: 'test' })
const { suspend, restore, grant, revoke } = createEntitlementChanges(t)

/** One after another on the embedded database, whose single connection a busy machine may not give in time. */
async function atOnce<Result>(works: (() => Promise<Result>)[]): Promise<Result[]> {
  if (ON_SERVER) return Promise.all(works.map((work) => work()))
  const results: Result[] = []
  for (const work of works) results.push(await work())
  return results
}

const finishedAt = new Date('2026-03-04T10:00:00Z')

/** A student with a course that is finished but has no certificate yet. */
async function createStudent({ isBought = false } = {}) {
  const student = await t.make.signedIn({ firstName: 'Ada', lastName: 'Lovelace' })
  const course = await t.make.course({ title: 'Sorting', ...(isBought && PRICED) })
  const own = { userId: student.id, courseId: course.id }
  if (!isBought) await t.make.enrollment(student.id, course.id)
  const orderId = isBought ? (await buyCourse(t, student, course.id)).order_id : 0
  await t.db
    .update(enrollments)
    .set({ completedAt: finishedAt })
    .where(and(eq(enrollments.userId, student.id), eq(enrollments.courseId, course.id)))
  const issue = () => t.db.transaction((tx) => issueCertificate(tx, { ...own, finishedAt }))
  const read = () =>
    t.db.select().from(certificates).where(eq(certificates.userId, student.id)).orderBy(certificates.issuedAt)
  const readStates = async () =>
    (await read()).map(({ revokedAt, kind }) => `${kind} ${revokedAt ? 'revoked' : 'valid'}`).sort()
  return { student, course, own, orderId, issue, read, readStates }
}

async function finishPath(userId: number, courseId: number) {
  const path = at(await t.db.insert(learningPaths).values({ title: 'Basics', goal: 'Begin' }).returning())
  await t.db.insert(pathCourses).values({ pathId: path.id, courseId, place: 0 })
  await t.db.insert(pathStudents).values({ pathId: path.id, userId, finishedAt })
  const issue = () => t.db.transaction((tx) => issueCertificate(tx, { userId, pathId: path.id, finishedAt }))
  return { path, issue }
}

it('issues one certificate with a snapshot, a notification and an email', async () => {
  const { student, course, issue, read } = await createStudent()
  await t.db.update(lessons).set({ durationSeconds: 90 }).where(eq(lessons.courseId, course.id))
  const issued = await atOnce(Array.from({ length: 5 }, () => issue))
  expect(issued.filter((id) => id !== null)).toHaveLength(1)
  expect(await read()).toMatchObject([
    {
      ...{ name: 'Ada Lovelace', title: 'Sorting', kind: 'course', courseId: course.id, pathId: null, finishedAt },
      ...{ durationSeconds: 270, design: { title: 'Certificate of completion', issuer: 'Learn Lantern' } },
    },
  ])
  const bell = await t.db.select().from(notifications).where(eq(notifications.userId, student.id))
  expect(bell).toMatchObject([{ kind: 'certificate', title: 'Sorting', courseId: course.id }])
  const queued = await t.db.select().from(mails).where(eq(mails.userId, student.id))
  expect(queued).toMatchObject([{ kind: 'certificate', certificateId: issued.find((id) => id !== null) }])
})

it('comes with the tick of the last lesson, and stays when a lesson is reopened and ticked again', async () => {
  const student = await t.make.signedIn()
  const course = await t.make.course({ lessonTitles: ['One', 'Two'] })
  await t.make.enrollment(student.id, course.id)
  const readIds = async () =>
    (await t.db.select().from(certificates).where(eq(certificates.userId, student.id))).map(({ id }) => id)
  const tick = (index: number, value: boolean) =>
    t.call('completeCourse', { course_id: course.id, id: at(course.lessons, index).id, value }, student.cookie)
  await tick(0, true)
  expect(await readIds()).toEqual([])
  await tick(1, true)
  const ids = await readIds()
  expect(ids).toHaveLength(1)
  await tick(1, false)
  await tick(1, true)
  expect(await readIds()).toEqual(ids)
})

it('issues nothing when the transaction fails', async () => {
  const { own, read } = await createStudent()
  const failing = t.db.transaction(async (tx) => {
    await issueCertificate(tx, { ...own, finishedAt })
    throw new Error('later')
  })
  await expect(failing).rejects.toThrow('later')
  expect(await read()).toEqual([])
})

it('issues none without access', async () => {
  const { own, issue, read } = await createStudent()
  await revoke(own.userId, own.courseId)
  expect(await issue()).toBeNull()
  expect(await read()).toEqual([])
})

it('is revoked with a refund, and a new purchase brings a new one', async () => {
  const { student, course, orderId, issue, read, readStates } = await createStudent({ isBought: true })
  const first = await issue()
  await t.call('refundOrder', { order_id: orderId, reason: 'Not for me' }, student.cookie)
  expect(await readStates()).toEqual(['course revoked'])
  expect(await issue()).toBeNull()
  await buyCourse(t, student, course.id)
  expect(await readStates()).toEqual(['course revoked', 'course valid'])
  expect((await read()).find(({ revokedAt }) => revokedAt !== null)?.id).toBe(first)
})

it('keeps the name that an admin has corrected when it is issued again', async () => {
  const { student, own, issue, read } = await createStudent()
  const admin = await t.make.signedIn({ role: 'admin' })
  const certificate_id = (await issue()) ?? ''
  const name = { first_name: 'Augusta', last_name: 'King' }
  expect((await t.call('replaceCertificate', { certificate_id, ...name }, admin.cookie)).status).toBe(200)
  await t.db
    .update(certificates)
    .set({ revokedAt: sql`now()` })
    .where(and(eq(certificates.userId, student.id), eq(certificates.courseId, own.courseId)))
  const again = await issue()
  expect((await read()).find(({ id }) => id === again)?.name).toBe('Augusta King')
})

it('is revoked in a dispute, and a new one is issued when the dispute is won', async () => {
  const { orderId, issue, readStates } = await createStudent({ isBought: true })
  await issue()
  await suspend(orderId)
  expect(await readStates()).toEqual(['course revoked'])
  await restore(orderId)
  expect(await readStates()).toEqual(['course revoked', 'course valid'])
})

it('stays after a refund when the student has access by a grant', async () => {
  const { own, orderId, issue, readStates } = await createStudent({ isBought: true })
  await issue()
  await grant(own.userId, own.courseId, 'grant')
  await suspend(orderId)
  expect(await readStates()).toEqual(['course valid'])
})

it('stays when an admin ends the access', async () => {
  const { own, issue, readStates } = await createStudent()
  await issue()
  await revoke(own.userId, own.courseId)
  expect(await readStates()).toEqual(['course valid'])
})

it('is not issued again after an admin has revoked it, by any way', async () => {
  const { own, orderId, issue, readStates } = await createStudent({ isBought: true })
  const id = await issue()
  const admin = await t.make.signedIn({ role: 'admin' })
  await t.call('revokeCertificate', { certificate_id: id ?? '', reason: 'Copied the work' }, admin.cookie)
  expect(await issue()).toBeNull()
  await suspend(orderId)
  await restore(orderId)
  await grant(own.userId, own.courseId, 'grant')
  await issueMissingCertificates(t.db)
  expect(await readStates()).toEqual(['course revoked'])
})

it('covers a path: issued once, revoked with the refund of a course that counted, and issued again', async () => {
  const { student, course, orderId, issue, read, readStates } = await createStudent({ isBought: true })
  await issue()
  const path = await finishPath(student.id, course.id)
  const issued = await atOnce([path.issue, path.issue])
  expect(issued.filter((id) => id !== null)).toHaveLength(1)
  expect(new Set((await read()).map(({ design }) => design.text))).toEqual(
    new Set(['has completed the course', 'has completed the learning path']),
  )
  expect(await readStates()).toEqual(['course valid', 'path valid'])
  await suspend(orderId)
  expect(await readStates()).toEqual(['course revoked', 'path revoked'])
  expect(await path.issue()).toBeNull()
  await restore(orderId)
  expect(await readStates()).toEqual(['course revoked', 'course valid', 'path revoked', 'path valid'])
})

describe('of a path whose course was reopened after the path was finished', () => {
  async function createFinishedPath() {
    const created = await createStudent({ isBought: true })
    const { student, course } = created
    await t.db
      .insert(lessonProgress)
      .values(course.lessons.map(({ id }) => ({ userId: student.id, lessonId: id, completedAt: finishedAt })))
    await created.issue()
    const { path, issue: issuePath } = await finishPath(student.id, course.id)
    await issuePath()
    const tick = (value: boolean) =>
      t.call('completeCourse', { course_id: course.id, id: at(course.lessons).id, value }, student.cookie)
    return { ...created, path, tick }
  }
  const GIVEN_BACK = ['course revoked', 'course valid', 'path revoked', 'path valid']

  it('is issued again when a dispute is won', async () => {
    const { orderId, readStates, tick } = await createFinishedPath()
    for (const value of [false, true]) expect((await tick(value)).status).toBe(200)
    await suspend(orderId)
    expect(await readStates()).toEqual(['course revoked', 'path revoked'])
    await restore(orderId)
    expect(await readStates()).toEqual(GIVEN_BACK)
  })

  it('is issued again when the course is finished again after the dispute', async () => {
    const { orderId, readStates, tick } = await createFinishedPath()
    await tick(false)
    await suspend(orderId)
    await restore(orderId)
    expect(await readStates()).toEqual(['course revoked', 'path revoked'])
    await tick(true)
    expect(await readStates()).toEqual(GIVEN_BACK)
  })

  it('stays revoked after the refund when the student gets access to another of its courses', async () => {
    const { student, orderId, path, readStates, tick } = await createFinishedPath()
    const other = await t.make.course()
    await t.make.enrollment(student.id, other.id)
    await t.db.insert(pathCourses).values({ pathId: path.id, courseId: other.id, place: 1 })
    await t.db
      .update(enrollments)
      .set({ completedAt: finishedAt })
      .where(and(eq(enrollments.userId, student.id), eq(enrollments.courseId, other.id)))
    for (const value of [false, true]) await tick(value)
    await suspend(orderId)
    await grant(student.id, other.id, 'grant')
    expect(await readStates()).toEqual(['course revoked', 'course valid', 'path revoked'])
  })
})

it('of a path is revoked with the refund of the course that finished it', async () => {
  const student = await t.make.signedIn()
  const course = await t.make.course({ ...PRICED, lessonTitles: ['One'] })
  const order = await buyCourse(t, student, course.id)
  const path = at(await t.db.insert(learningPaths).values({ title: 'Basics', goal: 'Begin' }).returning())
  await t.db.insert(pathCourses).values({ pathId: path.id, courseId: course.id, place: 0 })
  await t.db.insert(pathStudents).values({ pathId: path.id, userId: student.id })
  await t.call('completeCourse', { course_id: course.id, id: at(course.lessons).id, value: true }, student.cookie)
  const readStates = async () => {
    const rows = await t.db.select().from(certificates).where(eq(certificates.userId, student.id))
    return rows.map(({ revokedAt, kind }) => `${kind} ${revokedAt ? 'revoked' : 'valid'}`).sort()
  }
  expect(await readStates()).toEqual(['course valid', 'path valid'])
  await suspend(order.order_id)
  expect(await readStates()).toEqual(['course revoked', 'path revoked'])
  await restore(order.order_id)
  expect(await readStates()).toEqual(['course revoked', 'course valid', 'path revoked', 'path valid'])
})

it('of a path is revoked with a refund, also when an admin has revoked the course’s before', async () => {
  const { student, course, orderId, issue, readStates } = await createStudent({ isBought: true })
  const id = await issue()
  const path = await finishPath(student.id, course.id)
  await path.issue()
  const admin = await t.make.signedIn({ role: 'admin' })
  await t.call('revokeCertificate', { certificate_id: id ?? '', reason: 'Copied the work' }, admin.cookie)
  expect(await readStates()).toEqual(['course revoked', 'path valid'])
  await suspend(orderId)
  expect(await readStates()).toEqual(['course revoked', 'path revoked'])
})

it.each([{ isPublic: false }, { archivedAt: new Date() }, { deletedAt: new Date() }])(
  'of a path neither counts nor needs a course that is %j',
  async (state) => {
    const { student, course, read } = await createStudent()
    const { path, issue } = await finishPath(student.id, course.id)
    await t.db.update(lessons).set({ durationSeconds: 90 }).where(eq(lessons.courseId, course.id))
    const hidden = await t.make.course()
    await t.db.insert(pathCourses).values({ pathId: path.id, courseId: hidden.id, place: 1 })
    await t.db.update(lessons).set({ durationSeconds: 3_600 }).where(eq(lessons.courseId, hidden.id))
    await t.make.enrollment(student.id, hidden.id)
    await t.db
      .update(enrollments)
      .set({ completedAt: finishedAt, accessUntil: '-infinity' })
      .where(eq(enrollments.courseId, hidden.id))
    expect(await issue()).toBeNull()
    await t.db.update(courses).set(state).where(eq(courses.id, hidden.id))
    expect(await issue()).not.toBeNull()
    expect(await read()).toMatchObject([{ kind: 'path', durationSeconds: 270 }])
  },
)

it('keeps a path’s certificate after the refund of a course that was added and finished later', async () => {
  const { student, issue, readStates } = await createStudent()
  const later = await t.make.course(PRICED)
  const { issue: issuePath } = await finishPath(student.id, later.id)
  await issue()
  await issuePath()
  const order = await buyCourse(t, student, later.id)
  const finishedLater = new Date(finishedAt.getTime() + 1_000)
  await t.db
    .update(enrollments)
    .set({ completedAt: finishedLater })
    .where(and(eq(enrollments.userId, student.id), eq(enrollments.courseId, later.id)))
  await t.db.transaction((tx) =>
    issueCertificate(tx, { userId: student.id, courseId: later.id, finishedAt: finishedLater }),
  )
  await suspend(order.order_id)
  expect(await readStates()).toEqual(['course revoked', 'course valid', 'path valid'])
})

it('issues at the start what is missing for who finished before, once and without emails', async () => {
  const finished = await createStudent()
  const refunded = await createStudent({ isBought: true })
  await suspend(refunded.orderId)
  const open = await createStudent()
  await t.db.update(enrollments).set({ completedAt: null }).where(eq(enrollments.userId, open.student.id))
  const run = () => issueMissingCertificates(t.db)
  expect((await atOnce([run, run])).some((issued) => issued > 0)).toBe(true)
  expect(await finished.read()).toMatchObject([{ finishedAt, name: 'Ada Lovelace' }])
  expect([...(await refunded.read()), ...(await open.read())]).toEqual([])
  expect(await t.db.$count(mails, eq(mails.userId, finished.student.id))).toBe(0)
  expect(await issueMissingCertificates(t.db)).toBe(0)
})

it.skipIf(!ON_SERVER)(`issues what is missing while an admin saves the course${NEEDS_SERVER}`, async () => {
  const { own, read } = await createStudent()
  let issuing: Promise<number> | undefined
  await t.db.transaction(async (tx) => {
    // As updateCourse locks them.
    await tx.select().from(courses).where(eq(courses.id, own.courseId)).for('update')
    issuing = issueMissingCertificates(t.db)
    await eventually(async () => {
      const { rows } = await t.db.execute(
        sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      expect(rows).toHaveLength(1)
    })
    await tx.select().from(enrollments).where(eq(enrollments.courseId, own.courseId)).for('update')
  })
  expect(await issuing).toBeGreaterThan(0)
  expect(await read()).toMatchObject([{ kind: 'course' }])
})

it('never leaves a valid certificate beside a refund that comes at the same time', async () => {
  const { orderId, issue, readStates } = await createStudent({ isBought: true })
  await atOnce<unknown>([issue, () => suspend(orderId), () => issueMissingCertificates(t.db)])
  expect(await readStates()).not.toContain('course valid')
})
