import { Controller, useFieldArray, useFormContext } from 'react-hook-form'
import { LIMITS } from '#contract/limits.ts'
import { AnyIcon } from '#web/ui/icons/any-icon.tsx'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/form/field.tsx'
import { TextAreaField } from '#web/ui/form/text-area-field.tsx'
import { useFocusOnUnmount } from '#web/ui/hooks/use-focus-on-unmount.ts'
import type { CourseValues } from '../values/course-values.ts'

/** Questions and answers of the course's page. */
export function FaqFields() {
  const { control } = useFormContext<CourseValues>()
  const { fields, append, remove } = useFieldArray({ control, name: 'details.faq' })
  return (
    <section
      tabIndex={-1}
      aria-label="Questions and answers"
      data-field="details.faq"
      className="card space-y-5 p-5 sm:p-6"
    >
      <h2 className="text-xl">Questions and answers</h2>
      {fields.map(({ id }, index) => (
        <FaqField key={id} index={index} onRemove={() => remove(index)} />
      ))}
      <Button
        variant="secondary"
        size="sm"
        disabled={fields.length >= LIMITS.details}
        onClick={() => append({ question: '', answer: '' })}
      >
        <AnyIcon name="plus" size={17} />
        Add a question
      </Button>
    </section>
  )
}

function FaqField({ index, onRemove }: { index: number; onRemove: () => void }) {
  const { register, control, formState } = useFormContext<CourseValues>()
  const errors = formState.errors.details?.faq?.[index]
  const fields = useFocusOnUnmount<HTMLDivElement>()
  return (
    <div
      ref={fields}
      role="group"
      aria-label={`Question ${index + 1}`}
      className="space-y-3 border-b border-border pb-5"
    >
      <TextField
        label="Question"
        maxLength={LIMITS.detail}
        autoComplete="off"
        error={errors?.question?.message}
        {...register(`details.faq.${index}.question`)}
      />
      <Controller
        control={control}
        name={`details.faq.${index}.answer`}
        render={({ field }) => (
          <TextAreaField
            label="Answer"
            error={errors?.answer?.message}
            value={field.value}
            onChange={field.onChange}
            maxLength={LIMITS.faqAnswer}
            ref={field.ref}
          />
        )}
      />
      <Button variant="quiet" size="sm" onClick={onRemove} className="hover:text-danger">
        <AnyIcon name="trash" size={17} />
        Remove<span className="sr-only"> question {index + 1}</span>
      </Button>
    </div>
  )
}
