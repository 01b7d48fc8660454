import { and, eq, sql } from 'drizzle-orm'
import { certificateDesign } from '#contract/schemas/learning/certificates.ts'
import {
  certificates,
  courses,
  enrollments,
  learningPaths,
  lessonProgress,
  lessons,
  notes,
  pathCourses,
  pathStudents,
  quizAttempts,
  submissions,
} from '#server/platform/db/schema.ts'
import { at } from '#server/testing/at.ts'
import type { SignedInUser } from '#server/testing/factories.ts'
import { buildQuiz } from '#server/testing/learning/quizzes.ts'
import { PRIVATE_TEXT, type RecordStore } from './owner.ts'

type LessonValues = Partial<typeof lessons.$inferInsert>

/** Each record is new, and of a course of its own. */
export function createLearningRecords(t: RecordStore, owner: SignedInUser) {
  const { db } = t
  const userId = owner.id

  /** A free course of the owner's with three lessons. */
  async function course(lesson: LessonValues = {}) {
    const made = await t.make.course()
    await t.make.enrollment(userId, made.id)
    const lessonIds = made.lessons.map(({ id }) => id)
    const lessonId = at(lessonIds)
    if (Object.keys(lesson).length > 0) await db.update(lessons).set(lesson).where(eq(lessons.id, lessonId))
    return { courseId: made.id, lessonId, lessonIds }
  }

  const quiz = (lesson: LessonValues = {}) =>
    course({ kind: 'quiz', completion: 'passed', url: '', quiz: buildQuiz(), ...lesson })

  async function attempt() {
    const { lessonId } = await quiz()
    const { questions } = buildQuiz()
    const values = { userId, lessonId, questions, passMark: 70, maxScore: 10, answers: { 'q-text': PRIVATE_TEXT } }
    const { id } = at(await db.insert(quizAttempts).values(values).returning({ id: quizAttempts.id }))
    return { id, lessonId, questionId: 'q-number' }
  }

  return {
    course,
    quiz,
    attempt,
    /** Every lesson is completed, and only finishCourse is missing. Returns its id. */
    async completedCourse(): Promise<number> {
      const { courseId, lessonIds } = await course()
      const done = lessonIds.map((lessonId) => ({ userId, lessonId, completedAt: sql`now()` }))
      await db.insert(lessonProgress).values(done)
      const isOwn = and(eq(enrollments.userId, userId), eq(enrollments.courseId, courseId))
      await db.update(enrollments).set({ completedLessons: lessonIds.length }).where(isOwn)
      return courseId
    },
    /** Returns the lesson's id. */
    assignment: async () => (await course({ kind: 'assignment', completion: 'accepted' })).lessonId,
    /** One that waits for its grade. */
    async submission() {
      const { lessonId } = await course({ kind: 'assignment', completion: 'accepted' })
      const values = { userId, lessonId, text: PRIVATE_TEXT }
      return { id: at(await db.insert(submissions).values(values).returning({ id: submissions.id })).id, lessonId }
    },
    async note() {
      const { courseId, lessonId } = await course()
      const values = { userId, lessonId, seconds: 1, text: PRIVATE_TEXT }
      return { id: at(await db.insert(notes).values(values).returning({ id: notes.id })).id, courseId, lessonId }
    },
    certificate: () => createCertificate(t, userId),
    path: () => createPath(t, userId),
    /** In the trash. Returns its id. */
    async deletedCourse(): Promise<number> {
      const { courseId } = await course()
      await db.update(courses).set({ deletedAt: new Date() }).where(eq(courses.id, courseId))
      return courseId
    },
  }
}

/** Of a course of its own. Returns its id. */
async function createCertificate({ db, make }: RecordStore, userId: number): Promise<string> {
  const course = await make.course()
  const values = {
    ...{ userId, courseId: course.id, kind: 'course' as const, name: 'Ada Lovelace', title: course.title },
    ...{ finishedAt: new Date(), design: certificateDesign.parse({}) },
  }
  return at(await db.insert(certificates).values(values).returning({ id: certificates.id })).id
}

/** A public path of one course, which the owner has begun. */
async function createPath({ db, make }: RecordStore, userId: number) {
  const { id: courseId } = await make.course()
  const values = { title: 'A path', goal: 'A goal', isPublic: true }
  const path = at(await db.insert(learningPaths).values(values).returning())
  await db.insert(pathCourses).values({ pathId: path.id, courseId, place: 0 })
  await db.insert(pathStudents).values({ pathId: path.id, userId })
  return { id: path.id, courseId, version: path.version }
}
