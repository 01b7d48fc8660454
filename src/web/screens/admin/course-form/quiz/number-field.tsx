import { useState } from 'react'
import { TextField } from '#web/ui/form/field.tsx'

interface NumberFieldProps {
  label: string
  name?: string
  hint?: string
  error?: string | undefined
  /** Null is empty, NaN not a number. */
  value: number | null
  onChange: (value: number | null) => void
}

/** Keeps the text as typed. Text that is not a number is NaN, which the schema refuses. */
export function NumberField({ value, onChange, ...props }: NumberFieldProps) {
  const [text, setText] = useState(() => toText(value))
  /** Undefined after typing, when any value is what the form makes of the text. */
  const [lastValue, setLastValue] = useState<number | null | undefined>(value)
  if (!Object.is(value, lastValue)) {
    setLastValue(value)
    if (lastValue !== undefined) setText(toText(value))
  }
  return (
    <TextField
      {...props}
      inputMode="decimal"
      autoComplete="off"
      value={text}
      onChange={({ target }) => {
        setText(target.value)
        setLastValue(undefined)
        onChange(parseNumber(target.value.trim()))
      }}
    />
  )
}

/** A comma before three digits could stand for thousands or decimals: NaN. */
function parseNumber(text: string): number | null {
  if (text === '') return null
  const isNumber = /^-?\d*[.,]?\d+$/.test(text) && !/^-?[1-9]\d{0,2},\d{3}$/.test(text)
  return isNumber ? Number(text.replace(',', '.')) : Number.NaN
}

const toText = (value: number | null) => (value === null || Number.isNaN(value) ? '' : String(value))
