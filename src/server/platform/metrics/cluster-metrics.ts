import cluster from 'node:cluster'
import type { Registry } from 'prom-client'

// With WORKERS a scrape reaches any one of the processes, so that each answers for all: it asks the first process, which
// collects from every worker.

interface MetricsMessage {
  kind: 'metrics'
  id: number
  /** In the answer; null when the metrics could not be collected. */
  text?: string | null
}

const isMetricsMessage = (message: unknown): message is MetricsMessage =>
  typeof message === 'object' && message !== null && 'kind' in message && message.kind === 'metrics'

/** In the first process. */
export async function serveClusterMetrics(): Promise<void> {
  const { AggregatorRegistry } = await import('prom-client')
  const aggregator = new AggregatorRegistry()
  cluster.on('message', (worker, message: unknown) => {
    if (!isMetricsMessage(message)) return
    const answer = (text: string | null) => worker.isConnected() && worker.send({ ...message, text })
    aggregator.clusterMetrics().then(answer, () => answer(null))
  })
}

/** In a worker: returns what all workers have counted. */
export async function createClusterPrinter(registry: Registry): Promise<() => Promise<string>> {
  const { AggregatorRegistry } = await import('prom-client')
  AggregatorRegistry.setRegistries([registry])
  // From now on it answers the first process.
  void new AggregatorRegistry()
  const waiting = new Map<number, (text: string | null) => void>()
  let last = 0
  process.on('message', (message: unknown) => {
    if (!isMetricsMessage(message)) return
    waiting.get(message.id)?.(message.text ?? null)
    waiting.delete(message.id)
  })
  return async () => {
    const id = ++last
    const text = await new Promise<string | null>((resolve) => {
      waiting.set(id, resolve)
      process.send?.({ kind: 'metrics', id } satisfies MetricsMessage)
    })
    return text ?? registry.metrics()
  }
}
