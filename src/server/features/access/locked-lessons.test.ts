import { eq, sql } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { CALL_NAMES, type CallName, getCall } from '#contract/calls.ts'
import { contract } from '#contract/contract.ts'
import { lessons, quizAttempts } from '#server/platform/db/schema.ts'
import {
  createLockedCourse,
  hasSecret,
  LOCK_REASONS,
  LOCKED_CAPTIONS,
  LOCKED_KINDS,
  LOCKED_VIDEO,
  LOCKS,
  SECRET_QUIZ,
  writeLockedFiles,
} from '#server/testing/learning/locked-course.ts'
import { connectChat } from '#server/testing/network/socket-client.ts'
import { useTestApp } from '#server/testing/test-app.ts'

/** These end the session or the account, or upload a picture. */
const LEFT_OUT: CallName[] = ['login', 'signup', 'logout', 'deleteAccount', 'endOtherSessions', 'handleUploads']
const CALLS = CALL_NAMES.filter((name) => getCall(name).access !== 'admin' && !LEFT_OUT.includes(name))
/** The others need to be called only once. */
const isAboutLesson = (name: CallName) => {
  const { shape = {} } = contract[name].input as { shape?: object }
  return 'material_id' in shape || 'id' in shape || 'attempt_id' in shape
}
const t = useTestApp()
type LockedCourse = Awaited<ReturnType<typeof createLockedCourse>>
let student: LockedCourse['student']
let course: LockedCourse['course']
let getId: LockedCourse['getId']
beforeAll(() => writeLockedFiles(t))
beforeEach(async () => {
  await t.db.delete(lessons)
  ;({ student, course, getId } = await createLockedCourse(t))
})

/** One body with what any call may need. */
const buildBody = (lessonId: number, attemptId: number) => ({
  ...{ student_id: student.id, user_id: student.id, sender_id: student.id, course_id: course.id, page: 1 },
  ...{ id: lessonId, material_id: lessonId, attempt_id: attemptId, value: true, position: 5, watched: [[0, 10]] },
  ...{
    question_id: 'q1',
    answer: 'x',
    answers: { q1: 'x' },
    seconds: 1,
    text: 'Mine',
    search_text: '',
    select_data: '',
  },
})

/** What a student can write about these lessons. */
async function readWritten(): Promise<string> {
  const { rows } = await t.db.execute(sql`select
    (select json_agg(p.*) from lesson_progress p where user_id = ${student.id} and lesson_id <> ${getId(0)}) as progress,
    (select json_agg(e.*) from learning_events e where user_id = ${student.id} and lesson_id <> ${getId(0)}) as events,
    (select json_agg(n.*) from notes n where user_id = ${student.id}) as notes,
    (select json_agg(a.*) from quiz_attempts a where user_id = ${student.id}) as attempts,
    (select json_agg(s.*) from submissions s where user_id = ${student.id}) as submissions,
    (select json_agg(problem_reported_at) from lessons where course_id = ${course.id}) as problems`)
  return JSON.stringify(rows)
}

/** Every call about each locked lesson, and every way to ask for its files. Returns what opened. */
async function findOpenings(): Promise<string[]> {
  const openings = new Set<string>()
  // From when the lesson was open.
  const [attempt] = await t.db
    .insert(quizAttempts)
    .values({
      ...{ userId: student.id, lessonId: getId(LOCKED_KINDS.indexOf('quiz') + 1), passMark: 50, maxScore: 1 },
      questions: SECRET_QUIZ.questions,
    })
    .returning()
  const before = await readWritten()
  for (const index of LOCKED_KINDS.keys())
    for (const name of index === 0 ? CALLS : CALLS.filter(isAboutLesson)) {
      const { body } = await t.send(name, buildBody(getId(index + 1), attempt?.id ?? 0), student.cookie)
      if (hasSecret(JSON.stringify(body))) openings.add(name)
    }
  if ((await readWritten()) !== before) openings.add('a write')
  for (const name of [LOCKED_VIDEO, LOCKED_CAPTIONS])
    for (const method of ['GET', 'HEAD'] as const)
      for (const range of [{}, { range: 'bytes=0-9' }]) {
        const headers = { cookie: student.cookie, ...range }
        const { statusCode } = await t.app.inject({ method, url: `/uploads/${name}`, headers })
        if (statusCode !== 403) openings.add(`${method} ${name}`)
      }
  return [...openings]
}

test.each(LOCK_REASONS)(
  'nothing of a lesson that is locked as %s reaches a student, by a call, a file or a socket',
  async (reason) => {
    await LOCKS[reason](t, course.id)
    const socket = await connectChat(t.app, student)
    expect(await findOpenings()).toEqual([])
    for (const index of LOCKED_KINDS.keys()) socket.send({ type: 'getLesson', ...buildBody(getId(index + 1), 0) })
    await socket.waitUntil((client) => client.errors().length === LOCKED_KINDS.length)
    expect(hasSecret(JSON.stringify(socket.frames))).toBe(false)
    await socket.close()
  },
)

test('the same walk finds what an open lesson shows', async () => {
  const openings = await findOpenings()
  expect(openings).toEqual(
    expect.arrayContaining(['getCourseData', 'getLesson', 'getQuiz', 'submitAttempt', 'a write']),
  )
  expect(openings.filter((one) => one.startsWith('GET '))).toHaveLength(2)
})

test('a file that several lessons use opens with any of them', async () => {
  await LOCKS.in_order(t, course.id)
  const get = async () => {
    const { statusCode, body } = await t.app.inject({
      url: `/uploads/${LOCKED_VIDEO}`,
      headers: { cookie: student.cookie },
    })
    return statusCode === 200 ? 'open' : (JSON.parse(body) as { code: string }).code
  }
  expect(await get()).toBe('lesson_locked')
  await t.db
    .update(lessons)
    .set({ url: `/uploads/${LOCKED_VIDEO}` })
    .where(eq(lessons.id, getId(0)))
  expect(await get()).toBe('open')
})
