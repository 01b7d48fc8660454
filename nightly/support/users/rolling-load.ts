import { setTimeout as sleep } from 'node:timers/promises'
import type { ProxyClient } from '../../../src/server/testing/network/proxy-client.ts'

const JSON_TYPE = { 'content-type': 'application/json' }
type Request = [name: string, path: string, init?: Parameters<ProxyClient['send']>[1]]
const REQUESTS: [Request, ...Request[]] = [
  ['page', '/student/allcourses'],
  ['read', '/api/getCourses', { method: 'POST', headers: JSON_TYPE, body: '{"page":1}' }],
  ['write', '/api/readNotifications', { method: 'PUT', headers: JSON_TYPE, body: '{}' }],
  ['session', '/api/session'],
]

export interface RollingLoad {
  good: number
  failures: string[]
  closeCodes: Map<number, number>
  /** How late a request was sent at most, in ms: a machine that stands still shows here too. */
  mostLateMs: number
  stop(): Promise<void>
}

/** @param rate of reads, pages and writes of users together, in a second */
export function startRollingLoad(clients: ProxyClient[], rate: number): RollingLoad {
  const load: RollingLoad = { good: 0, failures: [], closeCodes: new Map(), mostLateMs: 0, stop }
  const stopping = new AbortController()
  const pending = new Set<Promise<void>>()
  let count = 0
  const sendOne = async () => {
    const client = clients[count++ % clients.length]
    if (!client) return
    const [name, path, init] = REQUESTS[count % REQUESTS.length] ?? REQUESTS[0]
    try {
      const { status } = await client.send(path, init)
      if (status === 200) load.good++
      else load.failures.push(`${name} answered ${status}`)
    } catch (error) {
      load.failures.push(`${name}: ${String(error)}`)
    }
  }
  const sending = (async () => {
    const startedAt = performance.now()
    for (let sent = 0; !stopping.signal.aborted; sent++) {
      const waitMs = startedAt + (sent * 1_000) / rate - performance.now()
      if (waitMs > 0) await sleep(waitMs)
      load.mostLateMs = Math.max(load.mostLateMs, -waitMs)
      const one = sendOne().finally(() => pending.delete(one))
      pending.add(one)
    }
  })()
  async function stop() {
    stopping.abort()
    await sending
    await Promise.all(pending)
  }
  return load
}
