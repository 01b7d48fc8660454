import cluster from 'node:cluster'
import type { Counter, Gauge } from 'prom-client'
import type { FinishedQuery } from '#server/platform/db/connection/watch-queries.ts'
import { createClusterPrinter } from './cluster-metrics.ts'
import { VERSION } from '#server/platform/version.ts'

const PREFIX = 'lantern_'
const REQUEST_BUCKETS_S = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const QUERY_BUCKETS_S = [0.001, 0.005, 0.025, 0.1, 0.25, 1, 5]

/** Values that are read when they are asked for, by the metric's labels. */
export type ReadGauge = () => Promise<readonly GaugeValue[]> | readonly GaugeValue[]
export interface GaugeValue {
  value: number
  labels?: Record<string, string>
}

export interface GaugeSource {
  name: string
  help: string
  labelNames?: readonly string[]
  read: ReadGauge
  /** A number that only grows until the process ends. */
  isCounter?: true
}

export interface Metrics {
  observeRequest(route: string, statusCode: number, ms: number): void
  observeQuery(query: FinishedQuery): void
  countError(source: string): void
  /** In Prometheus' text format. */
  print(): Promise<string>
  contentType: string
}

/** Loads prom-client, which only a server with METRICS_TOKEN needs. */
export async function createMetrics(gauges: readonly GaugeSource[]): Promise<Metrics> {
  const { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } = await import('prom-client')
  const registry = new Registry()
  // Several processes may answer at one address.
  registry.setDefaultLabels({ process: String(process.pid) })
  collectDefaultMetrics({ register: registry })
  const registers = [registry]
  const requests = new Histogram({
    name: `${PREFIX}http_request_duration_seconds`,
    help: 'Time from the request to the end of its answer, by call or route and by class of status',
    labelNames: ['route', 'status'],
    buckets: REQUEST_BUCKETS_S,
    registers,
  })
  const queries = new Histogram({
    name: `${PREFIX}db_query_duration_seconds`,
    help: 'Time of one database query, without the wait for a connection',
    labelNames: ['result'],
    buckets: QUERY_BUCKETS_S,
    registers,
  })
  const errors = new Counter({
    name: `${PREFIX}errors_total`,
    help: 'Unexpected errors, by the call, route or job that failed',
    labelNames: ['source'],
    registers,
  })
  new Gauge({
    name: `${PREFIX}info`,
    help: 'The version that runs',
    labelNames: ['version', 'node'],
    registers,
  }).set({ version: VERSION, node: process.version }, 1)
  for (const { name, help, labelNames = [], read, isCounter } of gauges)
    registry.registerMetric(
      new (isCounter ? Counter : Gauge)({
        name: `${PREFIX}${name}`,
        help,
        labelNames,
        registers: [],
        async collect() {
          await readInto(this, read, labelNames.length > 0)
        },
      }),
    )
  return {
    observeRequest: (route, statusCode, ms) =>
      requests.observe({ route, status: `${Math.floor(statusCode / 100)}xx` }, ms / 1_000),
    observeQuery: ({ hasFailed, durationMs }) =>
      queries.observe({ result: hasFailed ? 'failed' : 'ok' }, durationMs / 1_000),
    countError: (source) => errors.inc({ source }),
    print: cluster.isWorker ? createClusterPrinter(registry) : () => registry.metrics(),
    contentType: registry.contentType,
  }
}

/** A value that cannot be read is left out, so that one source's failure hides no other metric. */
async function readInto(metric: Gauge | Counter, read: ReadGauge, hasLabels: boolean): Promise<void> {
  let values: readonly GaugeValue[] = []
  try {
    values = await read()
  } catch {
    // Left out.
  }
  // From here on without waiting: two scrapes at once would add up.
  metric.reset()
  // Resetting sets a metric without labels to 0.
  if (!hasLabels) metric.remove()
  for (const { value, labels = {} } of values) metric.inc(labels, value)
}
