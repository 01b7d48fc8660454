/** A variable that the first process of WORKERS sets for the others: when it started, in milliseconds since 1970. */
export const POOL_STARTED_AT = 'POOL_STARTED_AT'

/** In whole seconds. All processes of WORKERS have the same, also one that was started again. */
export function readUptime(): number {
  const poolStartedAt = process.env[POOL_STARTED_AT]
  const seconds = poolStartedAt === undefined ? process.uptime() : (Date.now() - Number(poolStartedAt)) / 1_000
  // The clock may have been set back.
  return Math.max(0, Math.floor(seconds))
}
