import { desc, eq } from 'drizzle-orm'
import { certificateDesign } from '#contract/schemas/learning/certificates.ts'
import { certificates, coupons, errorGroups, learningPaths, sessions, submissions } from '#server/platform/db/schema.ts'
import { at } from './at.ts'
import { storeOrder } from './commerce/orders.ts'
import type { SignedInUser } from './factories.ts'
import type { TestApp } from './test-app.ts'

export type Records = Awaited<ReturnType<typeof createRecords>>

/** One of each kind that an admin can change. */
export async function createRecords(t: Pick<TestApp, 'db' | 'env' | 'make'>, admin: SignedInUser) {
  const student = await t.make.user({ password: 'a lantern in the fog' })
  const course = await t.make.course()
  const lesson = at(course.lessons)
  await t.make.enrollment(student.id, course.id)
  const post = await t.make.post()
  const [path] = await t.db.insert(learningPaths).values({ title: 'Path', goal: 'Goal' }).returning()
  const [coupon] = await t.db
    .insert(coupons)
    .values({ code: `CODE${student.id}`, kind: 'percent', value: 1_000 })
    .returning()
  const values = { kind: 'course' as const, name: 'Mara Ilves', title: 'Lamps', finishedAt: new Date() }
  const [certificate] = await t.db
    .insert(certificates)
    .values({ ...values, userId: student.id, courseId: course.id, design: certificateDesign.parse({}) })
    .returning()
  const [work] = await t.db
    .insert(submissions)
    .values({ userId: student.id, lessonId: lesson.id, text: 'Done' })
    .returning()
  const failure = { type: 'Error', message: '', source: '', count: 1, requestId: '', stack: '', version: '' }
  const [error] = await t.db
    .insert(errorGroups)
    .values({ ...failure, fingerprint: `${student.id}` })
    .returning()
  await t.make.cookie(student.id)
  await t.make.cookie(admin.id)
  const [session] = await t.db.select().from(sessions).where(eq(sessions.userId, admin.id)).orderBy(desc(sessions.id))
  return {
    session_id: session?.id,
    ids: { user_id: student.id, student_id: student.id, course_id: course.id, material_id: lesson.id },
    student,
    post,
    review: await t.make.review(student.id, course.id),
    comment: await t.make.comment(student.id, post.id),
    order_id: await storeOrder(t, student),
    path_id: path?.id,
    coupon_id: coupon?.id,
    certificate_id: certificate?.id,
    submission_id: work?.id,
    error_id: error?.id,
  }
}
