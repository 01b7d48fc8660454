import { makeQuizCourse } from './quizzes.ts'
import type { TestApp } from '#server/testing/test-app.ts'

/** In everything that only the author knows: correct texts and numbers, ids of options, explanations, pools, tolerances. */
export const MARK = 'zq7'
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
export const MARKED_QUIZ = { questions: MARKED, pools: [{ name: `${MARK} pool`, draw: 1 }], time_limit_s: 600 }
const SECRETS = [MARK, '777123.25', '"correct"', '"accepted"', '"tolerance"', '"correct_answer"']

/** What a response has of the answers. */
export const findQuizSecrets = (text: string) => SECRETS.filter((secret) => text.includes(secret))

export const makeMarkedQuizCourse = (t: TestApp, isPreview = false) =>
  makeQuizCourse(t, MARKED_QUIZ, { isPreview, title: 'Marked quiz' })
