import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import type { LockReason } from '#contract/choices.ts'
import { quizInput } from '#contract/schemas/learning/quiz-input.ts'
import { getUploadsFolder } from '#server/features/uploads/upload-routes.ts'
import { courses, enrollments, lessons, prerequisites, sections } from '#server/platform/db/schema.ts'
import { at } from '#server/testing/at.ts'
import type { TestApp } from '#server/testing/test-app.ts'

export const LOCKED_VIDEO = `${'c7'.repeat(16)}.webm`
export const LOCKED_CAPTIONS = `${'d8'.repeat(16)}.vtt`
/** Anywhere in an answer it comes from a locked lesson. */
export const SECRET = 'zyzzyva'
export const LOCKED_KINDS = ['video', 'article', 'file', 'embed', 'quiz', 'assignment'] as const

export const SECRET_QUIZ = quizInput.parse({
  questions: [{ id: 'q1', kind: 'short_text', text: `${SECRET}?`, accepted: [SECRET], explanation: SECRET }],
})

/** Whether an answer has something of a locked lesson. */
export const hasSecret = (text: string) => [LOCKED_VIDEO, LOCKED_CAPTIONS, SECRET].some((part) => text.includes(part))

export function writeLockedFiles(t: TestApp): void {
  const folder = getUploadsFolder(t.dataDir)
  mkdirSync(folder, { recursive: true })
  for (const name of [LOCKED_VIDEO, LOCKED_CAPTIONS]) writeFileSync(join(folder, name), 'x'.repeat(100))
}

/** A course with a student. Its first lesson is open; one of each kind after it is locked by `lock`. */
export async function createLockedCourse(t: TestApp) {
  const student = await t.make.signedIn()
  const course = await t.make.course({ lessonTitles: ['First', ...LOCKED_KINDS], priceCents: 6000 })
  await t.make.enrollment(student.id, course.id)
  const getId = (index: number) => at(course.lessons, index).id
  for (const [index, kind] of LOCKED_KINDS.entries())
    await t.db
      .update(lessons)
      .set({
        kind,
        url: kind === 'video' ? `/uploads/${LOCKED_VIDEO}` : `https://media.example/${SECRET}`,
        captionsUrl: `/uploads/${LOCKED_CAPTIONS}`,
        content: `<p>${SECRET}</p>`,
        fileName: `${SECRET}.pdf`,
        quiz: kind === 'quiz' ? SECRET_QUIZ : null,
        durationSeconds: 10,
      })
      .where(eq(lessons.id, getId(index + 1)))
  return { student, course, getId }
}

const lockByPrerequisites = async (t: TestApp, courseId: number) => {
  const required = await t.make.course()
  await t.db.insert(prerequisites).values({ courseId, requiredCourseId: required.id })
}

const lockBySection = async (t: TestApp, courseId: number) => {
  const values = { courseId, place: 0, title: 'Later', opensAfterDays: 1 }
  const [section] = await t.db.insert(sections).values(values).returning()
  await t.db
    .update(lessons)
    .set({ sectionId: section?.id ?? null })
    .where(sql`${lessons.courseId} = ${courseId} and ${lessons.place} > 0`)
}

export const LOCKS: Record<LockReason, (t: TestApp, courseId: number) => Promise<unknown>> = {
  not_enrolled: (t, courseId) =>
    t.db.update(enrollments).set({ accessUntil: '-infinity' }).where(eq(enrollments.courseId, courseId)),
  prerequisites: lockByPrerequisites,
  opens_later: lockBySection,
  in_order: (t, courseId) => t.db.update(courses).set({ lessonOrder: 'in_order' }).where(eq(courses.id, courseId)),
}

export const LOCK_REASONS = Object.keys(LOCKS) as LockReason[]
