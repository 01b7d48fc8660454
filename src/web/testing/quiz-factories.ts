import type { CallOutput } from '#contract/contract.ts'
import type { QuizAttempt, ReviewedQuestion, ShownQuestion } from '#contract/schemas/learning/quizzes.ts'

export const buildQuestion = (values: Partial<ShownQuestion> = {}): ShownQuestion => ({
  ...{ question_id: 'q1', kind: 'single', text: 'Which burns?', image_url: '', points: 1, prompts: [] },
  options: [
    { option_id: '0', text: 'Sand' },
    { option_id: '1', text: 'Oil' },
  ],
  ...values,
})

export const buildQuizData = (values: Partial<CallOutput<'getQuiz'>> = {}): CallOutput<'getQuiz'> => ({
  ...{ material_id: 901, title: 'Lamps, checked', pass_mark: 70, attempts_left: null, time_limit_s: null },
  ...{ answers_shown: 'end', question_count: 2, max: 2, attempt_id: null, passed: false, questions: [] },
  ...values,
})

/** Open, unless it has a score. */
export const buildAttempt = (values: Partial<QuizAttempt> = {}): QuizAttempt => ({
  ...{ attempt_id: 7, number: 1, answers_shown: 'end', started_date: '2026-11-21T10:00:00.000Z', ends_date: null },
  ...{ seconds_left: null, score: null, max: 2, passed: null, answers: {}, review: [] },
  submitted_date: values.score === undefined ? null : '2026-11-21T10:05:00.000Z',
  questions: [
    buildQuestion(),
    buildQuestion({ question_id: 'q2', kind: 'short_text', text: 'What does a lamp give?', options: [] }),
  ],
  ...values,
})

export const buildReviewed = (values: Partial<ReviewedQuestion> = {}): ReviewedQuestion => ({
  ...{ question_id: 'q1', points: 0, max: 1, correct: false, answer: '0', correct_answer: '1', explanation: '' },
  ...values,
})
