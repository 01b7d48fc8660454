import cluster, { type Worker } from 'node:cluster'

/** From the first process to each other one, before SIGTERM. */
const POOL_STOPS = { kind: 'pool-stops' } as const

let isPoolStopping = false
if (cluster.isWorker) {
  process.on('message', (message: unknown) => {
    if (isPoolStops(message)) isPoolStopping = true
  })
}

const isPoolStops = (message: unknown): boolean =>
  typeof message === 'object' && message !== null && 'kind' in message && message.kind === POOL_STOPS.kind

/** False while only this worker stops: the others, and the one that takes its place, serve on at the same port. */
export const closesPort = (): boolean => !cluster.isWorker || isPoolStopping

/** In the first process. */
export function announcePoolStop(worker: Worker): void {
  // It may have ended a moment ago.
  if (worker.isConnected()) worker.send(POOL_STOPS, () => {})
}
