import { setTimeout as sleep } from 'node:timers/promises'
import { CLOSE_CODES } from '#contract/socket.ts'
import type { Connection } from './connection.ts'

/** Between one socket and the next. */
const INTERVAL_MS = 10
/** For all of them. */
const LONGEST_MS = 3_000
const STEP_MS = 20

/**
 * Closes sockets one after the other, so that their browsers do not all connect to another process at once.
 * @param skipped ends it; sockets that are still open then stay open
 */
export async function closeGradually(
  connections: readonly Pick<Connection, 'close' | 'finishFrames'>[],
  skipped: AbortSignal,
): Promise<void> {
  const durationMs = Math.min(connections.length * INTERVAL_MS, LONGEST_MS)
  const startedAt = performance.now()
  for (let closed = 0; closed < connections.length && !skipped.aborted;) {
    const due = Math.ceil(connections.length * ((performance.now() - startedAt + STEP_MS) / durationMs))
    const batch = connections.slice(closed, due)
    // What they have sent is acknowledged while they are open.
    await Promise.race([Promise.all(batch.map((one) => one.finishFrames())), sleep(STEP_MS)])
    for (const one of batch) one.close(CLOSE_CODES.goingAway, 'the server stops')
    closed = due
    await sleep(STEP_MS, undefined, { signal: skipped }).catch(() => null)
  }
}
