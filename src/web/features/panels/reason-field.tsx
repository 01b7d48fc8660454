import { LIMITS } from '#contract/limits.ts'
import { TextField } from '#web/ui/form/field.tsx'

interface ReasonFieldProps {
  value: string
  isMissing: boolean
  onChange: (text: string) => void
  hint?: string
}

/** Why an admin does it. It is kept with the record. */
export function ReasonField({ value, isMissing, onChange, hint }: ReasonFieldProps) {
  return (
    <TextField
      label="Reason"
      autoComplete="off"
      required
      maxLength={LIMITS.reason}
      value={value}
      hint={hint}
      error={isMissing ? 'Reason is required' : undefined}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}
