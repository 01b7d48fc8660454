import { useState } from 'react'
import { TextField } from '#web/ui/form/field.tsx'
import { formatClock } from '#web/features/player/clock.ts'
import { parseDuration } from '../parse-duration.ts'

interface DurationFieldProps {
  value: number | null
  onChange: (seconds: number | null) => void
  name: string
  isInvalid: boolean
}

/** A length as minutes and seconds. */
export function DurationField({ value, onChange, name, isInvalid }: DurationFieldProps) {
  const [text, setText] = useState(formatDuration(value))
  const [lastValue, setLastValue] = useState(value)
  // Set from elsewhere, by a video that has arrived: that is shown. What is typed stays as it is typed.
  if (!Object.is(value, lastValue)) {
    setLastValue(value)
    setText(formatDuration(value))
  }
  return (
    <TextField
      label="Duration"
      name={name}
      placeholder="m:ss"
      inputMode="text"
      autoComplete="off"
      hint="Optional"
      error={isInvalid ? 'Minutes and seconds, like 4:05' : undefined}
      value={text}
      onChange={({ target }) => {
        const seconds = parseDuration(target.value)
        setText(target.value)
        setLastValue(seconds)
        onChange(seconds)
      }}
    />
  )
}

const formatDuration = (seconds: number | null) =>
  seconds === null || Number.isNaN(seconds) ? '' : formatClock(seconds)
