import { type Ref, useId } from 'react'
import type { QuizAnswer } from '#contract/schemas/learning/quiz-answer.ts'
import type { ShownQuestion } from '#contract/schemas/learning/quizzes.ts'
import { AnswerInput } from './answer-input.tsx'
import { QuestionText } from './question-text.tsx'

interface QuestionCardProps {
  headingRef: Ref<HTMLHeadingElement>
  number: number
  question: ShownQuestion
  answer: QuizAnswer | undefined
  onAnswer: (answer: QuizAnswer) => void
}

/** An open question. */
export function QuestionCard({ headingRef, number, question, answer, onAnswer }: QuestionCardProps) {
  const textId = useId()
  return (
    <div className="mt-7">
      <QuestionText id={textId} headingRef={headingRef} number={number} question={question} />
      <AnswerInput question={question} answer={answer} onAnswer={onAnswer} labelledBy={textId} />
    </div>
  )
}
