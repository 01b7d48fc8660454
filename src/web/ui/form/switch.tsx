import { type ReactNode, type Ref, useId } from 'react'

interface SwitchProps {
  label: string
  hint?: ReactNode
  error?: string | undefined
  checked: boolean
  onChange: (checked: boolean) => void
  ref?: Ref<HTMLInputElement>
}

export function Switch({ label, hint, error, checked, onChange, ref }: SwitchProps) {
  const id = useId()
  const hasNote = hint !== undefined || error !== undefined
  return (
    <div>
      <label className={`flex cursor-pointer justify-between gap-6 ${hasNote ? 'items-start' : 'items-center'}`}>
        <span>
          <span id={`${id}label`} className="block font-medium">
            {label}
          </span>
          {hint !== undefined && (
            <span id={`${id}hint`} className="mt-0.5 block text-sm text-muted">
              {hint}
            </span>
          )}
        </span>
        <span className="relative inline-flex h-7 w-12 shrink-0">
          <input
            ref={ref}
            type="checkbox"
            role="switch"
            checked={checked}
            aria-checked={checked}
            aria-labelledby={`${id}label`}
            aria-describedby={hasNote ? `${id}hint ${id}error` : undefined}
            aria-invalid={error !== undefined}
            onChange={(event) => onChange(event.target.checked)}
            className="peer absolute inset-0 size-full cursor-pointer appearance-none rounded-full border border-border-strong bg-raised transition duration-150 checked:border-accent checked:bg-accent forced-colors:border-[ButtonText] forced-colors:bg-[Canvas] forced-colors:forced-color-adjust-none forced-colors:checked:bg-[Highlight]"
          />
          <span
            aria-hidden="true"
            className="pointer-events-none absolute top-1 left-1 size-5 rounded-full bg-muted transition duration-150 ease-out peer-checked:translate-x-5 peer-checked:bg-on-accent forced-colors:bg-[ButtonText] forced-colors:forced-color-adjust-none forced-colors:peer-checked:bg-[HighlightText]"
          />
        </span>
      </label>
      <p id={`${id}error`} aria-live="polite" className="text-xs text-danger not-empty:mt-1.5">
        {error}
      </p>
    </div>
  )
}
