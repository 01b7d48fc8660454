import { SelectField } from '#web/ui/form/field.tsx'
import type { AnswerInputProps } from './answer-input.tsx'

/** A choice for each prompt. */
export function MatchingInput({ question: { prompts, options }, answer, onAnswer, labelledBy }: AnswerInputProps) {
  const pairs = typeof answer === 'object' && !Array.isArray(answer) ? answer : {}
  function match(promptId: string, optionId: string) {
    const { [promptId]: _, ...rest } = pairs
    onAnswer(optionId === '' ? rest : { ...rest, [promptId]: optionId })
  }
  return (
    <div role="group" aria-labelledby={labelledBy} className="mt-5 grid gap-4 sm:grid-cols-2">
      {prompts.map(({ option_id, text }) => (
        <SelectField
          key={option_id}
          label={text}
          value={pairs[option_id] ?? ''}
          onChange={(event) => match(option_id, event.currentTarget.value)}
        >
          <option value="">Choose a match</option>
          {options.map((option) => (
            <option key={option.option_id} value={option.option_id}>
              {option.text}
            </option>
          ))}
        </SelectField>
      ))}
    </div>
  )
}
