import { type ReactNode, type Ref, useId, useState } from 'react'
import { AnyIcon } from '#web/ui/icons/any-icon.tsx'
import { Icon } from '#web/ui/icons/icon.tsx'

const CONTROL =
  'w-full rounded-control border bg-bg px-3.5 text-base text-text transition duration-150 placeholder:text-muted hover:border-muted aria-invalid:border-danger light:not-[[readonly]]:bg-surface [&[readonly]]:border-border [&[readonly]]:bg-transparent [&[readonly]]:text-muted'

export interface FieldProps {
  label: string
  error?: string | undefined
  /** Does not keep the form from being sent. */
  warning?: string | undefined
  hint?: string | undefined
}

export interface ControlProps {
  id: string
  'aria-invalid': boolean
  'aria-describedby': string | undefined
  className: string
}

/** A control with its label and its hint or error. */
export function Field({
  label,
  error,
  warning,
  hint,
  children,
}: FieldProps & { children: (controlProps: ControlProps) => ReactNode }) {
  const id = useId()
  const description = error ?? warning ?? hint
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block text-sm font-medium">
        {label}
      </label>
      {children({
        id,
        'aria-invalid': error !== undefined,
        'aria-describedby': description === undefined ? undefined : `${id}-note`,
        className: `${CONTROL} border-border-strong`,
      })}
      {/* Rendered while empty, because only changes of an existing live region are announced. */}
      <div aria-live="polite">
        {description !== undefined && (
          <p id={`${id}-note`} className={`mt-1.5 flex gap-1.5 text-xs ${getNoteColor(error, warning)}`}>
            {(error ?? warning) !== undefined && <Icon name="alert" size={14} className="mt-0.75" />}
            {description}
          </p>
        )}
      </div>
    </div>
  )
}

function getNoteColor(error: string | undefined, warning: string | undefined): string {
  if (error !== undefined) return 'text-danger'
  return warning === undefined ? 'text-muted' : 'text-accent-text'
}

/** Shows the limit when the text reaches it and the browser ignores further typing. */
function useMaxLength(label: string, maxLength: number | undefined) {
  const [isReached, setReached] = useState(false)
  return {
    limit: isReached ? `${label} can have at most ${maxLength} characters` : undefined,
    watch: (event: React.InputEvent<HTMLInputElement>) =>
      setReached(maxLength !== undefined && maxLength >= 0 && event.currentTarget.value.length >= maxLength),
  }
}

type InputProps = Omit<React.InputHTMLAttributes<HTMLInputElement>, 'id' | 'className'> & {
  ref?: Ref<HTMLInputElement>
}

export function TextField({ label, error, warning, hint, ...input }: FieldProps & InputProps) {
  const { limit: limitMessage, watch: onInput } = useMaxLength(label, input.maxLength)
  return (
    <Field label={label} error={error} warning={warning} hint={limitMessage ?? hint}>
      {({ className, ...controlProps }) => (
        <input {...input} {...controlProps} onInput={onInput} className={`${className} h-11`} />
      )}
    </Field>
  )
}

export function PasswordField({ label, error, hint, ...input }: FieldProps & InputProps) {
  const [isShown, setShown] = useState(false)
  const { limit: limitMessage, watch: onInput } = useMaxLength(label, input.maxLength)
  return (
    <Field label={label} error={error} hint={limitMessage ?? hint}>
      {({ className, ...controlProps }) => (
        <div className="relative">
          <input
            {...input}
            {...controlProps}
            onInput={onInput}
            type={isShown ? 'text' : 'password'}
            autoCapitalize="none"
            spellCheck={false}
            className={`${className} h-11 pr-12`}
          />
          <button
            type="button"
            aria-label={isShown ? 'Hide password' : 'Show password'}
            onClick={() => setShown(!isShown)}
            className="absolute inset-y-0 right-0 grid w-11 place-items-center rounded-control text-muted hover:text-text"
          >
            <AnyIcon name={isShown ? 'eye-off' : 'eye'} size={18} />
          </button>
        </div>
      )}
    </Field>
  )
}

type SelectProps = Omit<React.SelectHTMLAttributes<HTMLSelectElement>, 'id' | 'className'> & {
  ref?: Ref<HTMLSelectElement>
}

export function SelectField({ label, error, hint, children, ...select }: FieldProps & SelectProps) {
  return (
    <Field label={label} error={error} hint={hint}>
      {({ className, ...controlProps }) => (
        <div className="relative">
          <select {...select} {...controlProps} className={`${className} h-11 appearance-none pr-10`}>
            {children}
          </select>
          <Icon name="chevron-down" size={18} className="pointer-events-none absolute top-3 right-3 text-muted" />
        </div>
      )}
    </Field>
  )
}
