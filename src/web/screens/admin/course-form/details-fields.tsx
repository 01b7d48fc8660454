import { Controller, useFormContext, useWatch } from 'react-hook-form'
import { CATEGORIES } from '#contract/categories.ts'
import { LIMITS } from '#contract/limits.ts'
import { Chip } from '#web/ui/chip.tsx'
import { SelectField, TextField } from '#web/ui/form/field.tsx'
import { TextAreaField } from '#web/ui/form/text-area-field.tsx'
import { type CourseValues, parseTabs } from './values/course-values.ts'

export function DetailsFields() {
  const { register, control, formState } = useFormContext<CourseValues>()
  const { errors } = formState
  return (
    <section aria-label="Details" className="card space-y-5 p-5 sm:p-6">
      <h2 className="text-xl">Details</h2>
      <TextField
        label="Title"
        required
        maxLength={LIMITS.title}
        autoComplete="off"
        error={errors.title?.message}
        {...register('title')}
      />
      <SelectField label="Category" required error={errors.category?.message} {...register('category')}>
        <option value="" disabled>
          Choose a category
        </option>
        {CATEGORIES.map((category) => (
          <option key={category}>{category}</option>
        ))}
      </SelectField>
      <div>
        <TextField
          label="Tabs"
          autoComplete="off"
          placeholder="sql joins indexes"
          hint="Separate with spaces, up to 20"
          error={errors.tabs?.message}
          {...register('tabs')}
        />
        <TabsPreview />
      </div>
      <Controller
        control={control}
        name="description"
        render={({ field }) => (
          <TextAreaField
            label="Description"
            hint="Leave an empty line to start a new paragraph."
            error={errors.description?.message}
            value={field.value}
            onChange={field.onChange}
            maxLength={LIMITS.description}
            ref={field.ref}
          />
        )}
      />
    </section>
  )
}

function TabsPreview() {
  const tabs = parseTabs(useWatch<CourseValues, 'tabs'>({ name: 'tabs' }))
  if (tabs.length === 0) return null
  return (
    <ul aria-label="Tabs preview" className="mt-2.5 flex flex-wrap gap-1.5">
      {tabs.map((tab) => (
        <li key={tab} className="max-w-full truncate leading-6">
          <Chip>{tab}</Chip>
        </li>
      ))}
    </ul>
  )
}
