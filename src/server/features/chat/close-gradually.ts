import { setTimeout as sleep } from 'node:timers/promises'
import { CLOSE_CODES } from '#contract/socket.ts'
import type { Connection } from './connection.ts'

/** Between one socket and the next. */
const INTERVAL_MS = 10
/** For all of them. */
const LONGEST_MS = 3_000
const STEP_MS = 20

/**
 * Closes sockets one after the other, so that their browsers do not all connect to another process at once. One whose
 * messages are not yet stored is closed when they are, since their sender hears of it while the socket is open.
 * @param skipped ends it; sockets whose turn has not come stay open
 */
export async function closeGradually(
  connections: readonly Pick<Connection, 'close' | 'finishFrames'>[],
  skipped: AbortSignal,
): Promise<void> {
  const durationMs = Math.min(connections.length * INTERVAL_MS, LONGEST_MS)
  const startedAt = performance.now()
  for (let begun = 0; begun < connections.length && !skipped.aborted;) {
    const due = Math.ceil(connections.length * ((performance.now() - startedAt + STEP_MS) / durationMs))
    for (const one of connections.slice(begun, due))
      void one.finishFrames().then(() => one.close(CLOSE_CODES.goingAway, 'the server stops'))
    begun = due
    await sleep(STEP_MS, undefined, { signal: skipped }).catch(() => null)
  }
}
