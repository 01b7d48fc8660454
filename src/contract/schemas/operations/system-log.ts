import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/endpoint.ts'
import { id, instant, page, search } from '#contract/schemas/fields.ts'
import { LOG_KINDS } from '#contract/choices.ts'

export const logEntry = z.object({
  log_id: z.int(),
  kind: z.enum(LOG_KINDS),
  message: z.string(),
  /** The acting user's; empty when unknown. */
  email: z.string(),
  /** `HH:MM:SS` in UTC, of `created_date`. */
  time: z.string(),
  student_id: z.nullable(z.int()),
  created_date: instant,
})
export type LogEntry = z.infer<typeof logEntry>

/** Shared by the list and its CSV. */
export const logFilter = {
  /** Matches the message or the email. */
  search_text: search,
  kind: z._default(z.enum(['', ...LOG_KINDS], { error: 'Unknown kind' }), ''),
  /** The acting user's student_id. */
  person: z.optional(z.nullable(id)),
}

export const getSystemLog = defineEndpoint({
  summary: 'Lists log entries, newest first.',
  input: z.object({ page, ...logFilter }),
  output: z.array(logEntry),
  nextPage: z.nullable(z.int()),
})
