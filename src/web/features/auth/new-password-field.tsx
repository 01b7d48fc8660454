import type { ComponentProps } from 'react'
import { LIMITS } from '#contract/limits.ts'
import { PasswordField } from '#web/ui/form/field.tsx'

/** Says nothing about the rules before one is broken (spec.md, section 5). */
export function NewPasswordField(
  props: Omit<ComponentProps<typeof PasswordField>, 'hint' | 'maxLength' | 'autoComplete'>,
) {
  return <PasswordField required maxLength={LIMITS.passwordMax} autoComplete="new-password" {...props} />
}
