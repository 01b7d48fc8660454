import { useId } from 'react'

interface ChoiceInputProps {
  labelledBy: string
  options: { option_id: string; text: string }[]
  selected: string[]
  isMultiple?: boolean
  onSelect: (optionIds: string[]) => void
}

export function ChoiceInput({ labelledBy, options, selected, isMultiple = false, onSelect }: ChoiceInputProps) {
  const name = useId()
  const toggle = (id: string) =>
    onSelect(selected.includes(id) ? selected.filter((one) => one !== id) : [...selected, id])
  return (
    <fieldset aria-labelledby={labelledBy} className="mt-5 space-y-2.5">
      {isMultiple && <p className="text-sm text-muted">Choose all that apply</p>}
      {options.map(({ option_id, text }) => (
        <label
          key={option_id}
          className="flex min-h-12 cursor-pointer items-start gap-3 rounded-control border border-border-strong px-4 py-3 transition duration-150 hover:bg-raised has-checked:border-accent-text has-checked:bg-[var(--accent-wash)] has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent-text"
        >
          <input
            type={isMultiple ? 'checkbox' : 'radio'}
            name={name}
            checked={selected.includes(option_id)}
            onChange={() => (isMultiple ? toggle(option_id) : onSelect([option_id]))}
            className="mt-1 size-4.5 shrink-0 accent-(--accent-text) outline-none"
          />
          <span className="min-w-0 break-words">{text}</span>
        </label>
      ))}
    </fieldset>
  )
}
