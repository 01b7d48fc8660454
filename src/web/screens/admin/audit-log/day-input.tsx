import { useEffect, useRef, useState } from 'react'
import { FILTER_CONTROL } from './filter-control.ts'

/** A year that is typed begins with its last digits in the right place: 2026 is 0002 at first. */
const FIRST_DAY = '1900-01-01'
/** The digits of a year are typed in this time. */
const PAUSE_MS = 1_000

interface DayInputProps {
  label: string
  /** Of the note that the day is one of UTC. */
  zoneClass?: string
  /** In the address; empty for none. */
  value: string
  onChange: (day: string) => void
}

/** A day of a filter. The address follows after a pause, or when the field is left. */
export function DayInput({ label, zoneClass, value, onChange }: DayInputProps) {
  const [day, setDay] = useState(value)
  const [shownValue, setShownValue] = useState(value)
  const [committed, setCommitted] = useState<string | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  // After that, the address is another page's.
  useEffect(() => () => clearTimeout(timer.current), [])
  // Back, forward and links replace what is typed. The field's own change must not: the user may have typed on.
  if (value !== shownValue) {
    setShownValue(value)
    setCommitted(null)
    if (value !== committed) setDay(value)
  }
  const commit = (next: string) => {
    clearTimeout(timer.current)
    if (next === value || (next !== '' && next < FIRST_DAY)) return
    setCommitted(next)
    onChange(next)
  }
  return (
    <label className="flex min-w-0 items-center gap-2 text-sm text-muted max-sm:w-full">
      <span className="max-sm:w-20">
        {label} <span className={zoneClass}>(UTC)</span>
      </span>
      <input
        type="date"
        value={day}
        onChange={({ target }) => {
          setDay(target.value)
          clearTimeout(timer.current)
          // A day of which a part is missing has no value, either.
          if (!target.validity.badInput) timer.current = setTimeout(() => commit(target.value), PAUSE_MS)
        }}
        onBlur={({ target }) => !target.validity.badInput && commit(target.value)}
        className={`${FILTER_CONTROL} min-w-0 text-text max-sm:w-full`}
      />
    </label>
  )
}
