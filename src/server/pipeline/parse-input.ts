import type * as z from 'zod/mini'
import { AppError } from '#contract/errors.ts'

/** Throws `invalid_input` with the first field's message. @param label the call's name, for the log */
export function parseInput<Schema extends z.ZodMiniType>(
  label: string,
  schema: Schema,
  input: unknown,
): z.output<Schema> {
  const parsed = schema.safeParse(input)
  if (parsed.success) return parsed.data
  const text = parsed.error.issues.find(({ message }) => message !== 'Invalid input')?.message
  throw new AppError('invalid_input', { cause: new Error(`${label}: ${parsed.error.message}`), ...(text && { text }) })
}
