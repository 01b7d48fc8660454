import { useState } from 'react'
import { useController, useFormContext } from 'react-hook-form'
import { TextField } from '#web/ui/form/field.tsx'
import { formatClock } from '#web/features/player/clock.ts'
import type { CourseValues } from '../values/course-values.ts'
import { parseDuration } from '../values/parse-duration.ts'

export function DurationField({ index, isInvalid }: { index: number; isInvalid: boolean }) {
  const { control } = useFormContext<CourseValues>()
  const { field } = useController({ control, name: `materials.${index}.duration` })
  const { name, value, onChange } = field
  const [text, setText] = useState(formatDuration(value))
  const [lastValue, setLastValue] = useState(value)
  // A value set from outside, such as an uploaded video's duration, replaces the typed text.
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
      error={isInvalid ? 'Enter minutes and seconds, such as 4:05' : undefined}
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
