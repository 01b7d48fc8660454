import type { ComponentProps } from 'react'
import { LIMITS } from '#contract/limits.ts'
import { PasswordField } from '#web/ui/form/field.tsx'

/** Shows the password rule before anything is typed. */
export function NewPasswordField(
  props: Omit<ComponentProps<typeof PasswordField>, 'hint' | 'maxLength' | 'autoComplete'>,
) {
  return (
    <PasswordField
      required
      maxLength={LIMITS.passwordMax}
      autoComplete="new-password"
      hint={`At least ${LIMITS.passwordMin} characters. Try a few random words.`}
      {...props}
    />
  )
}
