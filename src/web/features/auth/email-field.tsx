import type { UseFormRegisterReturn } from 'react-hook-form'
import { TextField } from '#web/ui/form/field.tsx'

interface EmailFieldProps {
  error: string | undefined
  registration: UseFormRegisterReturn
}

/** The email of an existing account. */
export function EmailField({ error, registration }: EmailFieldProps) {
  return <TextField label="Email" type="email" required autoComplete="username" error={error} {...registration} />
}
