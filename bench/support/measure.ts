import { Agent, request as httpRequest } from 'node:http'
import type { Request } from 'autocannon'
import type { Floor, Loader } from './children.ts'
import type { LoadResult } from './messages.ts'
import { getCpuSeconds } from './process-stats.ts'
import type { Product } from './product.ts'
import { type Cell, median } from './table.ts'

export interface Settings {
  runs: number
  seconds: number
}

export interface Bench extends Settings {
  product: Product
  floor: Floor
  loader: Loader
}

export const HEAD = ['call', 'req/s', 'p50 ms', 'p99 ms', 'floor', 'ratio', 'CPU ratio', 'goal', 'met']
const CONNECTIONS = 50
const WARM_UP_SECONDS = 1

interface FloorRow {
  call: string
  requests: Request[]
  /** The goal, as a share of the floor. */
  goal: number
}

/** Measures the product and the floor by turns; the floor answers with as many bytes. */
export async function compareWithFloor(bench: Bench, { call, requests, goal }: FloorRow): Promise<Cell[]> {
  const { product, floor, loader, runs, seconds } = bench
  const sample = requests[0]
  if (!sample) throw new Error(`${call} has no request`)
  const floorUrl = await floor.answer(await fetchResponse(product.url, sample))
  const productRuns: Measurement[] = []
  const baselineRuns: Measurement[] = []
  for (let run = -1; run < runs; run++) {
    const duration = run < 0 ? WARM_UP_SECONDS : seconds
    const productResult = await measureRun(loader, product, { url: product.url, requests, seconds: duration })
    const floorResult = await measureRun(loader, floor, { url: floorUrl, requests: [{ path: '/' }], seconds: duration })
    if (productResult.failed > 0) throw new Error(`${productResult.failed} requests of ${call} failed`)
    if (run < 0) continue
    productRuns.push(productResult)
    baselineRuns.push(floorResult)
  }
  const perSecond = median(productRuns.map((one) => one.perSecond))
  const floorPerSecond = median(baselineRuns.map((one) => one.perSecond))
  const ratio = perSecond / floorPerSecond
  const cpu = median(baselineRuns.map((one) => one.cpu)) / median(productRuns.map((one) => one.cpu))
  return [
    call,
    Math.round(perSecond),
    median(productRuns.map(({ p50 }) => p50)),
    median(productRuns.map(({ p99 }) => p99)),
    Math.round(floorPerSecond),
    ratio,
    Number.isNaN(cpu) ? null : cpu,
    `≥ ${goal}`,
    ratio >= goal,
  ]
}

interface Measurement extends LoadResult {
  /** Seconds of processor time for each request. */
  cpu: number
}

async function measureRun(
  loader: Loader,
  { pid }: { pid: number },
  job: { url: string; requests: Request[]; seconds: number },
): Promise<Measurement> {
  const before = getCpuSeconds(pid)
  const result = await loader.run({ connections: CONNECTIONS, ...job })
  const after = getCpuSeconds(pid)
  return { ...result, cpu: before === null || after === null ? Number.NaN : (after - before) / result.total }
}

const agent = new Agent({ keepAlive: false })

/** Reads the product's answer with node:http, because fetch would request a compressed form and the load does not. */
export async function fetchResponse(
  url: string,
  { method = 'GET', path = '/', headers, body }: Request,
): Promise<{ type: string; body: string }> {
  return new Promise((resolve, reject) => {
    const sent = httpRequest(new URL(path, url), { method, headers, agent }, (response) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.on('end', () => {
        const text = Buffer.concat(parts).toString()
        if (response.statusCode === 200) resolve({ type: response.headers['content-type'] ?? '', body: text })
        else reject(new Error(`${method} ${path} answered ${response.statusCode}: ${text.slice(0, 200)}`))
      })
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

interface WriteRow {
  call: string
  requests: Request[]
  goal: number
  /** Runs the same statements against the database alone, and returns how many a second. */
  runBaseline: (seconds: number) => Promise<number>
}

/** Measures durable writes, and the same statements against the database alone, by turns. */
export async function compareWithDatabase(
  bench: Bench,
  { call, requests, goal, runBaseline }: WriteRow,
): Promise<Cell[]> {
  const { product, loader, runs, seconds } = bench
  const productRuns: LoadResult[] = []
  const baselineRuns: number[] = []
  for (let run = 0; run < runs; run++) {
    const job = { url: product.url, connections: CONNECTIONS, seconds, requests, spread: true }
    const productResult = await loader.run(job)
    if (productResult.failed > 0) throw new Error(`${productResult.failed} requests of ${call} failed`)
    productRuns.push(productResult)
    baselineRuns.push(await runBaseline(seconds))
  }
  const perSecond = median(productRuns.map((one) => one.perSecond))
  const ratio = perSecond / median(baselineRuns)
  const [p50, p99] = [median(productRuns.map((one) => one.p50)), median(productRuns.map((one) => one.p99))]
  return [
    call,
    Math.round(perSecond),
    p50,
    p99,
    `${Math.round(median(baselineRuns))} (database alone)`,
    ratio,
    null,
    `≥ ${goal}`,
    ratio >= goal,
  ]
}

interface LatencyRow {
  call: string
  /** The requests of the run with this number, from 0. */
  requests: (run: number) => Request[]
  connections: number
  rate?: number
  /** The goal for the 99th percentile, in milliseconds. */
  goalMs: number
}

/** Measures latency only. */
export async function measureLatency(
  bench: Bench,
  { call, requests, connections, rate, goalMs }: LatencyRow,
): Promise<Cell[]> {
  const { product, loader, runs, seconds } = bench
  const results: LoadResult[] = []
  for (let run = 0; run < runs; run++) {
    const job = { url: product.url, connections, seconds, requests: requests(run), spread: true }
    const result = await loader.run({ ...job, ...(rate !== undefined && { rate }) })
    if (result.failed > 0) throw new Error(`${result.failed} requests of ${call} failed`)
    results.push(result)
  }
  const getMedian = (pick: (result: LoadResult) => number) => median(results.map(pick))
  const p99 = getMedian((result) => result.p99)
  return [
    call,
    Math.round(getMedian((result) => result.perSecond)),
    getMedian((result) => result.p50),
    p99,
    null,
    null,
    null,
    `p99 ≤ ${goalMs} ms`,
    p99 <= goalMs,
  ]
}
