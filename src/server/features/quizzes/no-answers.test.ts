import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { CALL_NAMES, getCall } from '#contract/calls.ts'
import { lessons } from '#server/platform/db/schema.ts'
import { buildQuiz, makeQuizCourse } from '#server/testing/quizzes.ts'
import { useTestApp } from '#server/testing/test-app.ts'

const t = useTestApp()

/** In everything that only the author knows: correct texts and numbers, ids of options, explanations, pools, tolerances. */
const MARK = 'zq7'
const question = (kind: string, own: object, index: number) => ({
  ...{ id: `question-${index}`, kind, text: `Question ${index}`, explanation: `${MARK} because`, ...own },
})
const option = (text: string, index: number) => ({ id: `${MARK}-${index}`, text })
const MARKED = [
  question('single', { options: ['A', 'B'].map(option), correct: `${MARK}-1` }, 1),
  question('multiple', { options: ['A', 'B', 'C'].map(option), correct: [`${MARK}-0`, `${MARK}-2`] }, 2),
  question('short_text', { accepted: [`${MARK} accepted`] }, 3),
  question('number', { correct: 777_123.25, tolerance: 777_123.25 }, 4),
  question('ordering', { options: ['First', 'Second', 'Third'].map(option) }, 5),
  question(
    'matching',
    { pairs: ['A', 'B'].map((text, at) => ({ ...option(text, at), match: `Of ${text}`, match_id: `${MARK}-m${at}` })) },
    6,
  ),
  question('single', { options: ['A', 'B'].map(option), correct: `${MARK}-0`, pool: `${MARK} pool` }, 7),
]
const QUIZ = { questions: MARKED, pools: [{ name: `${MARK} pool`, draw: 1 }], time_limit_s: 600 }
const SECRETS = [MARK, '777123.25', '"correct"', '"accepted"', '"tolerance"', '"correct_answer"']

const findSecrets = (text: string) => SECRETS.filter((secret) => text.includes(secret))

/** What any call may be asked with. */
function buildBody(ids: { courseId: number; lessonId: number; attemptId: number }): object {
  const { courseId, lessonId, attemptId } = ids
  return {
    ...{ id: lessonId, material_id: lessonId, course_id: courseId, attempt_id: attemptId, page: 1, search_text: '' },
    ...{ question_id: 'question-1', answer: '0', value: false, position: 1, days: 30, text: '' },
  }
}

/** Calls that end what the others need. */
const LEFT_OUT = ['submitAttempt', 'checkSampleQuiz', 'logout', 'deleteAccount', 'endOtherSessions', 'endSession']

test.each([false, true])('no response before the submission has a correct answer, preview: %s', async (isPreview) => {
  const { courseId, lessonId } = await makeQuizCourse(t, QUIZ, { isPreview, title: 'Marked quiz' })
  const student = await t.make.signedIn()
  await t.make.enrollment(student.id, courseId)
  const started = await t.call('startAttempt', { material_id: lessonId }, student.cookie)
  const { attempt_id } = started.body.msg as { attempt_id: number }
  const stranger = await t.make.signedIn()
  const body = buildBody({ courseId, lessonId, attemptId: attempt_id })
  const leaks: unknown[] = []
  let successes = 0
  for (const cookie of [student.cookie, stranger.cookie, undefined]) {
    for (const name of CALL_NAMES.filter((one) => !LEFT_OUT.includes(one) && !getCall(one).isMultipart)) {
      const response = await t.send(name, body, cookie)
      if (response.status === 200) successes++
      // The quiz is the only thing that has these words.
      const found = findSecrets(JSON.stringify(response.body))
      if (found.length > 0) leaks.push([name, cookie === undefined ? 'visitor' : 'user', found])
    }
  }
  expect(leaks).toEqual([])
  expect(findSecrets(JSON.stringify(started.body))).toEqual([])
  // The search must not be empty because every call was refused.
  expect(successes).toBeGreaterThan(40)
  // The same search finds them once they may be known.
  const { body: result } = await t.call('submitAttempt', { attempt_id }, student.cookie)
  expect(findSecrets(JSON.stringify(result))).toContain(MARK)
})

test('a saved answer tells nothing while answers are shown at the end', async () => {
  const { courseId, lessonId } = await makeQuizCourse(t, QUIZ)
  const student = await t.make.signedIn()
  await t.make.enrollment(student.id, courseId)
  const { body } = await t.call('startAttempt', { material_id: lessonId }, student.cookie)
  const { attempt_id } = body.msg as { attempt_id: number }
  const responses = []
  for (const [question_id, answer] of [
    ['question-1', '1'],
    ['question-2', ['0']],
    ['question-3', 'guess'],
    ['question-4', 5],
    ['question-5', ['1', '0', '2']],
    ['question-6', { '0': '1' }],
  ] as const)
    responses.push(await t.send('saveAnswer', { attempt_id, question_id, answer }, student.cookie))
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200])
  expect(findSecrets(JSON.stringify(responses.map(({ body: saved }) => saved)))).toEqual([])
})

test('the course form gives admins the answers, which students cannot ask for', async () => {
  const { courseId, lessonId } = await makeQuizCourse(t, QUIZ)
  const [row] = await t.db.select({ quiz: lessons.quiz }).from(lessons).where(eq(lessons.id, lessonId))
  expect(row?.quiz).toEqual(buildQuiz(QUIZ))
  const student = await t.make.signedIn()
  await t.make.enrollment(student.id, courseId)
  for (const name of ['getQuizResults', 'getCourseForm', 'getSubmissions'] as const)
    expect((await t.send(name, { course_id: courseId, material_id: lessonId, page: 1 }, student.cookie)).status).toBe(
      403,
    )
})
