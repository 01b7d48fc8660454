import { and, eq } from 'drizzle-orm'
import type { CallOutput } from '#contract/contract.ts'
import { certificates, enrollments, learningEvents } from '#server/platform/db/schema.ts'
import { at } from '#server/testing/at.ts'
import type { TestApp } from '#server/testing/test-app.ts'

type CourseData = CallOutput<'getCourseData'>['msg']

/** A student who is enrolled in a new course, and what tests do with both. */
export async function createLearner(t: TestApp, lessonTitles = ['One', 'Two', 'Three']) {
  const me = await t.make.signedIn()
  const course = await t.make.course({ lessonTitles })
  await t.make.enrollment(me.id, course.id)
  const isOwn = and(eq(enrollments.userId, me.id), eq(enrollments.courseId, course.id))
  const getLessonId = (index: number) => at(course.lessons, index).id
  return {
    me,
    course,
    getLessonId,
    complete: (index: number, value = true) =>
      t.send('completeCourse', { id: getLessonId(index), course_id: course.id, value }, me.cookie),
    report: (index: number, watched: unknown, position = 0) =>
      t.send('saveLessonPosition', { id: getLessonId(index), position, watched }, me.cookie),
    finish: () => t.call('finishCourse', { course_id: course.id }, me.cookie),
    getEnrollment: async () => at(await t.db.select().from(enrollments).where(isOwn)),
    getCourse: async (): Promise<CourseData> => {
      const { body } = await t.call('getCourseData', { course_id: course.id }, me.cookie)
      return (body.msg as CallOutput<'getCourseData'>).msg
    },
    getEventKinds: async () => {
      const rows = await t.db
        .select({ kind: learningEvents.kind })
        .from(learningEvents)
        .where(and(eq(learningEvents.userId, me.id), eq(learningEvents.courseId, course.id)))
        .orderBy(learningEvents.id)
      return rows.map(({ kind }) => kind)
    },
    findCertificates: () =>
      t.db
        .select()
        .from(certificates)
        .where(and(eq(certificates.userId, me.id), eq(certificates.courseId, course.id))),
  }
}
