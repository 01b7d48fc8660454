import type * as z from 'zod/mini'
import { AppError } from '#contract/errors.ts'

/** What was given, in the form that the schema asks for. @param what for the log: the call's name */
export function parseInput<Schema extends z.ZodMiniType>(
  what: string,
  schema: Schema,
  given: unknown,
): z.output<Schema> {
  const parsed = schema.safeParse(given)
  if (parsed.success) return parsed.data
  const text = parsed.error.issues.find(({ message }) => message !== 'Invalid input')?.message
  throw new AppError('invalid_input', { cause: new Error(`${what}: ${parsed.error.message}`), ...(text && { text }) })
}
