import { useState } from 'react'
import { TextField } from '#web/ui/form/field.tsx'
import { clock } from '#web/features/player/clock.ts'
import { readDuration } from '../duration.ts'

interface DurationFieldProps {
  value: number | null
  onChange: (seconds: number | null) => void
  name: string
  isWrong: boolean
}

/** A length as minutes and seconds. */
export function DurationField({ value, onChange, name, isWrong }: DurationFieldProps) {
  const [text, setText] = useState(shown(value))
  const [known, setKnown] = useState(value)
  // Set from elsewhere, by a video that has arrived: that is shown. What is typed stays as it is typed.
  if (!Object.is(value, known)) {
    setKnown(value)
    setText(shown(value))
  }
  return (
    <TextField
      label="Duration"
      name={name}
      placeholder="m:ss"
      inputMode="text"
      autoComplete="off"
      hint="Optional"
      error={isWrong ? 'Minutes and seconds, like 4:05' : undefined}
      value={text}
      onChange={({ target }) => {
        const seconds = readDuration(target.value)
        setText(target.value)
        setKnown(seconds)
        onChange(seconds)
      }}
    />
  )
}

const shown = (seconds: number | null) => (seconds === null || Number.isNaN(seconds) ? '' : clock(seconds))
