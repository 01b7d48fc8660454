import { type ReactNode, type Ref, useId, useState } from 'react'
import { Icon } from './icon.tsx'

const CONTROL =
  'h-11 w-full rounded-control border bg-bg px-3.5 text-base text-text transition duration-150 placeholder:text-muted/80 light:bg-surface'

interface FieldShape {
  label: string
  /** What is wrong with it: tied to the control and announced. */
  error?: string | undefined
  hint?: string
}

interface Wiring {
  id: string
  'aria-invalid': boolean
  'aria-describedby': string | undefined
  className: string
}

function Field({ label, error, hint, children }: FieldShape & { children: (wiring: Wiring) => ReactNode }) {
  const id = useId()
  const note = error ?? hint
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block text-sm font-medium">
        {label}
      </label>
      {children({
        id,
        'aria-invalid': error !== undefined,
        'aria-describedby': note === undefined ? undefined : `${id}-note`,
        className: `${CONTROL} ${error === undefined ? 'border-border-strong' : 'border-danger'}`,
      })}
      {note !== undefined && (
        <p id={`${id}-note`} role={error === undefined ? undefined : 'alert'} className={`mt-1.5 text-xs ${error === undefined ? 'text-muted' : 'text-danger'}`}>
          {note}
        </p>
      )}
    </div>
  )
}

type InputProps = Omit<React.InputHTMLAttributes<HTMLInputElement>, 'id' | 'className'> & { ref?: Ref<HTMLInputElement> }

export function TextField({ label, error, hint, ...input }: FieldShape & InputProps) {
  return (
    <Field label={label} error={error} {...(hint !== undefined && { hint })}>
      {(wiring) => <input {...input} {...wiring} />}
    </Field>
  )
}

export function PasswordField({ label, error, hint, ...input }: FieldShape & InputProps) {
  const [isShown, setShown] = useState(false)
  return (
    <Field label={label} error={error} {...(hint !== undefined && { hint })}>
      {({ className, ...wiring }) => (
        <div className="relative">
          <input {...input} {...wiring} type={isShown ? 'text' : 'password'} className={`${className} pr-12`} />
          <button
            type="button"
            aria-label={isShown ? 'Hide the characters' : 'Show the characters'}
            aria-pressed={isShown}
            onClick={() => setShown(!isShown)}
            className="absolute inset-y-0 right-0 grid w-11 place-items-center rounded-control text-muted hover:text-text"
          >
            <Icon name={isShown ? 'eye-off' : 'eye'} size={18} />
          </button>
        </div>
      )}
    </Field>
  )
}

type SelectProps = Omit<React.SelectHTMLAttributes<HTMLSelectElement>, 'id' | 'className'> & { ref?: Ref<HTMLSelectElement> }

export function SelectField({ label, error, hint, children, ...select }: FieldShape & SelectProps) {
  return (
    <Field label={label} error={error} {...(hint !== undefined && { hint })}>
      {({ className, ...wiring }) => (
        <div className="relative">
          <select {...select} {...wiring} className={`${className} appearance-none pr-10`}>
            {children}
          </select>
          <Icon name="chevron-down" size={18} className="pointer-events-none absolute top-3 right-3 text-muted" />
        </div>
      )}
    </Field>
  )
}
