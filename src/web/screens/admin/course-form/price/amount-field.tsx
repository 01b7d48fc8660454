import { useState } from 'react'
import { useController, useFormContext } from 'react-hook-form'
import { TextField } from '#web/ui/form/field.tsx'
import type { CourseValues } from '../values/course-values.ts'
import { parseAmountText } from '#web/features/panels/parse-amount.ts'

interface AmountFieldProps {
  name: 'price' | 'discount'
  label: string
  /** What the number is, for the message. */
  noun: string
}

/** A numeric input. Text that is not a number is not taken over. */
export function AmountField({ name, label, noun }: AmountFieldProps) {
  const { control } = useFormContext<CourseValues>()
  const { field, fieldState } = useController({ control, name })
  const [isRejected, setRejected] = useState(false)
  const change = (text: string) => {
    const amount = parseAmountText(text)
    setRejected(amount === null)
    if (amount !== null) field.onChange(amount)
  }
  return (
    <TextField
      {...field}
      label={label}
      inputMode="decimal"
      autoComplete="off"
      error={isRejected ? `${noun} is a number` : fieldState.error?.message}
      onChange={({ target }) => change(target.value)}
      onBlur={() => {
        setRejected(false)
        field.onBlur()
      }}
    />
  )
}
