import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { CALL_NAMES, getCall } from '#contract/calls.ts'
import { lessons } from '#server/platform/db/schema.ts'
import { findQuizSecrets, makeMarkedQuizCourse, MARK, MARKED_QUIZ } from '#server/testing/learning/marked-quiz.ts'
import { buildQuiz } from '#server/testing/learning/quizzes.ts'
import { useTestApp } from '#server/testing/test-app.ts'

const t = useTestApp()

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
  const { courseId, lessonId } = await makeMarkedQuizCourse(t, isPreview)
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
      const found = findQuizSecrets(JSON.stringify(response.body))
      if (found.length > 0) leaks.push([name, cookie === undefined ? 'visitor' : 'user', found])
    }
  }
  expect(leaks).toEqual([])
  expect(findQuizSecrets(JSON.stringify(started.body))).toEqual([])
  // The search must not be empty because every call was refused.
  expect(successes).toBeGreaterThan(40)
  // The same search finds them once they may be known.
  const { body: result } = await t.call('submitAttempt', { attempt_id }, student.cookie)
  expect(findQuizSecrets(JSON.stringify(result))).toContain(MARK)
})

test('a saved answer tells nothing while answers are shown at the end', async () => {
  const { courseId, lessonId } = await makeMarkedQuizCourse(t)
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
  expect(findQuizSecrets(JSON.stringify(responses.map(({ body: saved }) => saved)))).toEqual([])
})

test('the course form gives admins the answers, which students cannot ask for', async () => {
  const { courseId, lessonId } = await makeMarkedQuizCourse(t)
  const [row] = await t.db.select({ quiz: lessons.quiz }).from(lessons).where(eq(lessons.id, lessonId))
  expect(row?.quiz).toEqual(buildQuiz(MARKED_QUIZ))
  const student = await t.make.signedIn()
  await t.make.enrollment(student.id, courseId)
  for (const name of ['getQuizResults', 'getCourseForm', 'getSubmissions'] as const)
    expect((await t.send(name, { course_id: courseId, material_id: lessonId, page: 1 }, student.cookie)).status).toBe(
      403,
    )
})
