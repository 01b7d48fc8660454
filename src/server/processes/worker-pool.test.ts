import cluster from 'node:cluster'
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { connect } from 'node:net'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest'
import { eventually } from '#server/testing/eventually.ts'
import { findFreePort } from '#server/testing/network/find-free-port.ts'
import { WorkerPool } from './worker-pool.ts'

// A process that answers its id and stops when its requests are done, or at a second signal.
const WORKER = `
  import { existsSync, writeFileSync } from 'node:fs'
  import { createServer } from 'node:http'
  import { Server } from 'node:net'
  const [folder, port] = process.argv.slice(2)
  if (existsSync(folder + '/broken')) process.exit(3)
  while (existsSync(folder + '/slow')) await new Promise((resolve) => setTimeout(resolve, 20))
  const server = createServer((request, response) => {
    if (request.url === '/crash') process.exit(1)
    response.setHeader('connection', 'close')
    if (request.url === '/slow') response.flushHeaders()
    const text = request.url === '/uptime' ? process.env.POOL_STARTED_AT : String(process.pid)
    setTimeout(() => response.end(text), request.url === '/slow' ? 2_000 : 5)
  })
  // Without closing connections whose request is on its way, as an HTTP server of Node 26 does.
  process.once('SIGTERM', () => {
    process.once('SIGTERM', () => process.exit(1))
    writeFileSync(folder + '/draining-' + process.pid, '')
    Server.prototype.close.call(server, () => process.exit(0))
  })
  setInterval(() => process.send({ kind: 'connections', count: 0 }), 50).unref()
  server.listen(Number(port), '127.0.0.1')
`

let folder: string
let url: string
let broken: string
/** While this file exists, processes that start wait. */
let slow: string
beforeAll(async () => {
  folder = await mkdtemp(join(inject('runFolder'), 'workers-'))
  broken = join(folder, 'broken')
  slow = join(folder, 'slow')
  writeFileSync(join(folder, 'worker.mjs'), WORKER)
  const port = await findFreePort()
  url = `http://127.0.0.1:${port}`
  cluster.setupPrimary({ exec: join(folder, 'worker.mjs'), args: [folder, String(port)], execArgv: [], silent: true })
})
afterAll(() => rmSync(folder, { recursive: true }))

const logged: string[] = []
const addLine = (_fields: unknown, text?: string) => void logged.push(text ?? '')
let pool: WorkerPool
afterEach(async () => {
  await pool.stop()
  for (const file of [broken, slow]) rmSync(file, { force: true })
  logged.length = 0
})

async function startPool(count: number, limits: { silentMs?: number; startTimeoutMs?: number } = {}): Promise<void> {
  const log = { info: addLine, warn: addLine, error: addLine }
  pool = new WorkerPool({ count, ...limits, log: log as never })
  await pool.start()
}

const getPids = () => Object.values(cluster.workers ?? {}).flatMap((worker) => worker?.process.pid ?? [])
const request = async (path = '/') => (await fetch(url + path)).text()

/** The processes that answer, found by asking often enough. */
async function findAnswering(): Promise<Set<string>> {
  return new Set(await Promise.all(Array.from({ length: 12 }, () => request())))
}

describe('WorkerPool', () => {
  it('replaces a process that hangs', async () => {
    await startPool(2, { silentMs: 1_500 })
    const [hanging = 0] = getPids()
    process.kill(hanging, 'SIGSTOP')
    await eventually(() => expect(logged).toContain('a server process hangs and is killed'))
    await eventually(() => expect(getPids().filter((pid) => pid !== hanging)).toHaveLength(2))
    await eventually(async () => expect((await findAnswering()).has(String(hanging))).toBe(false))
  })

  it('keeps processes that it could not hear during a pause of its own', { tags: ['slow'] }, async () => {
    // On a busy machine a process waits for a second or two until it runs.
    await startPool(2, { silentMs: 4_000 })
    const before = getPids()
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 4_500)
    await sleep(500)
    expect(getPids()).toEqual(before)
    expect(logged).toEqual([])
  })

  it('serves one port with all its processes, and leaves none behind', async () => {
    await startPool(3)
    const pids = getPids()
    // A process that is busy with its start takes no request for a moment.
    await eventually(async () => expect(await findAnswering()).toEqual(new Set(pids.map(String))))
    await pool.stop()
    for (const pid of pids) expect(() => process.kill(pid, 0)).toThrow('ESRCH')
    await expect(request()).rejects.toThrow('fetch failed')
  })

  it('starts a crashed process again, while the others serve', async () => {
    await startPool(2)
    const before = getPids()
    await expect(request('/crash')).rejects.toThrow('fetch failed')
    expect(before.map(String)).toContain(await request())
    await eventually(async () => expect((await findAnswering()).size).toBe(2))
    expect(getPids()).not.toEqual(before)
    expect(logged).toEqual(['a server process ended and is started again'])
  })

  it('tells a process that is started again when the first ones were started', async () => {
    const before = Date.now()
    await startPool(1)
    const startedAt = await request('/uptime')
    expect(Number(startedAt)).toBeGreaterThanOrEqual(before)
    expect(Number(startedAt)).toBeLessThanOrEqual(Date.now())
    await pool.restart()
    expect(await request('/uptime')).toBe(startedAt)
  })

  it('tries again after a growing pause while a process does not start', async () => {
    await startPool(2)
    writeFileSync(broken, '')
    await expect(request('/crash')).rejects.toThrow('fetch failed')
    await eventually(() =>
      expect(logged.filter((text) => text === 'a server process did not start and is tried again')).toHaveLength(2),
    )
    expect(await findAnswering()).toHaveLength(1)
    rmSync(broken)
    await eventually(async () => expect((await findAnswering()).size).toBe(2))
  })

  it('restarts one process after the other without a failed request', async () => {
    await startPool(2)
    const before = getPids()
    let isDone = false
    let answered = 0
    const load = Array.from({ length: 4 }, async () => {
      while (!isDone) {
        expect(await request()).toMatch(/^\d+$/)
        answered++
      }
    })
    await Promise.all([pool.restart(), pool.restart()])
    isDone = true
    await Promise.all(load)
    expect(answered).toBeGreaterThan(10)
    expect(getPids()).toHaveLength(2)
    expect(getPids().filter((pid) => before.includes(pid))).toEqual([])
    expect(logged).toEqual(['all processes were restarted'])
  })

  it('keeps the old processes when a new one does not start', async () => {
    await startPool(2)
    const before = getPids()
    writeFileSync(broken, '')
    await pool.restart()
    expect(getPids()).toEqual(before)
    await eventually(async () => expect((await findAnswering()).size).toBe(2))
    expect(logged).toEqual(['the restart was given up: the old processes go on'])
  })

  it('starts no second process when the first does not start', async () => {
    writeFileSync(broken, '')
    await expect(startPool(2)).rejects.toThrow('A server process ended before it was ready (code 3)')
    expect(getPids()).toEqual([])
  })

  it('drains for as long as a request takes, and ends at once when it is killed', async () => {
    await startPool(2)
    const half = connect(Number(new URL(url).port), '127.0.0.1').on('error', () => {})
    await once(half, 'connect')
    half.write('GET / HTTP/1.1\r\nHost: localhost\r\n')
    const stopping = pool.stop()
    await eventually(() => expect(getPids()).toHaveLength(1))
    pool.kill()
    await stopping
    expect(getPids()).toEqual([])
  })

  it('stops a process that is starting', async () => {
    await startPool(1)
    const restarting = pool.restart()
    await pool.stop()
    await restarting
    expect(getPids()).toEqual([])
    expect(logged).toEqual([])
  })

  it('gives up a restart whose new process neither serves nor ends', { tags: ['slow'] }, async () => {
    await startPool(1, { startTimeoutMs: 4_000 })
    const before = getPids()
    writeFileSync(slow, '')
    await pool.restart()
    expect(getPids()).toEqual(before)
    expect(logged).toEqual(['the restart was given up: the old processes go on'])
  })

  it('replaces a process that crashes while a restart waits for another one to drain', async () => {
    await startPool(2)
    const [draining = 0, crashing = 0] = getPids()
    process.kill(draining, 'SIGSTOP')
    const restarting = pool.restart()
    await eventually(() => expect(getPids()).toHaveLength(3))
    process.kill(crashing, 'SIGKILL')
    await eventually(() => expect(logged).toEqual(['a server process ended and is started again']))
    await eventually(() => {
      expect(getPids()).toHaveLength(3)
      expect(getPids()).not.toContain(crashing)
    })
    process.kill(draining, 'SIGCONT')
    await restarting
    expect(logged).toEqual(['a server process ended and is started again', 'all processes were restarted'])
    expect(getPids()).toHaveLength(2)
  })

  it('has no process too many after one crashed while a restart was replacing it', { tags: ['slow'] }, async () => {
    await startPool(2)
    const before = getPids()
    writeFileSync(slow, '')
    const restarting = pool.restart()
    await eventually(() => expect(getPids()).toHaveLength(3))
    process.kill(before[0] ?? 0, 'SIGKILL')
    await eventually(() => {
      expect(getPids()).toHaveLength(3)
      expect(getPids()).not.toContain(before[0])
    })
    rmSync(slow)
    await restarting
    await eventually(() => expect(getPids()).toHaveLength(2))
    expect(getPids().filter((pid) => before.includes(pid))).toEqual([])
  })

  it('starts no process when it is stopped during a restart', async () => {
    await startPool(2)
    const before = getPids()
    const [draining = 0] = before
    process.kill(draining, 'SIGSTOP')
    const restarting = pool.restart()
    await eventually(async () =>
      expect([...(await findAnswering())].filter((pid) => !before.includes(Number(pid)))).toHaveLength(1),
    )
    const stopping = pool.stop()
    process.kill(draining, 'SIGCONT')
    await Promise.all([stopping, restarting])
    expect(getPids()).toEqual([])
    expect(logged).toEqual([])
  })

  it('lets a process drain that a restart has signalled before the stop', { tags: ['slow'] }, async () => {
    await startPool(1)
    const [draining] = getPids()
    const answer = await fetch(`${url}/slow`)
    const restarting = pool.restart()
    await eventually(() => expect(existsSync(join(folder, `draining-${draining}`))).toBe(true))
    await pool.stop()
    await restarting
    expect(await answer.text()).toBe(String(draining))
  })
})
