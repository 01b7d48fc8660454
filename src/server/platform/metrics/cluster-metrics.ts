import cluster, { type Worker } from 'node:cluster'
import { on } from 'node:events'
import type { MetricObjectWithValues, MetricValue, Registry } from 'prom-client'

// With WORKERS a scrape reaches any one of the processes, so that each answers for all: it asks the first process, which
// collects from every worker that serves. The library's own way asks those that are starting, too, and waits for them.

/** To the first process: what have all counted? From it: null when nothing could be collected. */
interface PrintMessage {
  kind: 'metrics'
  id: number
  text?: string | null
}

/** From the first process: what has this one counted? */
interface CollectMessage {
  kind: 'collect metrics'
  id: number
  metrics?: WorkerMetrics
}

type WorkerMetrics = MetricObjectWithValues<MetricValue<string>>[]

const isMessage = <Message extends PrintMessage | CollectMessage>(
  message: unknown,
  kind: Message['kind'],
): message is Message => typeof message === 'object' && message !== null && 'kind' in message && message.kind === kind

/** Both within the ten seconds that Prometheus waits. */
const ANSWER_TIMEOUT_MS = 5_000
const PRINT_TIMEOUT_MS = 8_000

/** In the first process. A worker that does not answer in time is left out. */
export async function serveClusterMetrics(timeoutMs = ANSWER_TIMEOUT_MS): Promise<void> {
  const { AggregatorRegistry } = await import('prom-client')
  const serving = new Set<Worker>()
  cluster.on('listening', (worker) => serving.add(worker))
  cluster.on('disconnect', (worker) => serving.delete(worker))
  const print = async (): Promise<string | null> => {
    const answers = await Promise.allSettled([...serving].map((worker) => collect(worker, timeoutMs)))
    const collected = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []))
    return collected.length > 0 ? AggregatorRegistry.aggregate(collected).metrics() : null
  }
  cluster.on('message', (worker, message: unknown) => {
    if (!isMessage<PrintMessage>(message, 'metrics')) return
    const answer = (text: string | null) => send(worker, { ...message, text })
    print().then(answer, () => answer(null))
  })
}

function send(worker: Worker, message: PrintMessage | CollectMessage): void {
  // It may have ended a moment ago. Without the callback that would end this process.
  if (worker.isConnected()) worker.send(message, () => {})
}

let lastCollection = 0

async function collect(worker: Worker, timeoutMs: number): Promise<WorkerMetrics> {
  const id = ++lastCollection
  const messages = on(worker, 'message', { signal: AbortSignal.timeout(timeoutMs), close: ['disconnect'] })
  send(worker, { kind: 'collect metrics', id })
  for await (const [message] of messages as AsyncIterable<unknown[]>)
    if (isMessage<CollectMessage>(message, 'collect metrics') && message.id === id && message.metrics)
      return message.metrics
  throw new Error('No answer')
}

/** In a worker: returns what all workers have counted. */
export function createClusterPrinter(registry: Registry): () => Promise<string> {
  const waiting = new Map<number, (text: string | null) => void>()
  let last = 0
  process.on('message', (message: unknown) => {
    if (isMessage<CollectMessage>(message, 'collect metrics')) void answerCollection(registry, message)
    if (!isMessage<PrintMessage>(message, 'metrics')) return
    waiting.get(message.id)?.(message.text ?? null)
  })
  return async () => {
    const id = ++last
    const text = await new Promise<string | null>((resolve) => {
      waiting.set(id, resolve)
      process.send?.({ kind: 'metrics', id } satisfies PrintMessage)
      // The first process may be of a version that answers differently.
      setTimeout(resolve, PRINT_TIMEOUT_MS, null).unref()
    })
    waiting.delete(id)
    return text ?? registry.metrics()
  }
}

async function answerCollection(registry: Registry, message: CollectMessage): Promise<void> {
  const metrics = await registry.getMetricsAsJSON().catch(() => [])
  if (process.connected) process.send?.({ ...message, metrics } satisfies CollectMessage)
}
