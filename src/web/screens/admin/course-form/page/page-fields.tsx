import { Controller, useFormContext } from 'react-hook-form'
import { COURSE_LEVELS } from '#contract/choices.ts'
import { LIMITS } from '#contract/limits.ts'
import { SelectField, TextField } from '#web/ui/form/field.tsx'
import { TextAreaField } from '#web/ui/form/text-area-field.tsx'
import type { CourseValues } from '../values/course-values.ts'
import { findFirstError } from '../values/get-form-problems.ts'
import { FaqFields } from './faq-fields.tsx'

const LANGUAGES = ['English', 'Spanish', 'French', 'German', 'Portuguese', 'Ukrainian', 'Hindi', 'Arabic', 'Chinese']

/** What buyers read on the course's page. All of it is optional. */
export function PageFields() {
  const { register, formState } = useFormContext<CourseValues>()
  const errors = formState.errors.details
  return (
    <div className="grid items-start gap-5 @4xl:grid-cols-2">
      <section aria-label="What it is about" className="card space-y-5 p-5 sm:p-6">
        <div>
          <h2 className="text-xl">What it is about</h2>
          <p className="mt-1 text-sm text-muted">Buyers read this before they enroll. Everything here is optional.</p>
        </div>
        <TextField
          label="Pitch"
          hint="One sentence under the title"
          maxLength={LIMITS.pitch}
          autoComplete="off"
          error={errors?.pitch?.message}
          {...register('details.pitch')}
        />
        <LinesField name="outcomes" label="What students will learn" />
        <LinesField name="requirements" label="Requirements" />
        <div className="grid items-start gap-5 sm:grid-cols-2">
          <SelectField label="Level" error={errors?.level?.message} {...register('details.level')}>
            <option value="">Not given</option>
            {COURSE_LEVELS.map((level) => (
              <option key={level}>{level}</option>
            ))}
          </SelectField>
          <TextField
            label="Language"
            list="course-languages"
            maxLength={LIMITS.name}
            autoComplete="off"
            error={errors?.language?.message}
            {...register('details.language')}
          />
          <datalist id="course-languages">
            {LANGUAGES.map((language) => (
              <option key={language} value={language} />
            ))}
          </datalist>
        </div>
      </section>
      <div className="space-y-5">
        <section aria-label="Instructor" className="card space-y-5 p-5 sm:p-6">
          <h2 className="text-xl">Instructor</h2>
          <TextField
            label="Instructor’s name"
            maxLength={LIMITS.name}
            autoComplete="off"
            error={errors?.instructor_name?.message}
            {...register('details.instructor_name')}
          />
          <LongTextField name="instructor_bio" label="About the instructor" maxLength={LIMITS.instructorBio} />
        </section>
        <FaqFields />
      </div>
    </div>
  )
}

interface LongTextFieldProps {
  name: 'instructor_bio'
  label: string
  maxLength: number
}

function LongTextField({ name, label, maxLength }: LongTextFieldProps) {
  const { control, formState } = useFormContext<CourseValues>()
  return (
    <Controller
      control={control}
      name={`details.${name}`}
      render={({ field }) => (
        <div data-field={field.name}>
          <TextAreaField
            label={label}
            error={formState.errors.details?.[name]?.message}
            value={field.value}
            onChange={field.onChange}
            maxLength={maxLength}
            ref={field.ref}
          />
        </div>
      )}
    />
  )
}

/** A list as text with one item a line. */
function LinesField({ name, label }: { name: 'outcomes' | 'requirements'; label: string }) {
  const { control, formState } = useFormContext<CourseValues>()
  return (
    <Controller
      control={control}
      name={`details.${name}`}
      render={({ field }) => (
        <div data-field={field.name}>
          <TextAreaField
            label={label}
            hint={`One a line, up to ${LIMITS.details}`}
            error={findFirstError(formState.errors.details?.[name])?.message}
            value={field.value.join('\n')}
            onChange={(text) => field.onChange(text === '' ? [] : text.split('\n'))}
            maxLength={LIMITS.details * (LIMITS.detail + 1)}
            ref={field.ref}
          />
        </div>
      )}
    />
  )
}
