import type { ComponentProps } from 'react'
import { LIMITS } from '#contract/limits.ts'
import { PasswordField } from '#web/ui/form/field.tsx'

/** A password being chosen: its rule stands at the field before one is typed. */
export function NewPasswordField(
  props: Omit<ComponentProps<typeof PasswordField>, 'hint' | 'maxLength' | 'autoComplete'>,
) {
  return (
    <PasswordField
      required
      maxLength={LIMITS.passwordMax}
      autoComplete="new-password"
      hint={`At least ${LIMITS.passwordMin} characters. A few words in a row are easy to keep and hard to guess.`}
      {...props}
    />
  )
}
