import type { UseFormRegisterReturn } from 'react-hook-form'
import { LIMITS } from '#contract/limits.ts'
import { toAsciiDigits } from '#contract/text/digits.ts'
import { TextField } from '#web/ui/form/field.tsx'

interface CodeFieldProps {
  error: string | undefined
  registration: UseFormRegisterReturn
  /** In a dialog, which focuses one field. */
  hasFirstFocus?: boolean
}

/** One field for all six digits, so that a code with spaces or line breaks can be pasted. */
export function CodeField({ error, registration, hasFirstFocus = false }: CodeFieldProps) {
  return (
    <div className="[&_input]:h-14 [&_input]:text-center [&_input]:text-2xl [&_input]:font-semibold [&_input]:indent-[0.3em] [&_input]:tracking-[0.3em] [&_input]:tabular-nums">
      <TextField
        label="Code"
        required
        inputMode="numeric"
        autoComplete="one-time-code"
        error={error}
        data-first-focus={hasFirstFocus || undefined}
        {...registration}
        onChange={(event) => {
          const digits = toAsciiDigits(event.target.value).replace(/\D/g, '').slice(0, LIMITS.code)
          // Assigning moves the caret to the end, so skip it when nothing changes.
          if (digits !== event.target.value) event.target.value = digits
          return registration.onChange(event)
        }}
      />
    </div>
  )
}
