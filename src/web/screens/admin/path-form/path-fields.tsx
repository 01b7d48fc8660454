import { Controller, type UseFormReturn } from 'react-hook-form'
import { COURSE_LEVELS } from '#contract/choices.ts'
import { LIMITS } from '#contract/limits.ts'
import type { PathForm as Loaded } from '#contract/schemas/learning/paths.ts'
import { PathPicture } from '#web/features/paths/path-picture.tsx'
import { PictureField } from '#web/features/versioned-form/picture-field.tsx'
import { SelectField, TextField } from '#web/ui/form/field.tsx'
import { PublicSwitch } from '#web/features/panels/public-switch.tsx'
import { Switch } from '#web/ui/form/switch.tsx'
import { TextAreaField } from '#web/ui/form/text-area-field.tsx'
import type { PathValues } from './path-values.ts'
import type { usePathEditor } from './use-path-editor.ts'

export function PathFields({ form }: { form: UseFormReturn<PathValues> }) {
  const { register, control, formState, clearErrors } = form
  return (
    <>
      <TextField
        label="Title"
        placeholder="Web developer"
        autoComplete="off"
        maxLength={LIMITS.title}
        {...register('title')}
      />
      <TextField
        label="Goal"
        placeholder="Build and publish websites"
        hint="What students can do at the end, in one sentence"
        autoComplete="off"
        maxLength={LIMITS.subtitle}
        {...register('goal')}
      />
      <Controller
        control={control}
        name="description"
        render={({ field }) => (
          <TextAreaField
            label="Description"
            value={field.value}
            onChange={field.onChange}
            maxLength={LIMITS.description}
            ref={field.ref}
          />
        )}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <SelectField label="Level" {...register('level')}>
          <option value="">Any level</option>
          {COURSE_LEVELS.map((level) => (
            <option key={level}>{level}</option>
          ))}
        </SelectField>
        <TextField
          label="Price for all courses"
          inputMode="decimal"
          autoComplete="off"
          placeholder="One by one"
          hint="Leave empty to sell the courses one by one"
          error={formState.errors.price?.message}
          {...register('price', { onChange: () => clearErrors('price') })}
        />
      </div>
    </>
  )
}

interface PublishingFieldsProps {
  loaded: Loaded | null
  editor: ReturnType<typeof usePathEditor>
}

/** The picture, the order and who can see the path. */
export function PublishingFields({ loaded, editor }: PublishingFieldsProps) {
  const { control } = editor.form
  return (
    <div className="flex flex-col gap-6">
      <PictureField
        current={<PathPicture path={loaded?.path ?? { path_id: 0, image_url: '' }} />}
        picture={editor.picture.picture}
        onSelect={editor.picture.select}
        percent={editor.picture.percent}
        isBusy={editor.isPending}
      />
      <Controller
        control={control}
        name="ordered"
        render={({ field }) => (
          <Switch
            label="In order"
            hint={field.value ? 'A course opens when the one before is finished' : 'Courses open in any order'}
            checked={field.value}
            onChange={field.onChange}
          />
        )}
      />
      <PublicSwitch control={control} name="public" />
    </div>
  )
}
