import * as z from 'zod/mini'

const wholeNumber = (name: string, min: number, max: number) =>
  z.pipe(
    z.string().check(
      z.refine((value) => /^\d{1,6}$/.test(value) && Number(value) >= min && Number(value) <= max, {
        error: `${name} must be a whole number from ${min} to ${max}`,
      }),
    ),
    z.transform(Number),
  )

/** The settings of the database's connections and of stopping; part of every setting in env.ts. */
export const availabilitySettings = {
  DATABASE_DIRECT_URL: z.optional(
    z.string().check(
      z.refine((value) => URL.canParse(value) && /^postgres(ql)?:$/.test(new URL(value).protocol), {
        error: 'DATABASE_DIRECT_URL must be an address such as postgres://user:password@host:5432/name',
      }),
    ),
  ),
  DATABASE_POOL: z._default(wholeNumber('DATABASE_POOL', 2, 500), 10),
  DRAIN_SECONDS: z.optional(wholeNumber('DRAIN_SECONDS', 0, 300)),
}

/** Longer than a proxy's health checks need to notice: two that fail, two seconds apart. */
const DEFAULT_DRAIN_SECONDS = 5

interface AvailabilityValues {
  DATABASE_URL?: string | undefined
  DATABASE_DIRECT_URL?: string | undefined
  DATABASE_POOL: number
  DRAIN_SECONDS?: number | undefined
}

/** What is wrong with settings that are each right. */
export function findAvailabilityProblem(values: AvailabilityValues): string | undefined {
  if (values.DATABASE_DIRECT_URL !== undefined && values.DATABASE_URL === undefined)
    return 'DATABASE_DIRECT_URL must have DATABASE_URL beside it'
  return undefined
}

export function toAvailabilityEnv({
  DATABASE_URL,
  DATABASE_DIRECT_URL,
  DATABASE_POOL,
  DRAIN_SECONDS,
}: AvailabilityValues) {
  return {
    databaseUrl: DATABASE_URL,
    /** For what a transaction pooler cannot do: migrations, locks and listening. */
    databaseDirectUrl: DATABASE_DIRECT_URL ?? DATABASE_URL,
    databasePool: DATABASE_POOL,
    /** No other process takes over from the embedded database's, so that waiting would only prolong a restart. */
    drainSeconds: DRAIN_SECONDS ?? (DATABASE_URL === undefined ? 0 : DEFAULT_DRAIN_SECONDS),
  }
}
