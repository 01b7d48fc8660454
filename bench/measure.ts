import { Agent, request as httpRequest } from 'node:http'
import type { Request } from 'autocannon'
import type { Floor, Loader } from './children.ts'
import type { LoadResult } from './messages.ts'
import { processorTime } from './processes.ts'
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
  /** The least share of the floor. */
  goal: number
}

/** The product and the floor by turns, the floor answering with as many bytes. */
export async function againstFloor(bench: Bench, { call, requests, goal }: FloorRow): Promise<Cell[]> {
  const { product, floor, loader, runs, seconds } = bench
  const sample = requests[0]
  if (!sample) throw new Error(`${call} has no request`)
  const floorUrl = await floor.answer(await answerTo(product.url, sample))
  const ours: Measured[] = []
  const theirs: Measured[] = []
  for (let run = -1; run < runs; run++) {
    const duration = run < 0 ? WARM_UP_SECONDS : seconds
    const mine = await measured(loader, product, { url: product.url, requests, seconds: duration })
    const other = await measured(loader, floor, { url: floorUrl, requests: [{ path: '/' }], seconds: duration })
    if (mine.failed > 0) throw new Error(`${mine.failed} requests of ${call} failed`)
    if (run < 0) continue
    ours.push(mine)
    theirs.push(other)
  }
  const perSecond = median(ours.map((one) => one.perSecond))
  const floorPerSecond = median(theirs.map((one) => one.perSecond))
  const ratio = perSecond / floorPerSecond
  const cpu = median(theirs.map((one) => one.cpu)) / median(ours.map((one) => one.cpu))
  return [
    call,
    Math.round(perSecond),
    median(ours.map(({ p50 }) => p50)),
    median(ours.map(({ p99 }) => p99)),
    Math.round(floorPerSecond),
    ratio,
    Number.isNaN(cpu) ? null : cpu,
    `≥ ${goal}`,
    ratio >= goal,
  ]
}

interface Measured extends LoadResult {
  /** Seconds of processor time for each request. */
  cpu: number
}

async function measured(
  loader: Loader,
  { pid }: { pid: number },
  job: { url: string; requests: Request[]; seconds: number },
): Promise<Measured> {
  const before = processorTime(pid)
  const result = await loader.run({ connections: CONNECTIONS, ...job })
  const after = processorTime(pid)
  return { ...result, cpu: before === null || after === null ? Number.NaN : (after - before) / result.total }
}

const agent = new Agent({ keepAlive: false })

/** What the product answers: by node:http, because fetch would ask for a compressed form and the load does not. */
export async function answerTo(
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
  /** Does the same with the database alone for so many seconds; gives how many a second. */
  alone: (seconds: number) => Promise<number>
}

/** Durable writes, and what the database alone does with the same statements, by turns. */
export async function againstDatabase(bench: Bench, { call, requests, goal, alone }: WriteRow): Promise<Cell[]> {
  const { product, loader, runs, seconds } = bench
  const ours: LoadResult[] = []
  const theirs: number[] = []
  for (let run = 0; run < runs; run++) {
    const job = { url: product.url, connections: CONNECTIONS, seconds, requests, spread: true }
    const mine = await loader.run(job)
    if (mine.failed > 0) throw new Error(`${mine.failed} requests of ${call} failed`)
    ours.push(mine)
    theirs.push(await alone(seconds))
  }
  const perSecond = median(ours.map((one) => one.perSecond))
  const ratio = perSecond / median(theirs)
  const [p50, p99] = [median(ours.map((one) => one.p50)), median(ours.map((one) => one.p99))]
  return [
    call,
    Math.round(perSecond),
    p50,
    p99,
    `${Math.round(median(theirs))} (database alone)`,
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
  /** The most milliseconds that 99 of 100 may take. */
  goalMs: number
}

/** Only how long an answer takes. */
export async function withinTime(
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
  const middle = (pick: (result: LoadResult) => number) => median(results.map(pick))
  const p99 = middle((result) => result.p99)
  return [
    call,
    Math.round(middle((result) => result.perSecond)),
    middle((result) => result.p50),
    p99,
    null,
    null,
    null,
    `p99 ≤ ${goalMs} ms`,
    p99 <= goalMs,
  ]
}
