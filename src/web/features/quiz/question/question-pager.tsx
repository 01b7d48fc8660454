import { useState } from 'react'
import type { QuizAnswer } from '#contract/schemas/quiz-answer.ts'
import type { ReviewedQuestion, ShownQuestion } from '#contract/schemas/quizzes.ts'
import { Button } from '#web/ui/button.tsx'
import type { Answers } from '../attempt/answer-drafts.ts'
import { QuestionReview } from '../review/question-review.tsx'
import { QuestionCard } from './question-card.tsx'
import { QuestionSteps } from './question-steps.tsx'

interface QuestionPagerProps {
  questions: ShownQuestion[]
  answers: Answers
  /** Of the answers that are final. */
  review: ReviewedQuestion[]
  /** Each answer is checked, and then final. */
  checksEach: boolean
  onAnswer: (questionId: string, answer: QuizAnswer) => void
  onCheck: () => Promise<void>
  isSubmitting: boolean
  onSubmit: () => void
}

/** One question at a time, in any order. */
export function QuestionPager({ questions, answers, review, checksEach, onCheck, ...props }: QuestionPagerProps) {
  const [index, setIndex] = useState(0)
  const question = questions[index]
  if (!question) return null
  const reviewed = review.find(({ question_id }) => question_id === question.question_id)
  const answer = answers[question.question_id]
  const isLast = index === questions.length - 1
  const canCheck = checksEach && !reviewed && answer !== undefined
  return (
    <>
      <QuestionSteps questions={questions} answers={answers} review={review} index={index} onSelect={setIndex} />
      {reviewed ? (
        <QuestionReview key={question.question_id} number={index + 1} question={question} review={reviewed} />
      ) : (
        <QuestionCard
          key={question.question_id}
          number={index + 1}
          question={question}
          answer={answer}
          onAnswer={(value) => props.onAnswer(question.question_id, value)}
        />
      )}
      <div className="mt-8 flex flex-wrap items-center gap-3">
        <Button variant="secondary" disabled={index === 0} onClick={() => setIndex(index - 1)}>
          Back
        </Button>
        {canCheck && <Button onClick={() => void onCheck()}>Check answer</Button>}
        {!isLast && (
          <Button variant={canCheck ? 'secondary' : 'primary'} onClick={() => setIndex(index + 1)} className="ml-auto">
            Next
          </Button>
        )}
        {isLast && (
          <Button
            className="ml-auto"
            aria-disabled={props.isSubmitting}
            onClick={() => props.isSubmitting || props.onSubmit()}
          >
            {props.isSubmitting ? 'Submitting…' : 'Submit'}
          </Button>
        )}
      </div>
    </>
  )
}
