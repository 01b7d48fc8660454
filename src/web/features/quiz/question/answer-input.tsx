import type { QuizAnswer } from '#contract/schemas/learning/quiz-answer.ts'
import type { ShownQuestion } from '#contract/schemas/learning/quizzes.ts'
import { LIMITS } from '#contract/limits.ts'
import { ChoiceInput } from './choice-input.tsx'
import { MatchingInput } from './matching-input.tsx'
import { OrderingInput } from './ordering-input.tsx'
import { TypedInput } from './typed-input.tsx'

export interface AnswerInputProps {
  question: ShownQuestion
  answer: QuizAnswer | undefined
  onAnswer: (answer: QuizAnswer) => void
  /** The id of the question's text. */
  labelledBy: string
}

export const TRUE_FALSE = [
  { option_id: 'true', text: 'True' },
  { option_id: 'false', text: 'False' },
]

/** The control of each kind of question. */
export function AnswerInput(props: AnswerInputProps) {
  const { question, answer, onAnswer, labelledBy } = props
  const { kind, options } = question
  const labels = { labelledBy }
  if (kind === 'single')
    return (
      <ChoiceInput {...labels} options={options} selected={toList(answer)} onSelect={([id]) => id && onAnswer(id)} />
    )
  if (kind === 'multiple')
    return <ChoiceInput {...labels} isMultiple options={options} selected={toList(answer)} onSelect={onAnswer} />
  if (kind === 'true_false')
    return (
      <ChoiceInput
        {...labels}
        options={TRUE_FALSE}
        selected={answer === undefined ? [] : [String(answer)]}
        onSelect={([id]) => onAnswer(id === 'true')}
      />
    )
  if (kind === 'ordering') return <OrderingInput {...props} />
  if (kind === 'matching') return <MatchingInput {...props} />
  return (
    <TypedInput
      {...labels}
      value={typeof answer === 'string' || typeof answer === 'number' ? String(answer) : ''}
      isNumber={kind === 'number'}
      maxLength={LIMITS.option}
      onChange={onAnswer}
    />
  )
}

function toList(answer: QuizAnswer | undefined): string[] {
  if (Array.isArray(answer)) return answer
  return typeof answer === 'string' ? [answer] : []
}
