import type { FieldErrors } from 'react-hook-form'
import { ANSWERS_SHOWN } from '#contract/choices.ts'
import { LIMITS } from '#contract/limits.ts'
import type { Quiz } from '#contract/schemas/learning/quiz-input.ts'
import { SelectField } from '#web/ui/form/field.tsx'
import { Switch } from '#web/ui/form/switch.tsx'
import { NumberField } from './number-field.tsx'
import { PoolsField } from './pools-field.tsx'

interface QuizSettingsProps {
  name: string
  quiz: Quiz
  errors: FieldErrors<Quiz> | undefined
  onChange: (changes: Partial<Quiz>) => void
}

const SHOWN_LABELS: Record<(typeof ANSWERS_SHOWN)[number], string> = {
  never: 'Never',
  each: 'After each question',
  end: 'After the quiz',
}

/** How the quiz is taken and graded. */
export function QuizSettings({ name, quiz, errors, onChange }: QuizSettingsProps) {
  return (
    <section aria-label="Rules" className="space-y-5 border-t border-border pt-4">
      <h3 className="text-lg">Rules</h3>
      <div className="grid items-start gap-5 @md:grid-cols-2">
        <NumberField
          label="Pass mark (%)"
          name={`${name}.pass_mark`}
          error={errors?.pass_mark?.message}
          value={quiz.pass_mark}
          onChange={(value) => onChange({ pass_mark: value ?? Number.NaN })}
        />
        <NumberField
          label="Attempts"
          name={`${name}.max_attempts`}
          hint="Empty: as many as they want"
          error={errors?.max_attempts && `Attempts are from 1 to ${LIMITS.attempts}`}
          value={quiz.max_attempts}
          onChange={(max_attempts) => onChange({ max_attempts })}
        />
        <NumberField
          label="Time limit (minutes)"
          name={`${name}.time_limit_s`}
          hint="Empty: no limit"
          error={errors?.time_limit_s?.message}
          value={quiz.time_limit_s === null ? null : quiz.time_limit_s / 60}
          onChange={(minutes) => onChange({ time_limit_s: minutes === null ? null : Math.round(minutes * 60) })}
        />
        <SelectField
          label="Show correct answers"
          value={quiz.answers_shown}
          onChange={({ target }) =>
            onChange({ answers_shown: ANSWERS_SHOWN.find((shown) => shown === target.value) ?? 'end' })
          }
        >
          {ANSWERS_SHOWN.map((shown) => (
            <option key={shown} value={shown}>
              {SHOWN_LABELS[shown]}
            </option>
          ))}
        </SelectField>
      </div>
      <Switch
        label="Shuffle"
        hint="Questions and answers come in a new order in each attempt"
        checked={quiz.shuffle}
        onChange={(shuffle) => onChange({ shuffle })}
      />
      <PoolsField name={name} quiz={quiz} error={errors?.pools} onChange={onChange} />
    </section>
  )
}
