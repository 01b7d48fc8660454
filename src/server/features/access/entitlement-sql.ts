import { type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { EntitlementSource } from '#contract/choices.ts'
import { entitlements } from '#server/platform/db/schema.ts'

/**
 * Not when the transaction began: one that waited for a lock would miss what was granted meanwhile. Rounded like the
 * columns, or an entitlement of this transaction could seem to begin later. So it could when the clock was set back meanwhile.
 */
const NOW = sql`greatest(clock_timestamp(), now())::timestamptz(3)`

/** Begun and not revoked. No call makes one that begins later. */
export const isInForce = sql`${entitlements.revokedAt} is null and ${entitlements.startsAt} <= ${NOW}`

export const isLiveEntitlement = sql`${isInForce} and (${entitlements.endsAt} is null or ${entitlements.endsAt} > now())`

/** What `accessUntil` must be. An end that is over counts too, so that the value does not change with time. */
export const LATEST_END = sql<string>`coalesce(max(coalesce(${entitlements.endsAt}, 'infinity')) filter (where ${isInForce}), '-infinity')`

/** Why the user has access: the live entitlement that lasts longest, and the first of several. Null without access. */
export const selectSource = (userId: number, courseId: AnyPgColumn): SQL<EntitlementSource | null> => sql`(
  select ${entitlements.source} from ${entitlements}
  where ${entitlements.userId} = ${userId} and ${entitlements.courseId} = ${courseId} and ${isLiveEntitlement}
  order by ${entitlements.endsAt} desc nulls first, ${entitlements.id} limit 1)`
