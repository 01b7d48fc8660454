import { type SQL, sql } from 'drizzle-orm'
import type { AnalyticsRange } from '#contract/choices.ts'

/** The first UTC day of a range that ends today. */
export const getFirstDay = (days: AnalyticsRange) => sql`(now() at time zone 'UTC')::date - ${days - 1}::int`

export const getDayStart = (day: SQL) => sql`(${day})::timestamp at time zone 'UTC'`
