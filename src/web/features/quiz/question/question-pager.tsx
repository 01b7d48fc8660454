import { useEffect, useRef, useState } from 'react'
import type { QuizAnswer } from '#contract/schemas/learning/quiz-answer.ts'
import type { ReviewedQuestion, ShownQuestion } from '#contract/schemas/learning/quizzes.ts'
import { isAnswered } from '../answered.ts'
import type { Answers } from '../attempt/answer-drafts.ts'
import { getVerdict, QuestionReview } from '../review/question-review.tsx'
import { PagerButtons } from './pager-buttons.tsx'
import { QuestionCard } from './question-card.tsx'
import { QuestionSteps } from './question-steps.tsx'
import { SubmitDialog } from './submit-dialog.tsx'

interface QuestionPagerProps {
  questions: ShownQuestion[]
  answers: Answers
  /** Of the answers that are final. */
  review: ReviewedQuestion[]
  onAnswer: (questionId: string, answer: QuizAnswer) => void
  /** Where each answer is checked, and then final. */
  onCheck?: (questionId: string) => Promise<void>
  /** Whether the first question takes the focus. */
  shouldTakeFocus?: boolean
  isSubmitting: boolean
  onSubmit: () => void
}

/** One question at a time, in any order. */
export function QuestionPager({ questions, answers, review, onAnswer, onCheck, ...rest }: QuestionPagerProps) {
  const [index, setIndex] = useState(0)
  const [isAsking, setAsking] = useState(false)
  const question = questions[index]
  const reviewed = review.find(({ question_id }) => question_id === question?.question_id)
  const heading = useFocusAfterChange(`${index} ${reviewed !== undefined}`, rest.shouldTakeFocus ?? false)
  if (!question) return null
  const unanswered = questions.filter(({ question_id }) => !isAnswered(answers[question_id])).length
  const { isSubmitting, onSubmit } = rest
  return (
    <>
      <QuestionSteps questions={questions} answers={answers} review={review} index={index} onSelect={setIndex} />
      {reviewed ? (
        <QuestionReview
          key={question.question_id}
          headingRef={heading}
          number={index + 1}
          question={question}
          review={reviewed}
        />
      ) : (
        <QuestionCard
          key={question.question_id}
          headingRef={heading}
          number={index + 1}
          question={question}
          answer={answers[question.question_id]}
          onAnswer={(value) => onAnswer(question.question_id, value)}
        />
      )}
      <PagerButtons
        index={index}
        count={questions.length}
        onMove={setIndex}
        onCheck={
          onCheck && !reviewed && isAnswered(answers[question.question_id])
            ? () => onCheck(question.question_id)
            : undefined
        }
        isSubmitting={isSubmitting}
        onSubmit={() => (unanswered > 0 ? setAsking(true) : onSubmit())}
      />
      <p role="status" className="sr-only">
        {reviewed && getVerdict(reviewed)}
      </p>
      {isAsking && (
        <SubmitDialog
          unanswered={unanswered}
          onCancel={() => setAsking(false)}
          onConfirm={() => {
            setAsking(false)
            onSubmit()
          }}
        />
      )}
    </>
  )
}

/** Moves the focus to the question that has replaced the one before. */
function useFocusAfterChange(shown: string, atFirst: boolean) {
  const heading = useRef<HTMLHeadingElement>(null)
  const before = useRef(atFirst ? null : shown)
  useEffect(() => {
    if (before.current === shown) return
    before.current = shown
    heading.current?.focus()
  }, [shown])
  return heading
}
