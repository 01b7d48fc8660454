import { Controller, useFormContext } from 'react-hook-form'
import { Switch } from '#web/ui/form/switch.tsx'
import type { CourseValues } from './values/course-values.ts'

export function PublicField() {
  const { control } = useFormContext<CourseValues>()
  return (
    <section aria-label="Visibility" className="card p-5 sm:p-6">
      <Controller
        control={control}
        name="public"
        render={({ field, fieldState }) => (
          <Switch
            ref={field.ref}
            label="Public"
            hint={field.value ? 'Students can see it and enroll' : 'Draft: visible to admins only'}
            error={fieldState.error?.message}
            checked={field.value}
            onChange={field.onChange}
          />
        )}
      />
    </section>
  )
}
