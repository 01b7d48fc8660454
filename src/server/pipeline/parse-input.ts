import type * as z from 'zod/mini'
import { AppError } from '#contract/errors.ts'

/** Throws `invalid_input` with the first field's message. @param label the call's name, for the log */
export function parseInput<Schema extends z.ZodMiniType>(
  label: string,
  schema: Schema,
  input: unknown,
): z.output<Schema> {
  const parsed = safeParse(schema, input)
  if (parsed.success) return parsed.data
  const text = parsed.error.issues.find(({ message }) => message !== 'Invalid input')?.message
  throw new AppError('invalid_input', { cause: new Error(`${label}: ${parsed.error.message}`), ...(text && { text }) })
}

/** Zod compares the length of a value of another type too, and fails where that is an object that no text can be made of. */
function safeParse<Schema extends z.ZodMiniType>(schema: Schema, input: unknown) {
  try {
    return schema.safeParse(input)
  } catch (cause) {
    const isNoText = cause instanceof TypeError && cause.message === 'Cannot convert object to primitive value'
    throw isNoText ? new AppError('invalid_input', { cause }) : cause
  }
}
