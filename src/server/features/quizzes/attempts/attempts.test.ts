import { and, eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import type { CallOutput } from '#contract/contract.ts'
import {
  enrollments,
  learningEvents,
  lessonProgress,
  lessons,
  quizAnswers,
  quizAttempts,
} from '#server/platform/db/schema.ts'
import { at } from '#server/testing/at.ts'
import { buildQuiz, makeQuizCourse, makeQuizStudent, QUESTIONS } from '#server/testing/learning/quizzes.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { finishExpiredAttempts } from './finish-expired-attempts.ts'

const t = useTestApp()

type Attempt = CallOutput<'startAttempt'>

const SHORT = [QUESTIONS.trueFalse, QUESTIONS.number]
const RIGHT = { 'q-true': true, 'q-number': '3,14' }

async function start(lessonId: number, cookie: string) {
  const { body } = await t.call('startAttempt', { material_id: lessonId }, cookie)
  return body.msg as Attempt
}
const save = (attempt_id: number, question_id: string, answer: unknown, cookie: string) =>
  t.send('saveAnswer', { attempt_id, question_id, answer }, cookie)
async function saveAll(attemptId: number, answers: Record<string, unknown>, cookie: string) {
  for (const [questionId, answer] of Object.entries(answers))
    expect((await save(attemptId, questionId, answer, cookie)).status).toBe(200)
}
const submit = (attempt_id: number, cookie: string) => t.call('submitAttempt', { attempt_id }, cookie)
const getAttempts = async (material_id: number, cookie: string) =>
  (await t.call('getAttempts', { material_id }, cookie)).body.msg as Attempt[]
const getQuiz = async (material_id: number, cookie: string) =>
  (await t.call('getQuiz', { material_id }, cookie)).body.msg as CallOutput<'getQuiz'>
/** As if the attempt had been started this much earlier. */
const age = (attemptId: number, seconds: number) =>
  t.db
    .update(quizAttempts)
    .set({ endsAt: sql`${quizAttempts.endsAt} - ${seconds} * interval '1 second'` })
    .where(eq(quizAttempts.id, attemptId))
const findEvents = (userId: number) =>
  t.db.select().from(learningEvents).where(eq(learningEvents.userId, userId)).orderBy(learningEvents.id)
const isCompleted = async (userId: number) =>
  (await t.db.select().from(lessonProgress).where(eq(lessonProgress.userId, userId))).some(
    ({ completedAt }) => completedAt,
  )
const code = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code]

describe('who may take a quiz', () => {
  test('returns 403 to a student without the course, also for a preview, and 404 for another kind of lesson', async () => {
    const { courseId, lessonId } = await makeQuizCourse(t)
    const preview = await makeQuizCourse(t, {}, { isPreview: true })
    const stranger = await t.make.signedIn()
    for (const id of [lessonId, preview.lessonId])
      for (const name of ['getQuiz', 'startAttempt', 'getAttempts'] as const)
        expect(code(await t.call(name, { material_id: id }, stranger.cookie))).toEqual([403, 'not_enrolled'])
    const [video] = await t.db
      .select()
      .from(lessons)
      .where(and(eq(lessons.courseId, courseId), eq(lessons.place, 1)))
    await t.make.enrollment(stranger.id, courseId)
    for (const name of ['getQuiz', 'startAttempt', 'getAttempts'] as const)
      expect(code(await t.call(name, { material_id: video?.id ?? 0 }, stranger.cookie))).toEqual([
        404,
        'lesson_not_found',
      ])
  })

  test('returns 404 for another student’s attempt and 403 after the access ended', async () => {
    const { student, cookie, courseId, lessonId } = await makeQuizStudent(t)
    const { attempt_id } = await start(lessonId, cookie)
    const other = await t.make.signedIn()
    await t.make.enrollment(other.id, courseId)
    expect(code(await save(attempt_id, 'q-true', true, other.cookie))).toEqual([404, 'attempt_not_found'])
    expect(code(await submit(attempt_id, other.cookie))).toEqual([404, 'attempt_not_found'])
    await t.db.update(enrollments).set({ accessUntil: '-infinity' }).where(eq(enrollments.userId, student.id))
    expect(code(await save(attempt_id, 'q-true', true, cookie))).toEqual([403, 'not_enrolled'])
    expect(code(await submit(attempt_id, cookie))).toEqual([403, 'not_enrolled'])
    expect(code(await t.call('getQuiz', { material_id: lessonId }, cookie))).toEqual([403, 'not_enrolled'])
  })

  test('returns 403 lesson_locked by every call while the lesson is not open', async () => {
    const { courseId, lessonId, cookie } = await makeQuizStudent(t, {}, { place: 5 })
    await t.db.execute(sql`update courses set lesson_order = 'in_order' where id = ${courseId}`)
    for (const name of ['getQuiz', 'startAttempt', 'getAttempts'] as const)
      expect(code(await t.call(name, { material_id: lessonId }, cookie))).toEqual([403, 'lesson_locked'])
  })
})

describe('an attempt', () => {
  test('is resumed with its answers, and each answer can change until it is submitted', async () => {
    const { lessonId, cookie } = await makeQuizStudent(t)
    const attempt = await start(lessonId, cookie)
    await saveAll(attempt.attempt_id, { 'q-true': false, 'q-text': 'Par' }, cookie)
    await saveAll(attempt.attempt_id, { 'q-text': 'Paris' }, cookie)
    const again = await start(lessonId, cookie)
    expect(again).toMatchObject({
      ...{ attempt_id: attempt.attempt_id, number: 1, submitted_date: null, score: null, review: [] },
      ...{ ends_date: null, seconds_left: null },
      ...{ answers: { 'q-true': false, 'q-text': 'Paris' }, questions: attempt.questions, ends_at: null },
    })
    expect(await getAttempts(lessonId, cookie)).toMatchObject([{ answers: { 'q-true': false, 'q-text': 'Paris' } }])
    expect(await getQuiz(lessonId, cookie)).toMatchObject({ attempt_id: attempt.attempt_id, passed: false })
  })

  test('passes with every answer right where the stored points have many decimals', async () => {
    const questions = ['a', 'b', 'c'].map((id) => ({
      ...at(buildQuiz({ questions: [QUESTIONS.trueFalse] }).questions),
      id,
    }))
    const quiz = { ...buildQuiz({ pass_mark: 100 }), questions: questions.map((one) => ({ ...one, points: 0.333 })) }
    const { lessonId, cookie } = await makeQuizStudent(t, {}, { quiz })
    expect(await getQuiz(lessonId, cookie)).toMatchObject({ max: 0.99 })
    const { attempt_id } = await start(lessonId, cookie)
    await saveAll(attempt_id, { a: true, b: true, c: true }, cookie)
    expect((await submit(attempt_id, cookie)).body.msg).toMatchObject({ score: 0.99, max: 0.99, passed: true })
  })

  test('is graded with every kind of question', async () => {
    const { student, lessonId, cookie } = await makeQuizStudent(t)
    const attempt = await start(lessonId, cookie)
    const find = (id: string) => attempt.questions.find(({ question_id }) => question_id === id)
    const pick = (id: string, ...texts: string[]) =>
      texts.map((text) => find(id)?.options.find((option) => option.text === text)?.option_id ?? 'missing')
    const prompts = find('q-match')?.prompts.map(({ option_id }) => option_id) ?? []
    await saveAll(
      attempt.attempt_id,
      {
        'q-single': pick('q-single', 'Apple')[0],
        'q-multiple': pick('q-multiple', 'Four'),
        'q-true': true,
        'q-text': ' paris',
        'q-number': 3.1401,
        'q-order': pick('q-order', 'One', 'Ten', 'Hundred'),
        'q-match': { [prompts[0] ?? '']: pick('q-match', 'Rome')[0] },
      },
      cookie,
    )
    const { body } = await submit(attempt.attempt_id, cookie)
    // All but one of two choices and one of two pairs, of 11 points.
    expect(body.msg).toMatchObject({ score: 9, max: 11, passed: true, attempts_left: null, progress: 50 })
    const { review } = body.msg as CallOutput<'submitAttempt'>
    expect(review.map(({ points }) => points)).toEqual([1, 1, 1, 1, 1, 3, 1])
    expect(review.find(({ question_id }) => question_id === 'q-multiple')).toMatchObject({
      ...{ correct: false, max: 2, correct_answer: pick('q-multiple', 'Two', 'Four') },
    })
    expect(await isCompleted(student.id)).toBe(true)
    expect((await findEvents(student.id)).map(({ kind, data }) => [kind, data])).toEqual([
      ['attempt_submitted', { attempt_id: attempt.attempt_id, score: 9, max: 11, passed: true }],
      ['lesson_completed', { attempt_id: attempt.attempt_id }],
    ])
    const stored = await t.db.select().from(quizAnswers).where(eq(quizAnswers.attemptId, attempt.attempt_id))
    expect(stored.map(({ answerText }) => answerText).toSorted()).toEqual(
      ['3.1401', 'Apple', 'Four', 'Italy = Rome', 'One → Ten → Hundred', 'True', 'paris'].toSorted(),
    )
  })

  test.each([
    ['another question’s', 'q-x', true, 404, 'question_not_found'],
    ['an unknown option', 'q-single', 'o0', 400, 'invalid_input'],
    ['a list for a single choice', 'q-single', ['0'], 400, 'invalid_input'],
    ['a repeated option', 'q-multiple', ['0', '0'], 400, 'invalid_input'],
    ['too few items', 'q-order', ['0'], 400, 'invalid_input'],
    ['an unknown pair', 'q-match', { x: '0' }, 400, 'invalid_input'],
    ['text for true or false', 'q-true', 'true', 400, 'invalid_input'],
    ['nothing', 'q-true', null, 400, 'invalid_input'],
    ['a nested list', 'q-multiple', [['0']], 400, 'invalid_input'],
    ['a text with U+0000', 'q-text', 'a\u0000', 400, 'invalid_input'],
    ['a text with half a character', 'q-text', '\ud800', 400, 'invalid_input'],
    ['an endless text', 'q-text', 'x'.repeat(2_001), 400, 'invalid_input'],
  ])('refuses %s answer and keeps the one before', async (_, questionId, answer, status, errorCode) => {
    const { lessonId, cookie } = await makeQuizStudent(t)
    const { attempt_id } = await start(lessonId, cookie)
    await saveAll(attempt_id, { 'q-single': '1' }, cookie)
    expect(code(await save(attempt_id, questionId, answer, cookie))).toEqual([status, errorCode])
    expect(at(await getAttempts(lessonId, cookie)).answers).toEqual({ 'q-single': '1' })
  })

  test('grades once and completes once when 50 submits arrive together, with 50 answers between them', async () => {
    const { student, lessonId, cookie } = await makeQuizStudent(t, { questions: SHORT })
    const { attempt_id } = await start(lessonId, cookie)
    await saveAll(attempt_id, RIGHT, cookie)
    const answers = await Promise.all(
      Array.from({ length: 50 }, async (_, index) => {
        if (index % 2) await save(attempt_id, 'q-true', true, cookie)
        return submit(attempt_id, cookie)
      }),
    )
    expect([...new Set(answers.map(({ status, body }) => JSON.stringify([status, body.msg])))]).toHaveLength(1)
    expect(answers[0]?.body.msg).toMatchObject({ score: 2, max: 2, passed: true, progress: 50 })
    expect((await findEvents(student.id)).map(({ kind }) => kind)).toEqual(['attempt_submitted', 'lesson_completed'])
    expect(await t.db.select().from(quizAnswers).where(eq(quizAnswers.attemptId, attempt_id))).toHaveLength(2)
    expect(code(await save(attempt_id, 'q-true', false, cookie))).toEqual([409, 'attempt_ended'])
  })

  test('is opened once when 20 starts arrive together', async () => {
    const { lessonId, cookie } = await makeQuizStudent(t, { max_attempts: 2 })
    const started = await Promise.all(
      Array.from({ length: 20 }, () => t.call('startAttempt', { material_id: lessonId }, cookie)),
    )
    expect(new Set(started.map(({ body }) => (body.msg as Attempt).attempt_id)).size).toBe(1)
    expect(await getAttempts(lessonId, cookie)).toHaveLength(1)
  })

  test('finishes the course with its last lesson, and leaves the lesson open without a pass', async () => {
    const { student, courseId, lessonId, cookie } = await makeQuizStudent(t, { questions: SHORT })
    const failed = await start(lessonId, cookie)
    await saveAll(failed.attempt_id, { 'q-true': true }, cookie)
    expect((await submit(failed.attempt_id, cookie)).body.msg).toMatchObject({ score: 1, passed: false, progress: 0 })
    expect(await isCompleted(student.id)).toBe(false)
    await t.db.delete(lessons).where(and(eq(lessons.courseId, courseId), eq(lessons.place, 1)))
    const passed = await start(lessonId, cookie)
    expect(passed.number).toBe(2)
    await saveAll(passed.attempt_id, RIGHT, cookie)
    expect((await submit(passed.attempt_id, cookie)).body.msg).toMatchObject({ passed: true, progress: 100 })
    expect(await getQuiz(lessonId, cookie)).toMatchObject({ passed: true, attempt_id: null })
  })

  test('completes nothing when the lesson is ticked by hand', async () => {
    const { student, lessonId, cookie } = await makeQuizStudent(t, { questions: SHORT }, { completion: 'manual' })
    const { attempt_id } = await start(lessonId, cookie)
    await saveAll(attempt_id, RIGHT, cookie)
    expect((await submit(attempt_id, cookie)).body.msg).toMatchObject({ passed: true, progress: 0 })
    expect(await isCompleted(student.id)).toBe(false)
  })

  test.each([
    [50, 1, true],
    [51, 1, false],
    [100, 2, true],
    [0, 0, true],
  ])('with the pass mark %i and %i of 2 points passes: %s', async (pass_mark, right, passed) => {
    const { lessonId, cookie } = await makeQuizStudent(t, { questions: SHORT, pass_mark })
    const { attempt_id } = await start(lessonId, cookie)
    await saveAll(attempt_id, Object.fromEntries(Object.entries(RIGHT).slice(0, right)), cookie)
    expect((await submit(attempt_id, cookie)).body.msg).toMatchObject({ score: right, passed })
  })

  test('keeps its questions, answers and pass mark when an admin changes the quiz meanwhile', async () => {
    const { lessonId, cookie } = await makeQuizStudent(t, { questions: SHORT, pass_mark: 100 })
    const { attempt_id, questions } = await start(lessonId, cookie)
    const changed = buildQuiz({
      questions: [{ ...QUESTIONS.trueFalse, correct: false }],
      pass_mark: 0,
      answers_shown: 'each',
    })
    await t.db.update(lessons).set({ quiz: changed }).where(eq(lessons.id, lessonId))
    expect((await getQuiz(lessonId, cookie)).questions).toEqual(questions)
    await saveAll(attempt_id, { ...RIGHT, 'q-number': 0 }, cookie)
    expect((await save(attempt_id, 'q-true', true, cookie)).body.msg).toEqual({ review: null })
    expect((await submit(attempt_id, cookie)).body.msg).toMatchObject({ score: 1, max: 2, passed: false })
  })

  test('is refused beyond the limit, and a reset of the progress gives all back', async () => {
    const { student, lessonId, cookie } = await makeQuizStudent(t, { questions: SHORT, max_attempts: 2 })
    for (const left of [1, 0]) {
      const { attempt_id } = await start(lessonId, cookie)
      expect((await submit(attempt_id, cookie)).body.msg).toMatchObject({ attempts_left: left })
    }
    expect(code(await t.call('startAttempt', { material_id: lessonId }, cookie))).toEqual([409, 'no_attempts_left'])
    expect(await getQuiz(lessonId, cookie)).toMatchObject({ attempts_left: 0 })
    await t.db.update(quizAttempts).set({ isVoid: true }).where(eq(quizAttempts.userId, student.id))
    expect(await getQuiz(lessonId, cookie)).toMatchObject({ attempts_left: 2, passed: false })
    expect(await getAttempts(lessonId, cookie)).toEqual([])
    expect(await start(lessonId, cookie)).toMatchObject({ number: 1 })
  })

  test('begins anew after an admin has reopened a lesson that was passed with the last attempt', async () => {
    const { student, courseId, lessonId, cookie } = await makeQuizStudent(t, { questions: SHORT, max_attempts: 1 })
    const admin = await t.make.signedIn({ role: 'admin' })
    const pass = async () => {
      const { attempt_id } = await start(lessonId, cookie)
      await saveAll(attempt_id, RIGHT, cookie)
      return (await submit(attempt_id, cookie)).body.msg
    }
    const input = { student_id: student.id, course_id: courseId, material_id: lessonId, reason: 'Shared answers' }
    const setCompleted = async (value: boolean) =>
      (await t.call('setLessonProgress', { ...input, value }, admin.cookie)).body.msg
    expect(await pass()).toMatchObject({ progress: 50, attempts_left: 0 })
    expect(await setCompleted(false)).toEqual({ progress: 0 })
    expect(await getQuiz(lessonId, cookie)).toMatchObject({ attempts_left: 1, passed: false })
    expect(await pass()).toMatchObject({ progress: 50, attempts_left: 0 })
    await setCompleted(true)
    expect(await getQuiz(lessonId, cookie)).toMatchObject({ passed: true })
  })

  test('leaves the tick to a student who had passed before that became the rule', async () => {
    const { courseId, lessonId, cookie } = await makeQuizStudent(t, { questions: SHORT }, { completion: 'manual' })
    const { attempt_id } = await start(lessonId, cookie)
    await t.db.update(lessons).set({ completion: 'passed' }).where(eq(lessons.id, lessonId))
    const readRule = async () => {
      const { body } = await t.call('getCourseData', { course_id: courseId }, cookie)
      return (body.msg as CallOutput<'getCourseData'>).msg.materials.map(({ completion }) => completion)
    }
    expect(await readRule()).toEqual(['passed', 'manual'])
    await t.db.update(lessons).set({ completion: 'manual' }).where(eq(lessons.id, lessonId))
    await saveAll(attempt_id, RIGHT, cookie)
    await submit(attempt_id, cookie)
    await t.db.update(lessons).set({ completion: 'passed' }).where(eq(lessons.id, lessonId))
    expect(await readRule()).toEqual(['manual', 'manual'])
    const tick = { id: lessonId, course_id: courseId, value: true }
    expect((await t.call('completeCourse', tick, cookie)).body.msg).toEqual({ progress: 50 })
    expect(await readRule()).toEqual(['passed', 'manual'])
  })
})

describe('a time limit', () => {
  const timed = (changes: object = {}) => makeQuizStudent(t, { questions: SHORT, time_limit_s: 60, ...changes })

  test('is counted from the start by the server, and not again on a reload', async () => {
    const { lessonId, cookie } = await timed()
    const attempt = await start(lessonId, cookie)
    expect(attempt.seconds_left).toBeGreaterThan(30)
    expect(attempt.seconds_left).toBeLessThan(61)
    await age(attempt.attempt_id, 50)
    const again = at(await getAttempts(lessonId, cookie))
    expect(again.seconds_left).toBeLessThanOrEqual(10)
  })

  test('takes an answer within five seconds after its end and refuses a later one', async () => {
    const { lessonId, cookie } = await timed()
    const { attempt_id } = await start(lessonId, cookie)
    await age(attempt_id, 61)
    await saveAll(attempt_id, { 'q-true': true }, cookie)
    await age(attempt_id, 60)
    expect(code(await save(attempt_id, 'q-number', '3.14', cookie))).toEqual([409, 'attempt_ended'])
    expect(await getAttempts(lessonId, cookie)).toMatchObject([
      { attempt_id, score: 1, max: 2, passed: false, answers: { 'q-true': true }, seconds_left: null },
    ])
  })

  const touches = {
    getQuiz: (id: number, cookie: string) => t.call('getQuiz', { material_id: id }, cookie),
    getAttempts: (id: number, cookie: string) => t.call('getAttempts', { material_id: id }, cookie),
    startAttempt: (id: number, cookie: string) => t.call('startAttempt', { material_id: id }, cookie),
    'the job': () => finishExpiredAttempts({ db: t.db, invalidate: () => undefined }, () => undefined),
  }
  test.each(Object.entries(touches))('is graded with what was saved by %s after its end', async (name, touch) => {
    const { student, lessonId, cookie } = await timed()
    const { attempt_id } = await start(lessonId, cookie)
    await saveAll(attempt_id, RIGHT, cookie)
    await age(attempt_id, 600)
    await Promise.all([touch(lessonId, cookie), touch(lessonId, cookie)])
    const attempts = await getAttempts(lessonId, cookie)
    expect(attempts.find((one) => one.attempt_id === attempt_id)).toMatchObject({ score: 2, passed: true })
    expect(attempts).toHaveLength(name === 'startAttempt' ? 2 : 1)
    expect((await findEvents(student.id)).map(({ kind }) => kind)).toEqual(['attempt_submitted', 'lesson_completed'])
  })

  test('submits late with what was saved in time', async () => {
    const { lessonId, cookie } = await timed()
    const { attempt_id } = await start(lessonId, cookie)
    await saveAll(attempt_id, RIGHT, cookie)
    await age(attempt_id, 600)
    expect((await submit(attempt_id, cookie)).body.msg).toMatchObject({ score: 2, passed: true })
    const [row] = await t.db.select().from(quizAttempts).where(eq(quizAttempts.id, attempt_id))
    expect(row?.submittedAt).toEqual(row?.endsAt)
  })

  test('is graded by the job without the student’s access and beside an attempt that fails', async () => {
    const { student, lessonId, cookie } = await timed()
    const { attempt_id } = await start(lessonId, cookie)
    await age(attempt_id, 600)
    await t.db.update(enrollments).set({ accessUntil: '-infinity' }).where(eq(enrollments.userId, student.id))
    const broken = await timed()
    const other = await start(broken.lessonId, broken.cookie)
    await age(other.attempt_id, 600)
    await t.db.delete(enrollments).where(eq(enrollments.userId, broken.student.id))
    const warnings: string[] = []
    await finishExpiredAttempts({ db: t.db, invalidate: () => undefined }, (_, text) => warnings.push(text))
    const [row] = await t.db.select().from(quizAttempts).where(eq(quizAttempts.id, attempt_id))
    expect([row?.score, warnings]).toEqual([0, ['an attempt was not graded']])
    await t.db.delete(quizAttempts).where(eq(quizAttempts.id, other.attempt_id))
  })
})

describe('answers shown', () => {
  test('after each question: returned with the answer, which is final, and shown again after a reload', async () => {
    const { lessonId, cookie } = await makeQuizStudent(t, { questions: SHORT, answers_shown: 'each' })
    const { attempt_id } = await start(lessonId, cookie)
    const { body } = await save(attempt_id, 'q-true', false, cookie)
    const review = {
      question_id: 'q-true',
      points: 0,
      max: 1,
      correct: false,
      answer: false,
      correct_answer: true,
      explanation: '',
    }
    expect(body.msg).toEqual({ review })
    expect((await save(attempt_id, 'q-true', false, cookie)).body.msg).toEqual({ review })
    expect(code(await save(attempt_id, 'q-true', true, cookie))).toEqual([409, 'attempt_ended'])
    expect(at(await getAttempts(lessonId, cookie)).review).toEqual([review])
    expect((await submit(attempt_id, cookie)).body.msg).toMatchObject({ score: 0 })
  })

  test('after each question: ten different answers at once store one', async () => {
    const { lessonId, cookie } = await makeQuizStudent(t, { questions: SHORT, answers_shown: 'each' })
    const { attempt_id } = await start(lessonId, cookie)
    const results = await Promise.all(Array.from({ length: 10 }, (_, n) => save(attempt_id, 'q-number', n, cookie)))
    expect(results.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test('never: the score only', async () => {
    const { lessonId, cookie } = await makeQuizStudent(t, { questions: SHORT, answers_shown: 'never' })
    const { attempt_id } = await start(lessonId, cookie)
    expect((await save(attempt_id, 'q-true', true, cookie)).body.msg).toEqual({ review: null })
    expect((await submit(attempt_id, cookie)).body.msg).toMatchObject({ score: 1, max: 2, review: [] })
    expect(at(await getAttempts(lessonId, cookie)).review).toEqual([])
  })
})

describe('getQuiz', () => {
  test('tells what to expect, without the pool before it is drawn, and without texts before the time runs', async () => {
    const pool = [QUESTIONS.single, QUESTIONS.trueFalse].map((question) => ({ ...question, pool: 'p' }))
    const quiz = {
      questions: [QUESTIONS.number, ...pool],
      pools: [{ name: 'p', draw: 1 }],
      max_attempts: 3,
      pass_mark: 60,
    }
    const { lessonId, cookie } = await makeQuizStudent(t, quiz)
    expect(await getQuiz(lessonId, cookie)).toEqual({
      ...{ material_id: lessonId, title: 'The quiz', pass_mark: 60, attempts_left: 3, time_limit_s: null },
      ...{ answers_shown: 'end', question_count: 2, max: 2, attempt_id: null, passed: false },
      questions: [expect.objectContaining({ question_id: 'q-number', text: 'Pi to two places?' })],
    })
    await t.db
      .update(lessons)
      .set({ quiz: buildQuiz({ ...quiz, time_limit_s: 60 }) })
      .where(eq(lessons.id, lessonId))
    expect((await getQuiz(lessonId, cookie)).questions).toMatchObject([
      { question_id: 'q-number', text: '', options: [] },
    ])
    const { questions } = await start(lessonId, cookie)
    expect(questions).toHaveLength(2)
    expect((await getQuiz(lessonId, cookie)).questions).toEqual(questions)
  })

  test('shows admins every kind of question', async () => {
    const { lessonId } = await makeQuizCourse(t)
    const admin = await t.make.signedIn({ role: 'admin' })
    expect((await getQuiz(lessonId, admin.cookie)).questions).toHaveLength(7)
  })
})

describe('a sample quiz', () => {
  test('can be tried by visitors and stores nothing', async () => {
    const { lessonId } = await makeQuizCourse(t, {}, { isPreview: true })
    const sample = (await t.call('getSampleQuiz', { material_id: lessonId })).body.msg as CallOutput<'getSampleQuiz'>
    expect(sample).toMatchObject({ title: 'The quiz', question_count: 7, max: 11 })
    const order = sample.questions.find(({ kind }) => kind === 'ordering')
    const ids = ['One', 'Ten', 'Hundred'].map(
      (text) => order?.options.find((option) => option.text === text)?.option_id ?? '',
    )
    const answers = { 'q-true': true, 'q-order': ids }
    const { body } = await t.call('checkSampleQuiz', { material_id: lessonId, answers })
    expect(body.msg).toMatchObject({ score: 4, max: 11, passed: false })
    expect((body.msg as CallOutput<'checkSampleQuiz'>).review).toHaveLength(7)
    expect(await t.db.select().from(quizAttempts).where(eq(quizAttempts.lessonId, lessonId))).toEqual([])
  })

  test('is refused for other quizzes to all but admins', async () => {
    const { lessonId, cookie } = await makeQuizStudent(t)
    const admin = await t.make.signedIn({ role: 'admin' })
    const ask = (asker?: string) => t.call('getSampleQuiz', { material_id: lessonId }, asker)
    expect(code(await ask())).toEqual([403, 'not_enrolled'])
    expect(code(await ask(cookie))).toEqual([403, 'not_allowed'])
    expect((await ask(admin.cookie)).status).toBe(200)
    expect(code(await t.call('checkSampleQuiz', { material_id: lessonId, answers: {} }, cookie))).toEqual([
      403,
      'not_allowed',
    ])
  })
})
