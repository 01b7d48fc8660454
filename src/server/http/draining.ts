import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

const drainingApps = new WeakSet<FastifyInstance>()

/** True once the process has been told to stop: it still serves, and asks for no further requests. */
export const isDraining = (app: FastifyInstance): boolean => drainingApps.has(app)

type CloseSockets = (skipped: AbortSignal) => Promise<void>
const socketClosers = new WeakMap<FastifyInstance, CloseSockets>()

/** @param close runs once the port is closed, so that browsers that connect again reach another process */
export function closeSocketsWhenDrained(app: FastifyInstance, close: CloseSockets): void {
  socketClosers.set(app, close)
}

/** Requests in flight, uploads for instance, are cut after this time. A resumable upload goes on elsewhere. */
const CLOSE_TIMEOUT_MS = 8_000
/** The last turn of the event loop before the port closes: a connection that arrives after it is reset. */
const QUIET_TURN_MS = 0.05
/** A busy process may have no such turn. Later closing would only be cut by the exit (main.ts). */
const MAX_QUIET_WAIT_MS = 1_000

/**
 * Serves on for a while, in which proxies find out; then refuses connections, closes sockets and waits for the requests
 * in flight.
 * @param skipped ends the wait
 */
export async function drain(
  app: FastifyInstance,
  seconds: number,
  skipped: AbortSignal,
  closeTimeoutMs = CLOSE_TIMEOUT_MS,
): Promise<void> {
  drainingApps.add(app)
  await sleep(seconds * 1_000, undefined, { signal: skipped }).catch(() => null)
  // Otherwise close() does it first, while connections arrive that it then resets.
  app.server.closeIdleConnections()
  await waitForQuietTurn()
  app.server.close()
  const timer = setTimeout(() => app.server.closeAllConnections(), closeTimeoutMs)
  // Without a drain nothing else takes over, so there is nothing to wait for.
  if (seconds > 0) await socketClosers.get(app)?.(skipped)
  await app.close()
  clearTimeout(timer)
}

/** Connections that the kernel has accepted and this process has not are reset when the server closes. */
async function waitForQuietTurn(): Promise<void> {
  const until = performance.now() + MAX_QUIET_WAIT_MS
  for (let startedAt = performance.now(); startedAt < until; startedAt = performance.now()) {
    await new Promise(setImmediate)
    if (performance.now() - startedAt < QUIET_TURN_MS) return
  }
}
