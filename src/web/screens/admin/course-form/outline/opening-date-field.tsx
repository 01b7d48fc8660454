import { useState } from 'react'
import { TextField } from '#web/ui/form/field.tsx'

/** A year that is typed begins with its last digits in the right place: 2026 is 0002 at first. */
const FIRST_DAY = '1900-01-01'

interface OpeningDateFieldProps {
  name: string
  /** An instant, or empty while no day is chosen. */
  value: string
  error: string | undefined
  onChange: (instant: string) => void
}

/** The day a section opens, at midnight where the admin is. A day that is typed halfway is none. */
export function OpeningDateField({ name, value, error, onChange }: OpeningDateFieldProps) {
  const [typed, setTyped] = useState('')
  return (
    <TextField
      label="Date"
      type="date"
      max="9999-12-31"
      error={error}
      value={toMidnight(typed) === value ? typed : toDay(value)}
      name={name}
      onChange={({ target }) => {
        setTyped(target.value)
        onChange(toMidnight(target.value))
      }}
    />
  )
}

const toMidnight = (day: string) =>
  day.length === FIRST_DAY.length && day >= FIRST_DAY ? new Date(`${day}T00:00`).toISOString() : ''

function toDay(instant: string): string {
  if (instant === '') return ''
  const date = new Date(instant)
  const pad = (value: number, length: number) => String(value).padStart(length, '0')
  return `${pad(date.getFullYear(), 4)}-${pad(date.getMonth() + 1, 2)}-${pad(date.getDate(), 2)}`
}
