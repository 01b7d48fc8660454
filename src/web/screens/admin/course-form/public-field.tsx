import { Controller, useFormContext } from 'react-hook-form'
import { Switch } from '#web/ui/form/switch.tsx'
import type { CourseValues } from './course-values.ts'

/** Whether students see the course. */
export function PublicField() {
  const { control } = useFormContext<CourseValues>()
  return (
    <section aria-label="Visibility" className="card p-5 sm:p-6">
      <Controller
        control={control}
        name="public"
        render={({ field }) => (
          <Switch
            label="Public"
            hint={field.value ? 'Students see it and can enroll.' : 'A draft: only admins see it.'}
            checked={field.value}
            onChange={field.onChange}
          />
        )}
      />
    </section>
  )
}
