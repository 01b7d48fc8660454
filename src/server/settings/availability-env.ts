import { availableParallelism } from 'node:os'
import * as z from 'zod/mini'
import { postgresUrl, text, wholeNumber } from './setting-types.ts'

/** Each has a pool of database connections. */
const MAX_WORKERS = 64

/** The settings of processes, of their connections to the database and of stopping; part of every setting in env.ts. */
export const availabilitySettings = {
  DATABASE_DIRECT_URL: z.optional(postgresUrl('DATABASE_DIRECT_URL')),
  DATABASE_POOL: z._default(wholeNumber('DATABASE_POOL', 2, 500), 10),
  DRAIN_SECONDS: z.optional(wholeNumber('DRAIN_SECONDS', 0, 300)),
  WORKERS: z._default(
    z.pipe(
      text(
        `WORKERS must be auto or a whole number from 1 to ${MAX_WORKERS}`,
        (value) => value === 'auto' || (/^[1-9]\d*$/.test(value) && Number(value) <= MAX_WORKERS),
      ),
      z.transform((value) => (value === 'auto' ? availableParallelism() : Number(value))),
    ),
    1,
  ),
}

/** Longer than a proxy's health checks need to notice: two that fail, two seconds apart. */
const DEFAULT_DRAIN_SECONDS = 5

interface AvailabilityValues {
  DATABASE_URL?: string | undefined
  DATABASE_DIRECT_URL?: string | undefined
  DATABASE_POOL: number
  DRAIN_SECONDS?: number | undefined
  WORKERS: number
}

/** What is wrong with settings that are each right. */
export function findAvailabilityProblem(values: AvailabilityValues): string | undefined {
  if (values.DATABASE_DIRECT_URL !== undefined && values.DATABASE_URL === undefined)
    return 'DATABASE_DIRECT_URL must have DATABASE_URL beside it'
  if (values.WORKERS > 1 && values.DATABASE_URL === undefined)
    return 'WORKERS needs DATABASE_URL: the embedded database has one server process'
  return undefined
}

export function toAvailabilityEnv({
  DATABASE_URL,
  DATABASE_DIRECT_URL,
  DATABASE_POOL,
  DRAIN_SECONDS,
  WORKERS,
}: AvailabilityValues) {
  return {
    databaseUrl: DATABASE_URL,
    /** For what a transaction pooler cannot do: migrations, locks and listening. */
    databaseDirectUrl: DATABASE_DIRECT_URL ?? DATABASE_URL,
    databasePool: DATABASE_POOL,
    workers: WORKERS,
    /** No other process takes over from the embedded database's, so that waiting would only prolong a restart. */
    drainSeconds: DRAIN_SECONDS ?? (DATABASE_URL === undefined ? 0 : DEFAULT_DRAIN_SECONDS),
  }
}
