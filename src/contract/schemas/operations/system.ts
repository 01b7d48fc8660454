import * as z from 'zod/mini'
import { CHECK_AREAS, CHECK_STATUSES } from '#contract/choices.ts'
import { defineEndpoint } from '#contract/endpoint.ts'
import { id, instant, page } from '#contract/schemas/fields.ts'

/** One thing that was looked at, with what to do when it is not well. */
export const systemCheck = z.object({
  /** A stable word for clients, such as `disk_space`. */
  code: z.string(),
  area: z.enum(CHECK_AREAS),
  status: z.enum(CHECK_STATUSES),
  title: z.string(),
  /** What was found. With a warning or an error also how to mend it. */
  text: z.string(),
})
export type SystemCheck = z.infer<typeof systemCheck>

export const serverProcess = z.object({
  process_id: z.string(),
  host: z.string(),
  pid: z.int(),
  version: z.string(),
  node: z.string(),
  started_date: instant,
  /** When it last reported. */
  seen_date: instant,
  memory_bytes: z.number(),
  /** The 99th percentile of how late the event loop was, in the last seconds. */
  event_loop_ms: z.number(),
  sockets: z.int(),
  requests_per_minute: z.number(),
  /** Answers of 500 and above. */
  errors_per_minute: z.number(),
  isCurrent: z.boolean(),
  isSilent: z.boolean(),
})
export type ServerProcess = z.infer<typeof serverProcess>

export const getSystem = defineEndpoint({
  summary: 'Returns the state of this installation: checks, processes, database, disk and mail queue.',
  input: z.object({}),
  output: z.object({
    version: z.string(),
    /** By the server's clock. */
    now: instant,
    checks: z.array(systemCheck),
    processes: z.array(serverProcess),
    database: z.object({
      kind: z.enum(['embedded', 'server']),
      version: z.string(),
      size_bytes: z.number(),
      connections: z.int(),
      max_connections: z.int(),
    }),
    disk: z.object({ free_bytes: z.number(), total_bytes: z.number() }),
    mail: z.object({
      /** `outbox`: emails are written to files. */
      delivery: z.enum(['smtp', 'outbox']),
      waiting: z.int(),
      oldest_date: z.nullable(instant),
      last_failure: z.nullable(z.object({ kind: z.string(), tries: z.int(), text: z.string() })),
    }),
  }),
})
export type SystemReport = z.infer<typeof getSystem.output>

/** Errors of one cause. */
export const errorGroup = z.object({
  error_id: z.int(),
  type: z.string(),
  /** Without values. */
  message: z.string(),
  /** The call, route or job that failed. */
  source: z.string(),
  count: z.int(),
  first_date: instant,
  last_date: instant,
  /** Of the last one: find it in the log. */
  request_id: z.string(),
  stack: z.string(),
  version: z.string(),
  isSolved: z.boolean(),
})
export type ErrorGroup = z.infer<typeof errorGroup>

export const getErrorGroups = defineEndpoint({
  summary: 'Lists unexpected errors, grouped by cause: open ones first, then by the last time.',
  input: z.object({ page }),
  output: z.array(errorGroup),
  nextPage: z.nullable(z.int()),
})

export const setErrorSolved = defineEndpoint({
  summary: 'Marks a group of errors as solved. It opens again with the next such error.',
  input: z.object({ error_id: id, solved: z.boolean({ error: 'The new state must be true or false' }) }),
  output: z.string(),
})

export const sendTestMail = defineEndpoint({
  summary: 'Sends a test email to your own address.',
  input: z.object({}),
  output: z.string(),
})
