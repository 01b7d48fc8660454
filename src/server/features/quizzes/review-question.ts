import type { QuizAnswer } from '#contract/schemas/learning/quiz-answer.ts'
import type { QuizQuestion } from '#contract/schemas/learning/quiz-input.ts'
import type { ReviewedQuestion } from '#contract/schemas/learning/quizzes.ts'
import { gradeAnswer } from './grade-answer.ts'

/** What is told of an answered question: only for quizzes that show answers, and only once the answer is final. */
export function reviewQuestion(question: QuizQuestion, answer: QuizAnswer | undefined): ReviewedQuestion {
  const { points, isCorrect } = gradeAnswer(question, answer)
  return {
    question_id: question.id,
    points,
    max: question.points,
    correct: isCorrect,
    answer: answer ?? null,
    correct_answer: getCorrectAnswer(question),
    explanation: question.explanation,
  }
}

export function getCorrectAnswer(question: QuizQuestion): QuizAnswer {
  switch (question.kind) {
    case 'short_text':
      return question.accepted[0] ?? ''
    case 'ordering':
      return question.options.map(({ id }) => id)
    case 'matching':
      return Object.fromEntries(question.pairs.map(({ id, match_id }) => [id, match_id]))
    default:
      return question.correct
  }
}
