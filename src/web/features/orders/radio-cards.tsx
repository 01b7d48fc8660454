import { useId } from 'react'

interface RadioCardsProps<Value extends string> {
  legend: string
  options: readonly { value: Value; label: string; hint?: string }[]
  value: Value
  onChange: (value: Value) => void
}

/** A group of radio buttons whose whole card can be clicked. */
export function RadioCards<Value extends string>({ legend, options, value, onChange }: RadioCardsProps<Value>) {
  const name = useId()
  return (
    <fieldset>
      <legend className="mb-2 text-sm font-medium">{legend}</legend>
      <div className="space-y-2">
        {options.map((option) => (
          <label
            key={option.value}
            className="flex min-h-11 cursor-pointer items-start gap-3 rounded-control border border-border-strong px-3.5 py-2.5 transition duration-150 hover:bg-raised has-checked:border-accent-text has-checked:bg-[var(--accent-wash)] has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent-text"
          >
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
              className="mt-1 size-4 shrink-0 accent-(--accent-text) outline-none"
            />
            <span className="min-w-0">
              <span className="block text-sm font-medium">{option.label}</span>
              {option.hint && <span className="block text-xs text-muted">{option.hint}</span>}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
