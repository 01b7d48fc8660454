import type { Ref } from 'react'
import { Field, type FieldShape } from './field.tsx'

interface TextAreaFieldProps extends FieldShape {
  value: string
  onChange: (value: string) => void
  maxLength: number
  placeholder?: string
  ref?: Ref<HTMLTextAreaElement>
}

/** From this share of the limit on it is said how much is left. */
const NEAR = 0.9

/** Text of several lines, which grows as one writes. */
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
  const left = maxLength - value.length
  const isNear = value.length >= maxLength * NEAR
  return (
    <div>
      <Field label={label} error={error} hint={hint}>
        {({ className, ...wiring }) => (
          <textarea
            {...wiring}
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
      {isNear && (
        <p
          aria-hidden="true"
          className={`mt-1.5 text-right text-xs tabular-nums ${left === 0 ? 'text-danger' : 'text-muted'}`}
        >
          {characters(left)} left
        </p>
      )}
      {/* Not at each key, but now and then. */}
      <p role="status" className="sr-only">
        {isNear && `${left > 20 ? 'About ' : ''}${characters(left > 20 ? Math.ceil(left / 50) * 50 : left)} left`}
      </p>
    </div>
  )
}

const characters = (count: number) => `${count} ${count === 1 ? 'character' : 'characters'}`
