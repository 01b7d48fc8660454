import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { transformWithOxc } from 'vite'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { PROJECT_ROOT } from '#server/platform/project-root.ts'
import { findFreePort } from '#server/testing/network/find-free-port.ts'
import { serveClusterMetrics } from './cluster-metrics.ts'

const PROM_CLIENT = pathToFileURL(join(PROJECT_ROOT, 'node_modules/prom-client/index.js')).href
// A process that answers what all have counted, or that never serves.
const WORKER = `
  import { createServer } from 'node:http'
  import prometheus from '${PROM_CLIENT}'
  import { createClusterPrinter } from './cluster-metrics.mjs'
  if (process.env.STARTS_FOR_EVER) await new Promise((resolve) => setTimeout(resolve, 600_000))
  const registry = new prometheus.Registry()
  registry.setDefaultLabels({ process: String(process.pid) })
  new prometheus.Gauge({ name: 'serving', help: 'x', registers: [registry] }).set(1)
  const print = createClusterPrinter(registry)
  const server = createServer(async (request, response) => response.end(await print()))
  server.listen(Number(process.argv[2]), '127.0.0.1')
`
const TIMEOUT_MS = 1_500

let folder: string
let url: string
const workers: Worker[] = []
beforeAll(async () => {
  folder = await mkdtemp(join(inject('runFolder'), 'metrics-'))
  const source = readFileSync(join(PROJECT_ROOT, 'src/server/platform/metrics/cluster-metrics.ts'), 'utf8')
  const { code } = await transformWithOxc(source, 'cluster-metrics.ts')
  writeFileSync(join(folder, 'cluster-metrics.mjs'), code)
  writeFileSync(join(folder, 'worker.mjs'), WORKER)
  const port = await findFreePort()
  url = `http://127.0.0.1:${port}`
  cluster.schedulingPolicy = cluster.SCHED_NONE
  cluster.setupPrimary({ exec: join(folder, 'worker.mjs'), args: [String(port)], execArgv: [], silent: true })
  await serveClusterMetrics(TIMEOUT_MS)
  workers.push(cluster.fork(), cluster.fork())
  await Promise.all(workers.map((worker) => once(worker, 'listening')))
})
afterAll(async () => {
  const exits = workers.map((worker) => once(worker, 'exit'))
  for (const worker of workers) worker.process.kill('SIGKILL')
  await Promise.all(exits)
  rmSync(folder, { recursive: true })
})

async function scrape(): Promise<(number | undefined)[]> {
  const response = await fetch(url, { headers: { connection: 'close' } })
  return [...(await response.text()).matchAll(/^serving{process="(\d+)"} 1$/gm)].map(([, pid]) => Number(pid))
}
const getPids = () => workers.slice(0, 2).map(({ process: { pid } }) => pid)

test('a scrape has every process that serves while another one starts', async () => {
  const starting = cluster.fork({ STARTS_FOR_EVER: '1' })
  workers.push(starting)
  await once(starting, 'online')
  expect((await scrape()).toSorted()).toEqual(getPids().toSorted())
})

test('a scrape leaves out a process that hangs', async () => {
  const [hanging, answering] = workers
  hanging?.process.kill('SIGSTOP')
  const pids = await scrape()
  hanging?.process.kill('SIGCONT')
  expect(pids).toEqual([answering?.process.pid])
})
