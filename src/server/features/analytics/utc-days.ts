import { type SQL, sql } from 'drizzle-orm'
import type { AnalyticsRange } from '#contract/choices.ts'

/** The first of the range's days, by UTC; today is the last of them. */
export const getFirstDay = (days: AnalyticsRange) => sql`(now() at time zone 'UTC')::date - ${days - 1}::int`

/** The moment at which a day begins. */
export const getDayStart = (day: SQL) => sql`(${day})::timestamp at time zone 'UTC'`
