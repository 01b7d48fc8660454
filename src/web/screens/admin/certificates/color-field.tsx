import type { UseFormRegisterReturn } from 'react-hook-form'
import { Field } from '#web/ui/form/field.tsx'

interface ColorFieldProps extends UseFormRegisterReturn {
  label: string
  error: string | undefined
}

export function ColorField({ label, error, ...register }: ColorFieldProps) {
  return (
    <Field label={label} error={error}>
      {({ className, ...controlProps }) => (
        <input
          type="color"
          {...controlProps}
          {...register}
          className={`${className} h-11 cursor-pointer px-1.5 py-1`}
        />
      )}
    </Field>
  )
}
