interface TypedInputProps {
  labelledBy: string
  value: string
  isNumber: boolean
  maxLength: number
  onChange: (value: string) => void
}

export function TypedInput({ labelledBy, value, isNumber, maxLength, onChange }: TypedInputProps) {
  return (
    <input
      aria-labelledby={labelledBy}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      inputMode={isNumber ? 'decimal' : 'text'}
      maxLength={maxLength}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      placeholder={isNumber ? 'Enter a number' : 'Enter your answer'}
      className={`mt-5 h-12 w-full rounded-control border border-border-strong bg-bg px-4 text-base transition duration-150 placeholder:text-muted hover:border-muted light:bg-surface ${isNumber ? 'sm:max-w-60' : 'sm:max-w-lg'}`}
    />
  )
}
