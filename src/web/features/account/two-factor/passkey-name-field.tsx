import { LIMITS } from '#contract/limits.ts'
import { TextField } from '#web/ui/form/field.tsx'

interface PasskeyNameFieldProps {
  name: string
  onChange: (name: string) => void
}

export function PasskeyNameField({ name, onChange }: PasskeyNameFieldProps) {
  return (
    <TextField
      label="Name"
      required
      maxLength={LIMITS.passkeyName}
      hint="For example the device it is on."
      error={name.trim() === '' ? 'Name is required' : undefined}
      value={name}
      onChange={(event) => onChange(event.target.value)}
      data-first-focus
    />
  )
}
