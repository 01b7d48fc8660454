import type { UseFormRegisterReturn } from 'react-hook-form'
import { TextField } from '#web/ui/form/field.tsx'

interface EmailFieldProps {
  error: string | undefined
  registration: UseFormRegisterReturn
  defaultValue?: string | undefined
}

/** The email of an existing account. */
export function EmailField({ error, registration, defaultValue }: EmailFieldProps) {
  return (
    <TextField
      label="Email"
      type="email"
      required
      autoComplete="username"
      defaultValue={defaultValue}
      error={error}
      {...registration}
    />
  )
}
