import { useId } from 'react'
import type { QuizAnswer } from '#contract/schemas/quiz-answer.ts'
import type { ShownQuestion } from '#contract/schemas/quizzes.ts'
import { AnswerInput } from './answer-input.tsx'
import { QuestionText } from './question-text.tsx'

export interface QuestionCardProps {
  number: number
  question: ShownQuestion
  answer: QuizAnswer | undefined
  onAnswer: (answer: QuizAnswer) => void
}

export function QuestionCard({ number, question, answer, onAnswer }: QuestionCardProps) {
  const textId = useId()
  return (
    <div className="mt-6">
      <QuestionText id={textId} number={number} question={question} />
      <AnswerInput question={question} answer={answer} onAnswer={onAnswer} labelledBy={textId} />
    </div>
  )
}
