import { sql } from 'drizzle-orm'
import { CALL_NAMES, type CallName, getCall } from '#contract/calls.ts'
import { contract } from '#contract/contract.ts'
import { notes, quizAttempts } from '#server/platform/db/schema.ts'
import { at } from '#server/testing/at.ts'
import type { TestApp } from '#server/testing/test-app.ts'
import {
  type createLockedCourse,
  hasSecret,
  LOCKED_CAPTIONS,
  LOCKED_KINDS,
  LOCKED_VIDEO,
  SECRET_QUIZ,
} from './locked-course.ts'

export type LockedCourse = Awaited<ReturnType<typeof createLockedCourse>>

/** These end the session or the account, or upload a picture. */
const LEFT_OUT: CallName[] = ['login', 'signup', 'logout', 'deleteAccount', 'endOtherSessions', 'handleUploads']
const CALLS = CALL_NAMES.filter((name) => getCall(name).access !== 'admin' && !LEFT_OUT.includes(name))

/** What a student finds whose lessons are all open. */
export const ALL_OPENINGS = [
  ...['getCourseData', 'getLesson', 'completeCourse', 'saveLessonPosition', 'reportLessonProblem', 'addReview'],
  ...['getQuiz', 'startAttempt', 'saveAnswer', 'submitAttempt', 'getAttempts', 'submitAssignment'],
  ...['getNotes', 'addNote', 'updateNote', 'deleteNote'],
  ...[LOCKED_VIDEO, LOCKED_CAPTIONS].flatMap((name) => [`GET ${name}`, `HEAD ${name}`]),
]

const EARLIER_NOTE = 'A thought about the locked lesson'

/** The others need to be called only once. */
const isAboutLesson = (name: CallName) => {
  const { shape = {} } = contract[name].input as { shape?: object }
  return ['material_id', 'id', 'attempt_id', 'note_id'].some((field) => field in shape)
}

/** One body with what any call may need. */
export const buildLessonBody = ({ student, course }: LockedCourse, material_id: number) => ({
  ...{ student_id: student.id, user_id: student.id, sender_id: student.id, course_id: course.id, page: 1 },
  ...{ id: material_id, material_id, value: true, position: 5, watched: [[0, 10]], seconds: 1, text: 'Mine' },
  ...{ question_id: 'q1', answer: 'x', answers: { q1: 'x' }, review_text: 'Good.', stars: 5 },
  ...{ search_text: '', select_data: '' },
})

/** What a student can write in a course. */
async function readWritten(t: TestApp, { student, course }: LockedCourse): Promise<string> {
  const { rows } = await t.db.execute(sql`select
    (select json_agg(json_build_array(completed_lessons, completed_at, access_until > now())) from enrollments where user_id = ${student.id}) as enrollments,
    (select json_agg(p order by lesson_id) from lesson_progress p where user_id = ${student.id}) as progress,
    (select json_agg(e order by id) from learning_events e where user_id = ${student.id}) as events,
    (select json_agg(n order by id) from notes n where user_id = ${student.id}) as notes,
    (select json_agg(a order by id) from quiz_attempts a where user_id = ${student.id}) as attempts,
    (select json_agg(s order by id) from submissions s where user_id = ${student.id}) as submissions,
    (select json_agg(r) from reviews r where user_id = ${student.id}) as reviews,
    (select json_agg(n order by id) from notifications n where user_id = ${student.id}) as notifications,
    (select json_agg(problem_reported_at order by id) from lessons where course_id = ${course.id}) as problems`)
  return JSON.stringify(rows)
}

/** From when the lessons were open. */
async function createEarlierRecords(t: TestApp, { student, getId }: LockedCourse) {
  const toLesson = (kind: (typeof LOCKED_KINDS)[number]) => ({
    userId: student.id,
    lessonId: getId(LOCKED_KINDS.indexOf(kind) + 1),
  })
  const attempt = { ...toLesson('quiz'), questions: SECRET_QUIZ.questions, passMark: 50, maxScore: 1 }
  const note = { ...toLesson('video'), seconds: 1, text: EARLIER_NOTE }
  return {
    attempt_id: at(await t.db.insert(quizAttempts).values(attempt).returning()).id,
    note_id: at(await t.db.insert(notes).values(note).returning()).id,
  }
}

/** Every call about each locked lesson, and every way to ask for its files. Returns what opened. */
export async function findOpenings(t: TestApp, locked: LockedCourse, isOpening = hasSecret): Promise<string[]> {
  const { student, getId } = locked
  const openings = new Set<string>()
  const records = await createEarlierRecords(t, locked)
  let before = await readWritten(t, locked)
  for (const index of LOCKED_KINDS.keys())
    for (const name of index === 0 ? CALLS : CALLS.filter(isAboutLesson)) {
      const { body } = await t.send(name, { ...buildLessonBody(locked, getId(index + 1)), ...records }, student.cookie)
      const answer = JSON.stringify(body)
      const after = await readWritten(t, locked)
      const hasNote = name === 'getNotes' && answer.includes(EARLIER_NOTE)
      if (isOpening(answer) || hasNote || after !== before) openings.add(name)
      before = after
    }
  for (const name of [LOCKED_VIDEO, LOCKED_CAPTIONS])
    for (const method of ['GET', 'HEAD'] as const)
      for (const range of [{}, { range: 'bytes=0-9' }]) {
        const headers = { cookie: student.cookie, ...range }
        const { statusCode } = await t.app.inject({ method, url: `/uploads/${name}`, headers })
        if (statusCode !== 403) openings.add(`${method} ${name}`)
      }
  return [...openings]
}
