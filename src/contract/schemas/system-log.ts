import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/endpoint.ts'
import { id, instant, page, search } from './fields.ts'
import { LOG_KINDS } from '#contract/choices.ts'

export const logEntry = z.object({
  log_id: z.int(),
  kind: z.enum(LOG_KINDS),
  message: z.string(),
  /** Whose doing it was; empty when it was nobody's who is known. */
  email: z.string(),
  /** `HH:MM:SS` in UTC, of `created_date`. */
  time: z.string(),
  student_id: z.nullable(z.int()),
  created_date: instant,
})
export type LogEntry = z.infer<typeof logEntry>

/** Which lines are wanted: the list and its CSV take the same. */
export const logFilter = {
  /** In the message or the e-mail. */
  search_text: search,
  kind: z._default(z.enum(['', ...LOG_KINDS], { error: 'No such kind' }), ''),
  /** One person's doings, by student_id. */
  person: z.optional(z.nullable(id)),
}

export const getSystemLog = defineEndpoint({
  summary: 'Who did what by page, newest first.',
  input: z.object({ page, ...logFilter }),
  output: z.array(logEntry),
  nextPage: z.nullable(z.int()),
})
