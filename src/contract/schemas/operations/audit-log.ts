import * as z from 'zod/mini'
import { AUDIT_ACTIONS, AUDIT_SUBJECTS, type AuditAction } from '#contract/audit-actions.ts'
import { defineEndpoint } from '#contract/endpoint.ts'
import { id, instant, search } from '#contract/schemas/fields.ts'

const isAction = (value: string): value is AuditAction | '' => value === '' || Object.hasOwn(AUDIT_ACTIONS, value)
/** From the year 1 on, as in PostgreSQL. */
const isDay = (value: string) =>
  value === '' ||
  (/^(?!0000)\d{4}-\d\d-\d\d$/.test(value) &&
    !Number.isNaN(Date.parse(`${value}T00:00:00Z`)) &&
    new Date(`${value}T00:00:00Z`).toISOString().startsWith(value))
const day = z._default(z.string().check(z.refine(isDay, { error: 'Use a date such as 2026-05-31' })), '')
const fields = z.record(z.string(), z.unknown())

export const auditEntry = z.object({
  entry_id: z.int(),
  created_date: instant,
  /** Null for the command line and for jobs. */
  actor_id: z.nullable(z.int()),
  actor_name: z.string(),
  actor_email: z.string(),
  action: z.string(),
  subject_kind: z.enum(AUDIT_SUBJECTS),
  subject_id: z.string(),
  subject_name: z.string(),
  before: fields,
  after: fields,
  ip: z.string(),
  device: z.string(),
  request_id: z.string(),
})
export type AuditLogEntry = z.infer<typeof auditEntry>

/** Shared by the list and its CSV. */
export const auditFilter = {
  /** Matches the subject's name, and the name and email of who did it. */
  search_text: search,
  /** The student_id of who did it. */
  person: z.optional(z.nullable(id)),
  action: z._default(z.string().check(z.refine(isAction, { error: 'Unknown action' })), ''),
  subject_kind: z._default(z.enum(['', ...AUDIT_SUBJECTS], { error: 'Unknown kind' }), ''),
  subject_id: z._default(z.string().check(z.regex(/^[\da-f-]{0,36}$/)), ''),
  /** Days in UTC, both included. */
  from: day,
  until: day,
}

export const getAuditLog = defineEndpoint({
  summary: 'Lists what admins have done, newest first.',
  /** `page` is 1, or the `nextPage` of the answer before: it tells where that ended, and counts nothing. */
  input: z.object({
    page: z.int({ error: 'A page must be a whole number from 1' }).check(z.positive()),
    ...auditFilter,
  }),
  output: z.array(auditEntry),
  nextPage: z.nullable(z.int()),
})
