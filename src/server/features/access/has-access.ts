import { gt, sql } from 'drizzle-orm'
import { enrollments } from '#server/platform/db/schema.ts'

/** Whether an enrollment gives access, by the database's clock. Without access only progress is left of it. */
export const hasAccess = gt(enrollments.accessUntil, sql`now()`)
