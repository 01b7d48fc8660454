/** A variable that the first process of WORKERS sets for the others: when it started, in milliseconds since 1970. */
export const POOL_STARTED_AT = 'POOL_STARTED_AT'

/**
 * In whole seconds. All processes of WORKERS have the same, also one that was started again.
 * @param reportedMs when the oldest process that reports to the database started, in milliseconds since 1970; null without one
 */
export function readUptime(reportedMs: number | null): number {
  const poolStartedAt = process.env[POOL_STARTED_AT]
  const ownMs = poolStartedAt === undefined ? Date.now() - process.uptime() * 1_000 : Number(poolStartedAt)
  // The clock may have been set back.
  return Math.max(0, Math.floor((Date.now() - Math.min(ownMs, reportedMs ?? ownMs)) / 1_000))
}
