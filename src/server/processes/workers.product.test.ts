import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { Agent, get, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { PROJECT_ROOT } from '#server/platform/project-root.ts'
import { eventually } from '#server/testing/eventually.ts'
import {
  countConnections,
  HAS_PROC,
  isAlive,
  listChildren,
  type ServerProcess,
  spawnServer,
  waitUntilReady,
} from '#server/testing/processes/server-processes.ts'
import { createTestDatabase, NEEDS_SERVER, ON_SERVER, type TestDatabase } from '#server/testing/test-db.ts'

const TOKEN = 'a-token-for-the-scraper'
/** Two processes start and two drain, on a busy machine. */
const ROLL_TIMEOUT = { timeout: 120_000, interval: 100 }

it('refuses WORKERS without DATABASE_URL in one sentence', () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(PROJECT_ROOT, 'scripts/start.mjs')], {
    env: { ...process.env, WORKERS: '2', DATABASE_URL: '' },
    encoding: 'utf8',
  })
  expect({ status, stdout, stderr }).toEqual({
    status: 1,
    stdout: '',
    stderr: 'WORKERS needs DATABASE_URL: the embedded database has one server process.\n',
  })
})

describe.skipIf(!ON_SERVER || !HAS_PROC)(`WORKERS=2${NEEDS_SERVER}${HAS_PROC ? '' : ' (skipped: no /proc)'}`, () => {
  let t: TestDatabase
  let server: ServerProcess
  const start = async (drainSeconds = '1') => {
    const database = { DATABASE_URL: t.databaseUrl ?? '', DATA_DIR: t.dataDir }
    const settings = { WORKERS: '2', DEMO: 'off', DRAIN_SECONDS: drainSeconds, METRICS_TOKEN: TOKEN }
    server = await spawnServer({ ...database, ...settings })
    await waitUntilReady(server)
    await waitForStarts(2)
  }
  beforeAll(async () => {
    t = await createTestDatabase()
    await start()
  })
  afterAll(async () => {
    await server.stop('SIGKILL')
    await t.drop()
  })

  const getWorkers = () => listChildren(server.pid)
  /** Until so many processes have begun to serve. */
  const waitForStarts = (count: number) =>
    eventually(() => expect(server.output().split('Server listening').length - 1).toBe(count))
  const countBanners = () => server.output().split('Learn Lantern is running at').length - 1

  // A server is ready before it has printed it.
  it('prints the start-up banner once', () => eventually(() => expect(countBanners()).toBe(1)))

  it('answers a scrape with the start of each process', async () => {
    const response = await fetch(`${server.url}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } })
    const text = await response.text()
    for (const pid of getWorkers())
      expect(text).toMatch(new RegExp(`^lantern_process_start_time_seconds{process="${pid}"} \\d+`, 'm'))
  })

  it('evens out the connections of its processes, and no request fails', async () => {
    const [busy = 0, idle = 0] = getWorkers()
    const port = Number(new URL(server.url).port)
    const agent = new Agent({ keepAlive: true, maxSockets: 40 })
    const request = async () => {
      const sent = get(`${server.url}/api/getMaintenace`, { agent })
      const [response] = (await once(sent, 'response')) as [IncomingMessage]
      await once(response.resume(), 'end')
      return response.statusCode
    }
    const statuses = new Set<number | undefined>()
    const requestAll = async () => {
      for (const status of await Promise.all(Array.from({ length: 40 }, request))) statuses.add(status)
    }
    // While it stands still, the other one accepts all.
    process.kill(idle, 'SIGSTOP')
    await requestAll()
    // The busy one may have begun to close some.
    expect(countConnections(idle, port)).toBeLessThan(5)
    expect(countConnections(busy, port)).toBeGreaterThanOrEqual(20)
    process.kill(idle, 'SIGCONT')
    await eventually(async () => {
      await requestAll()
      expect(countConnections(idle, port)).toBeGreaterThanOrEqual(15)
    })
    expect(statuses).toEqual(new Set([200]))
    agent.destroy()
  })

  it('lets connections wait while its processes are busy', async () => {
    const workers = getWorkers()
    for (const pid of workers) process.kill(pid, 'SIGSTOP')
    const signal = AbortSignal.timeout(10_000)
    const sockets = Array.from({ length: 1_500 }, () => connect(Number(new URL(server.url).port), '127.0.0.1'))
    try {
      await Promise.all(sockets.map((socket) => once(socket, 'connect', { signal })))
    } finally {
      for (const socket of sockets) socket.destroy()
      for (const pid of workers) process.kill(pid, 'SIGCONT')
    }
  })

  it('serves on while a killed process is started again', async () => {
    const [killed = 0] = getWorkers()
    process.kill(killed, 'SIGKILL')
    await eventually(async () => {
      expect((await server.call('getMaintenace', {})).status).toBe(200)
      expect(getWorkers()).not.toContain(killed)
      expect(getWorkers()).toHaveLength(2)
    })
    await waitForStarts(3)
    expect(countBanners()).toBe(1)
  })

  it('restarts its processes one after the other at SIGHUP, and no request fails', async () => {
    const before = getWorkers()
    const failures: unknown[] = []
    let answered = 0
    let isDone = false
    const load = Array.from({ length: 4 }, async () => {
      while (!isDone) {
        const { status } = await server.call('getMaintenace', {}).catch((error: unknown) => ({ status: error }))
        if (status === 200) answered++
        else failures.push(status)
        await sleep(5)
      }
    })
    const readyStatuses = new Set<unknown>()
    const askReady = async () => {
      while (!isDone) {
        readyStatuses.add(await fetch(`${server.url}/readyz`).then(({ status }) => status, String))
        await sleep(5)
      }
    }
    load.push(askReady(), askReady())
    server.child.kill('SIGHUP')
    await vi.waitFor(() => expect(server.output()).toContain('all processes were restarted'), ROLL_TIMEOUT)
    expect(before.filter(isAlive)).toEqual([])
    expect(getWorkers()).toHaveLength(2)
    isDone = true
    await Promise.all(load)
    expect(failures).toEqual([])
    // A proxy that asks each second would take the whole site for stopping.
    expect([...readyStatuses]).toEqual([200])
    expect(answered).toBeGreaterThan(50)
    expect(countBanners()).toBe(1)
  })

  it('stops them all at SIGTERM', async () => {
    const workers = getWorkers()
    expect(await server.stop()).toBe(0)
    expect(workers.filter(isAlive)).toEqual([])
  })

  describe('at Ctrl-C', () => {
    /** The terminal sends it to all of them, and npm once more to the first. */
    const interrupt = (workers: number[]) => {
      for (const pid of [server.pid, ...workers, server.pid]) if (isAlive(pid)) process.kill(pid, 'SIGINT')
    }
    const isDraining = async () => (await fetch(`${server.url}/readyz`)).status === 503

    it('drains them once and ends', async () => {
      await start()
      const workers = getWorkers()
      const exited = once(server.child, 'exit')
      interrupt(workers)
      await eventually(async () => expect(await isDraining()).toBe(true))
      expect((await server.call('getMaintenace', {})).status).toBe(200)
      expect(await exited).toEqual([0, null])
      expect(workers.filter(isAlive)).toEqual([])
    })

    it('ends them at once the second time', async () => {
      await start('300')
      const workers = getWorkers()
      const exited = once(server.child, 'exit')
      interrupt(workers)
      await eventually(async () => expect(await isDraining()).toBe(true))
      expect(workers.every(isAlive)).toBe(true)
      await eventually(() => {
        interrupt(workers)
        expect(workers.filter(isAlive)).toEqual([])
      })
      expect(await exited).toEqual([0, null])
    })
  })

  it('leaves none behind when the first process is killed', async () => {
    await start()
    const workers = getWorkers()
    await server.stop('SIGKILL')
    await eventually(() => expect(workers.filter(isAlive)).toEqual([]))
  })
})
