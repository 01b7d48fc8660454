import { Field } from '#web/ui/form/field.tsx'

interface ColorFieldProps {
  label: string
  value: string
  error: string | undefined
  onChange: (value: string) => void
}

export function ColorField({ label, value, error, onChange }: ColorFieldProps) {
  return (
    <Field label={label} error={error}>
      {({ className, ...controlProps }) => (
        <input
          type="color"
          {...controlProps}
          value={value}
          onChange={({ target }) => onChange(target.value)}
          className={`${className} h-11 cursor-pointer px-1.5 py-1`}
        />
      )}
    </Field>
  )
}
