import { eq } from 'drizzle-orm'
import { type Quiz, quizInput } from '#contract/schemas/learning/quiz-input.ts'
import { type courses, lessons } from '#server/platform/db/schema.ts'
import { at } from '#server/testing/at.ts'
import type { TestApp } from '#server/testing/test-app.ts'

const options = (...texts: string[]) => texts.map((text, index) => ({ id: `o${index}`, text }))

/** One question of each kind. The ids tell the answers, as an author's may. */
export const QUESTIONS = {
  single: {
    id: 'q-single',
    kind: 'single',
    text: 'Which is a fruit?',
    options: options('Apple', 'Stone'),
    correct: 'o0',
  },
  multiple: {
    ...{ id: 'q-multiple', kind: 'multiple', text: 'Which are even?', points: 2 },
    ...{ options: options('Two', 'Three', 'Four', 'Five'), correct: ['o0', 'o2'] },
  },
  trueFalse: { id: 'q-true', kind: 'true_false', text: 'Water is wet', correct: true },
  shortText: {
    id: 'q-text',
    kind: 'short_text',
    text: 'The capital of France?',
    accepted: ['Paris', 'Ville de Paris'],
  },
  number: { id: 'q-number', kind: 'number', text: 'Pi to two places?', correct: 3.14, tolerance: 0.005 },
  ordering: {
    ...{ id: 'q-order', kind: 'ordering', text: 'Smallest first', points: 3 },
    options: options('One', 'Ten', 'Hundred'),
  },
  matching: {
    ...{ id: 'q-match', kind: 'matching', text: 'Capitals', points: 2 },
    pairs: [
      { id: 'p0', text: 'Italy', match_id: 'm0', match: 'Rome' },
      { id: 'p1', text: 'Spain', match_id: 'm1', match: 'Madrid' },
    ],
  },
} as const

/** With the schema's defaults. */
export const buildQuiz = (changes: object = {}): Quiz =>
  quizInput.parse({ questions: Object.values(QUESTIONS), ...changes })

/** A course whose first lesson is this quiz, which completes it when it is passed. */
export async function makeQuizCourse(
  t: TestApp,
  changes: object = {},
  lesson: Partial<typeof lessons.$inferInsert> = {},
  course: Partial<typeof courses.$inferInsert> = {},
) {
  const made = await t.make.course({ lessonTitles: ['The quiz', 'After it'], ...course })
  const { id } = at(made.lessons)
  await t.db
    .update(lessons)
    .set({ kind: 'quiz', completion: 'passed', url: '', quiz: buildQuiz(changes), ...lesson })
    .where(eq(lessons.id, id))
  return { courseId: made.id, lessonId: id }
}

/** A student of a new course with this quiz. */
export async function makeQuizStudent(
  t: TestApp,
  changes: object = {},
  lesson: Partial<typeof lessons.$inferInsert> = {},
) {
  const { courseId, lessonId } = await makeQuizCourse(t, changes, lesson)
  const student = await t.make.signedIn()
  await t.make.enrollment(student.id, courseId)
  return { student, cookie: student.cookie, courseId, lessonId }
}
