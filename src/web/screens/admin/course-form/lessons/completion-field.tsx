import { useFormContext } from 'react-hook-form'
import type { CompletionRule } from '#contract/choices.ts'
import { COMPLETION_BY_KIND } from '#contract/lesson-rules.ts'
import { SelectField, TextField } from '#web/ui/form/field.tsx'
import type { CourseValues } from '../values/course-values.ts'
import type { KindFieldsProps } from './lesson-fields.tsx'

const RULE_LABELS: Record<CompletionRule, string> = {
  manual: 'Students tick it off',
  watched: 'When enough of it is watched',
  passed: 'When the quiz is passed',
  accepted: 'When an admin accepts the work',
}
const DEFAULT_WATCH_PERCENT = 90

/** What completes the lesson. Not shown for kinds that students can only tick off. */
export function CompletionField({ index, lesson, errors }: Pick<KindFieldsProps, 'index' | 'lesson' | 'errors'>) {
  const { setValue } = useFormContext<CourseValues>()
  const rules = COMPLETION_BY_KIND[lesson.kind]
  if (rules.length === 1) return null
  const name = `materials.${index}` as const
  const changeRule = (rule: CompletionRule) => {
    setValue(`${name}.completion`, rule, { shouldDirty: true, shouldValidate: errors?.completion !== undefined })
    setValue(`${name}.watch_percent`, rule === 'watched' ? DEFAULT_WATCH_PERCENT : null, { shouldDirty: true })
  }
  return (
    <div className="grid items-start gap-5 sm:grid-cols-2">
      <SelectField
        label="Completed"
        name={`${name}.completion`}
        value={lesson.completion}
        error={errors?.completion?.message}
        onChange={({ target }) => changeRule(rules.find((rule) => rule === target.value) ?? rules[0])}
      >
        {rules.map((rule) => (
          <option key={rule} value={rule}>
            {RULE_LABELS[rule]}
          </option>
        ))}
      </SelectField>
      {lesson.completion === 'watched' && (
        <TextField
          label="Percent to watch"
          inputMode="numeric"
          autoComplete="off"
          name={`${name}.watch_percent`}
          error={errors?.watch_percent?.message}
          value={
            lesson.watch_percent === null || Number.isNaN(lesson.watch_percent) ? '' : String(lesson.watch_percent)
          }
          onChange={({ target }) =>
            setValue(`${name}.watch_percent`, /^\d{1,3}$/.test(target.value) ? Number(target.value) : Number.NaN, {
              shouldDirty: true,
              shouldValidate: errors?.watch_percent !== undefined,
            })
          }
        />
      )}
    </div>
  )
}
