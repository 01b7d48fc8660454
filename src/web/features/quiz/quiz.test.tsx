import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { AppError } from '#contract/errors.ts'
import type { QuizAttempt } from '#contract/schemas/learning/quizzes.ts'
import { buildCourse, buildLesson, mockSignedIn } from '#web/testing/factories.ts'
import { failWith } from '#web/testing/fail-with.ts'
import { buildAttempt, buildQuestion, buildQuizData, buildReviewed } from '#web/testing/quiz-factories.ts'
import { type CallMocks, renderScreen } from '#web/testing/render-screen.tsx'
// Loaded before the first test, which would wait for their modules to be transformed.
import './quiz-stages.tsx'
import '#web/screens/student/course/course-screen.tsx'

const URL = '/student/CoursePage/41-Lamps'

afterEach(() => {
  localStorage.clear()
  vi.useRealTimers()
})

/** The course page with this quiz, and the server's attempts. */
function renderQuiz(attempts: QuizAttempt[], mocks: CallMocks = {}, role: 'student' | 'admin' = 'student') {
  const lesson = buildLesson({ material_id: 901, title: 'Lamps, checked', kind: 'quiz', completion: 'passed', url: '' })
  const course = buildCourse({ enrolled: true, lessons: 1 })
  return renderScreen(URL, {
    ...mockSignedIn({ role }),
    getReviews: () => ({ msg: [], nextPage: null }),
    getReviewSummary: () => ({ msg: { counts: [0, 0, 0, 0, 0], own: null } }),
    getCourseData: () => ({
      msg: { msg: { course, sections: [], materials: [lesson], completed: [] }, enrolled: true },
    }),
    getNotes: () => ({ msg: [] }),
    getQuiz: () => ({ msg: buildQuizData() }),
    getAttempts: () => ({ msg: [...attempts] }),
    saveAnswer: () => ({ msg: { review: null } }),
    startAttempt: () => {
      const attempt = buildAttempt()
      attempts.unshift(attempt)
      return { msg: { ...attempt, ends_at: null } }
    },
    ...mocks,
  })
}
const findQuiz = () => screen.findByRole('region', { name: 'Lamps, checked' })
/** Grades the open attempt. */
function submitWith(attempts: QuizAttempt[], result: Partial<QuizAttempt>): NonNullable<CallMocks['submitAttempt']> {
  return () => {
    const [open] = attempts
    if (!open) throw new Error('No attempt is open')
    const graded = buildAttempt({
      ...open,
      score: 1,
      passed: false,
      submitted_date: '2026-11-21T10:05:00.000Z',
      ...result,
    })
    attempts[0] = graded
    const { score, max, passed, review } = graded
    return { msg: { score: score ?? 0, max, passed: passed ?? false, review, attempts_left: null, progress: 0 } }
  }
}

test('says what to expect before the start, and shows the first question after it', async () => {
  const { user } = renderQuiz([], {
    getQuiz: () => ({ msg: buildQuizData({ time_limit_s: 600, attempts_left: 2, question_count: 2 }) }),
  })
  const quiz = await findQuiz()
  expect(within(quiz).getByText('70%')).toBeTruthy()
  expect(within(quiz).getByText('10 min')).toBeTruthy()
  await user.click(within(quiz).getByRole('button', { name: 'Start quiz' }))
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Which burns?'))
})

test.each([
  ['end', 'Your answers are saved as you go.'],
  ['each', 'An answer is saved when you check it.'],
] as const)('says before the start when answers are saved (shown: %s)', async (answers_shown, text) => {
  renderQuiz([], { getQuiz: () => ({ msg: buildQuizData({ time_limit_s: 600, answers_shown }) }) })
  expect(within(await findQuiz()).getByText(text, { exact: false })).toBeTruthy()
})

test('shows the first question and takes the focus when the attempt is loaded before the start is answered', async () => {
  const attempts: QuizAttempt[] = []
  let answer = () => {}
  const { user } = renderQuiz(attempts, {
    startAttempt: async () => {
      const attempt = buildAttempt()
      attempts.unshift(attempt)
      await new Promise<void>((resolve) => (answer = resolve))
      return { msg: { ...attempt, ends_at: null } }
    },
  })
  const quiz = await findQuiz()
  await user.click(within(quiz).getByRole('button', { name: 'Start quiz' }))
  await waitFor(() => {
    // As when the page is shown again. The attempts are refetched once they are older than a second.
    window.dispatchEvent(new Event('visibilitychange'))
    expect(document.activeElement?.textContent).toBe('Which burns?')
  })
  answer()
})

test('saves each answer, asks before an incomplete submission, and shows the result', async () => {
  const attempts = [buildAttempt()]
  const review = [buildReviewed(), buildReviewed({ question_id: 'q2', answer: null, correct_answer: 'Light' })]
  const { user, calls } = renderQuiz(attempts, { submitAttempt: submitWith(attempts, { score: 0, review }) })
  const quiz = await findQuiz()
  await user.click(within(quiz).getByLabelText('Sand'))
  await within(quiz).findByText('Saved')
  expect(calls.filter(({ name }) => name === 'saveAnswer').map(({ input }) => input)).toMatchObject([
    { attempt_id: 7, question_id: 'q1', answer: '0' },
  ])
  await user.click(within(quiz).getByRole('button', { name: 'Next' }))
  await user.click(within(quiz).getByRole('button', { name: 'Submit' }))
  const dialog = await screen.findByRole('dialog')
  expect(within(dialog).getByText(/1 question is not answered/)).toBeTruthy()
  await user.click(within(dialog).getByRole('button', { name: 'Submit' }))
  await screen.findByRole('heading', { name: 'Not passed yet' })
  expect(screen.getByText('Correct answer', { selector: 'span' })).toBeTruthy()
  expect(screen.getByText('Light')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('button', { name: 'Question 1, not answered' })).toBeTruthy()
})

test('resumes an open attempt with its answers', async () => {
  renderQuiz([buildAttempt({ answers: { q1: '1' } })])
  const quiz = await findQuiz()
  expect(within(quiz).getByLabelText<HTMLInputElement>('Oil').checked).toBe(true)
  expect(within(quiz).getByRole('button', { name: 'Question 1, answered' })).toBeTruthy()
})

test('tells that an answer is not saved while the server cannot be reached', async () => {
  const { user } = renderQuiz([buildAttempt()], { saveAnswer: failWith('connection') })
  const quiz = await findQuiz()
  await user.click(within(quiz).getByLabelText('Oil'))
  expect(await within(quiz).findByText('Not saved. Retrying…')).toBeTruthy()
})

test('shows the result when the server says that the attempt has ended', async () => {
  const attempts = [buildAttempt({ seconds_left: 600 })]
  const { user } = renderQuiz(attempts, {
    saveAnswer: () => {
      attempts[0] = buildAttempt({ score: 2, passed: true, ends_date: '2026-11-21T10:05:00.000Z' })
      throw new AppError('attempt_ended')
    },
  })
  const quiz = await findQuiz()
  await user.click(within(quiz).getByLabelText('Oil'))
  await screen.findByRole('heading', { name: 'You passed' })
  expect(screen.getByText(/The time was up/)).toBeTruthy()
  expect(screen.getByText('The answers to this quiz are not shown.')).toBeTruthy()
})

test('submits an answer that was refused while the session was over', async () => {
  const attempts = [buildAttempt({ questions: [buildQuestion()] })]
  let isSignedIn = false
  const { user, calls } = renderQuiz(attempts, {
    saveAnswer: () => {
      if (!isSignedIn) throw new AppError('not_signed_in')
      return { msg: { review: null } }
    },
    submitAttempt: submitWith(attempts, { passed: true }),
  })
  const quiz = await findQuiz()
  await user.click(within(quiz).getByLabelText('Oil'))
  expect(await within(quiz).findByText('Log in to do this.')).toBeTruthy()
  await user.click(within(quiz).getByRole('button', { name: /Dismiss/ }))
  expect(within(quiz).queryByText('Log in to do this.')).toBeNull()
  isSignedIn = true
  await user.click(within(quiz).getByRole('button', { name: 'Submit' }))
  await screen.findByRole('heading', { name: 'You passed' })
  expect(calls.filter(({ name }) => name === 'saveAnswer')).toHaveLength(2)
})

test('the countdown goes on when an answer is saved', async () => {
  const { user } = renderQuiz([buildAttempt({ seconds_left: 600, ends_date: '2026-11-21T10:05:00.000Z' })])
  const quiz = await findQuiz()
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 180_000 })
  await within(quiz).findByText(/^(7:00|6:59)$/)
  await user.click(within(quiz).getByLabelText('Oil'))
  await within(quiz).findByText('Saved')
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(within(quiz).getByText(/^(7:00|6:59)$/)).toBeTruthy()
})

test('submits when the time is up', async () => {
  const attempts = [buildAttempt({ seconds_left: 0.2, ends_date: '2026-11-21T10:05:00.000Z' })]
  renderQuiz(attempts, { submitAttempt: submitWith(attempts, { score: 0 }) })
  await screen.findByRole('heading', { name: 'Not passed yet' })
})

test('checks one answer at a time where answers are shown after each', async () => {
  const review = buildReviewed({ explanation: 'Sand smothers a fire.' })
  const { user, calls } = renderQuiz([buildAttempt({ answers_shown: 'each' })], {
    getQuiz: () => ({ msg: buildQuizData({ answers_shown: 'each' }) }),
    saveAnswer: () => ({ msg: { review } }),
  })
  const quiz = await findQuiz()
  expect(within(quiz).queryByRole('button', { name: 'Check answer' })).toBeNull()
  await user.click(within(quiz).getByLabelText('Sand'))
  expect(calls.some(({ name }) => name === 'saveAnswer')).toBe(false)
  expect(within(quiz).getByText('Not checked yet')).toBeTruthy()
  await user.click(within(quiz).getByRole('button', { name: 'Check answer' }))
  expect(await within(quiz).findByText('Sand smothers a fire.')).toBeTruthy()
  expect(within(quiz).getByRole('button', { name: 'Question 1, not correct' })).toBeTruthy()
  expect(within(quiz).queryByRole('radio')).toBeNull()
})

test('orders with buttons and announces the move, and matches with selects', async () => {
  const ordering = buildQuestion({
    ...{ question_id: 'o', kind: 'ordering', text: 'In which order?' },
    options: ['Light', 'Fill', 'Strike'].map((text, index) => ({ option_id: String(index), text })),
  })
  const matching = buildQuestion({
    ...{ question_id: 'm', kind: 'matching', text: 'What goes with what?' },
    prompts: [{ option_id: '0', text: 'Lamp' }],
    options: [{ option_id: '0', text: 'Wick' }],
  })
  const { user, calls } = renderQuiz([buildAttempt({ questions: [ordering, matching] })])
  const quiz = await findQuiz()
  await user.click(within(quiz).getByRole('button', { name: 'Move Light down' }))
  expect(within(quiz).getByText('Light, moved to position 2 of 3')).toBeTruthy()
  expect(within(quiz).getByRole('button', { name: 'Move Fill up' }).getAttribute('aria-disabled')).toBe('true')
  await user.click(within(quiz).getByRole('button', { name: 'Next' }))
  await user.selectOptions(within(quiz).getByLabelText('Lamp'), 'Wick')
  await waitFor(() =>
    expect(calls.filter(({ name }) => name === 'saveAnswer').map(({ input }) => input)).toMatchObject([
      { question_id: 'o', answer: ['1', '0', '2'] },
      { question_id: 'm', answer: { '0': '0' } },
    ]),
  )
})

test('lists earlier attempts with their results, and offers no further one beyond the limit', async () => {
  const attempts = [buildAttempt({ attempt_id: 8, number: 2, score: 1, passed: false, review: [buildReviewed()] })]
  const { user } = renderQuiz(attempts, { getQuiz: () => ({ msg: buildQuizData({ attempts_left: 0 }) }) })
  const quiz = await findQuiz()
  expect(within(quiz).getByText('You have used all attempts.')).toBeTruthy()
  expect(within(quiz).queryByRole('button', { name: /Start|Try/ })).toBeNull()
  await user.click(within(quiz).getByRole('button', { name: 'Show the result of attempt 2' }))
  expect(await screen.findByRole('heading', { name: 'Not passed yet' })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Back to the quiz' }))
  expect(await screen.findByRole('heading', { name: 'Your attempts' })).toBeTruthy()
})

test('offers another try when the quiz cannot be loaded', async () => {
  let isDown = true
  const { user } = renderQuiz([], {
    getQuiz: () => {
      if (isDown) throw new AppError('internal')
      return { msg: buildQuizData() }
    },
  })
  await screen.findByText(/We couldn’t load the quiz/)
  isDown = false
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('button', { name: 'Start quiz' })).toBeTruthy()
})

test('lets an admin try it without an attempt', async () => {
  const { questions } = buildAttempt()
  const { user, calls } = renderQuiz(
    [],
    {
      getSampleQuiz: () => ({ msg: { ...buildQuizData(), questions } }),
      checkSampleQuiz: () => ({ msg: { score: 2, max: 2, passed: true, review: [buildReviewed({ correct: true })] } }),
    },
    'admin',
  )
  const quiz = await findQuiz()
  await user.click(within(quiz).getByLabelText('Oil'))
  await user.click(within(quiz).getByRole('button', { name: 'Next' }))
  await user.type(within(quiz).getByRole('textbox'), 'Light')
  await user.click(within(quiz).getByRole('button', { name: 'Submit' }))
  expect(await screen.findByRole('heading', { name: 'You passed' })).toBeTruthy()
  expect(calls.filter(({ name }) => name === 'checkSampleQuiz').map(({ input }) => input)).toMatchObject([
    { answers: { q1: '1', q2: 'Light' } },
  ])
  expect(calls.some(({ name }) => name === 'startAttempt' || name === 'getAttempts')).toBe(false)
})
