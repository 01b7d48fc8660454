import { type FieldErrors, useFormContext } from 'react-hook-form'
import { LIMITS } from '#contract/limits.ts'
import { parseWholeNumber } from '#web/features/panels/parse-amount.ts'
import { AnyIcon } from '#web/ui/icons/any-icon.tsx'
import { Button } from '#web/ui/button.tsx'
import { SelectField, TextField } from '#web/ui/form/field.tsx'
import type { CourseValues, SectionValues } from '../values/course-values.ts'
import { OpeningDateField } from './opening-date-field.tsx'

interface SectionFieldsProps {
  id: string
  className: string
  index: number
  section: SectionValues
  errors: FieldErrors<SectionValues> | undefined
  onRemove: () => void
}

type Opening = 'now' | 'days' | 'date'

/** A section's title and when it opens. */
export function SectionFields({ id, className, index, section, errors, onRemove }: SectionFieldsProps) {
  const { register } = useFormContext<CourseValues>()
  return (
    <div id={id} role="group" aria-label={`Section ${index + 1}`} className={`${className} space-y-5 p-4 sm:p-5`}>
      <TextField
        label="Section title"
        required
        maxLength={LIMITS.title}
        autoComplete="off"
        error={errors?.title?.message}
        {...register(`sections.${index}.title`)}
      />
      <OpeningFields index={index} section={section} errors={errors} />
      <div className="flex flex-wrap items-center justify-between gap-2 border-t border-border pt-4">
        <p className="text-sm text-muted">Removing a section keeps its lessons.</p>
        <Button variant="quiet" size="sm" onClick={onRemove} className="hover:text-danger">
          <AnyIcon name="trash" size={17} />
          Remove section
        </Button>
      </div>
    </div>
  )
}

function OpeningFields({ index, section, errors }: Pick<SectionFieldsProps, 'index' | 'section' | 'errors'>) {
  const { setValue } = useFormContext<CourseValues>()
  const { opens_after_days, opens_date } = section
  const opening: Opening = opens_after_days !== null ? 'days' : opens_date !== null ? 'date' : 'now'
  const name = `sections.${index}` as const
  const changeOpening = (value: string) => {
    setValue(`${name}.opens_after_days`, value === 'days' ? 7 : null, { shouldDirty: true })
    setValue(`${name}.opens_date`, value === 'date' ? toMidnight(new Date()) : null, { shouldDirty: true })
  }
  return (
    <div className="grid items-start gap-5 sm:grid-cols-2">
      <SelectField label="Opens" value={opening} onChange={({ target }) => changeOpening(target.value)}>
        <option value="now">When a student enrolls</option>
        <option value="days">Some days after enrolling</option>
        <option value="date">On a date</option>
      </SelectField>
      {opening === 'days' && (
        <TextField
          label="Days after enrolling"
          inputMode="numeric"
          autoComplete="off"
          error={errors?.opens_after_days?.message}
          value={Number.isNaN(opens_after_days) ? '' : String(opens_after_days)}
          name={`${name}.opens_after_days`}
          onChange={({ target }) =>
            setValue(`${name}.opens_after_days`, parseWholeNumber(target.value), {
              shouldDirty: true,
              shouldValidate: errors?.opens_after_days !== undefined,
            })
          }
        />
      )}
      {opening === 'date' && (
        <OpeningDateField
          name={`${name}.opens_date`}
          value={opens_date ?? ''}
          error={errors?.opens_date?.message}
          onChange={(instant) =>
            setValue(`${name}.opens_date`, instant, {
              shouldDirty: true,
              shouldValidate: errors?.opens_date !== undefined,
            })
          }
        />
      )}
    </div>
  )
}

/** Midnight where the admin is. */
function toMidnight(date: Date): string {
  return new Date(date.getFullYear(), date.getMonth(), date.getDate()).toISOString()
}
