import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { mockSignedIn } from '#web/testing/factories.ts'
import { showScreen } from '#web/testing/show-screen.ts'
import type { QuizResults } from './quiz-results-screen.tsx'

const RESULTS: QuizResults = {
  ...{ title: 'Final quiz', attempts: 12, students: 8, passed_students: 5, mean_percent: 66.7 },
  questions: [
    {
      ...{ question_id: 'a', kind: 'single', text: 'What is a commit?', answered: 12, correct_percent: 33.3 },
      wrong_answers: [
        { text: 'A difference', count: 6 },
        { text: 'A branch', count: 2 },
      ],
    },
    { question_id: 'b', kind: 'number', text: 'How many?', answered: 0, correct_percent: null, wrong_answers: [] },
  ],
}
const showResults = (results: QuizResults) =>
  showScreen('/dashboard/courses/41/quizzes/3', {
    ...mockSignedIn({ role: 'admin' }),
    getQuizResults: () => ({ msg: results }),
  })

it('shows how hard each question is and its common wrong answers', async () => {
  await showResults(RESULTS)
  expect(screen.getByRole('heading', { level: 1, name: 'Final quiz' })).toBeTruthy()
  expect(screen.getByText('5 of 8')).toBeTruthy()
  expect(screen.getByText('67%')).toBeTruthy()
  const [first, second] = screen.getAllByRole('listitem', { name: /^\d\. / }).map((item) => within(item))
  expect(first?.getByText('Hard')).toBeTruthy()
  expect(first?.getByText('33%')).toBeTruthy()
  expect(first?.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'A difference6 × times',
    'A branch2 × times',
  ])
  expect(second?.getByText('No answers yet.')).toBeTruthy()
})

it('says that nobody has tried the quiz', async () => {
  await showResults({ ...RESULTS, attempts: 0, mean_percent: null })
  expect(screen.getByText('No attempts yet')).toBeTruthy()
})
