import type { Ref } from 'react'
import { Field, type FieldProps } from './field.tsx'

interface TextAreaFieldProps extends FieldProps {
  value: string
  onChange: (value: string) => void
  maxLength: number
  placeholder?: string
  ref?: Ref<HTMLTextAreaElement>
}

/** The counter shows from this share of the limit. */
const COUNTER_THRESHOLD = 0.9

/** A text area that grows with its text and counts down near its limit. */
export function TextAreaField({
  label,
  error,
  hint,
  value,
  onChange,
  maxLength,
  placeholder,
  ref,
}: TextAreaFieldProps) {
  const remaining = maxLength - value.length
  const isNearLimit = value.length >= maxLength * COUNTER_THRESHOLD
  return (
    <div>
      <Field label={label} error={error} hint={hint}>
        {({ className, ...controlProps }) => (
          <textarea
            {...controlProps}
            ref={ref}
            value={value}
            onChange={(event) => onChange(event.currentTarget.value)}
            maxLength={maxLength}
            placeholder={placeholder}
            rows={4}
            className={`${className} block max-h-96 min-h-28 resize-y py-2.5 [field-sizing:content]`}
          />
        )}
      </Field>
      {isNearLimit && (
        <p
          aria-hidden="true"
          className={`mt-1.5 text-right text-xs tabular-nums ${remaining === 0 ? 'text-danger' : 'text-muted'}`}
        >
          {formatCharacters(remaining)} left
        </p>
      )}
      {/* Announced in steps, not on each key. */}
      <p role="status" className="sr-only">
        {isNearLimit &&
          `${remaining > 20 ? 'About ' : ''}${formatCharacters(remaining > 20 ? Math.ceil(remaining / 50) * 50 : remaining)} left`}
      </p>
    </div>
  )
}

const formatCharacters = (count: number) => `${count} ${count === 1 ? 'character' : 'characters'}`
