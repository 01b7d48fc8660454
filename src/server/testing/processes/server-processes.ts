import type { ChildProcess } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { getCall, type CallName } from '#contract/calls.ts'
import type { CallInput } from '#contract/contract.ts'
import { API_BASE } from '#contract/paths.ts'
import { findFreePort } from '#server/testing/network/find-free-port.ts'
import { endProcess, spawnProductProcess, waitForProduct } from './product-process.ts'

export const HAS_PROC = existsSync('/proc/self/stat')

/** The built product in a process of its own. */
export interface ServerProcess {
  url: string
  pid: number
  child: ChildProcess
  /** What it has printed so far. */
  output(): string
  call<Name extends CallName>(
    name: Name,
    input: CallInput<Name>,
    cookie?: string,
  ): Promise<{ status: number; body: { status: boolean; msg?: unknown } }>
  isLoggedIn(cookie: string): Promise<boolean>
  stop(signal?: NodeJS.Signals): Promise<number | null>
}

/** Resolves at once; await `waitUntilReady`. */
export async function spawnServer(
  settings: Record<string, string>,
  options: { root?: string } = {},
): Promise<ServerProcess> {
  const port = await findFreePort()
  const url = `http://localhost:${port}`
  let output = ''
  const child = spawnProductProcess(
    { PORT: String(port), PUBLIC_URL: url, THROTTLE: 'off', NODE_ENV: '', LOG_LEVEL: 'info', ...settings },
    { ...options, onOutput: (text) => (output += text) },
  )

  async function call(name: CallName, input: unknown, cookie = '') {
    const { method } = getCall(name)
    const response = await fetch(`${url}${API_BASE}/${name}`, {
      method,
      headers: { cookie, ...(method !== 'GET' && { 'content-type': 'application/json' }) },
      ...(method !== 'GET' && { body: JSON.stringify(input) }),
    })
    return { status: response.status, body: (await response.json()) as { status: boolean; msg?: unknown } }
  }

  return {
    ...{ url, pid: child.pid ?? 0, child, call },
    output: () => output,
    async isLoggedIn(cookie) {
      const { body } = await call('session', {}, cookie)
      return (body.msg as { loggedIn: boolean }).loggedIn
    },
    async stop(signal = 'SIGTERM') {
      await endProcess(child, () => child.kill(signal))
      return child.exitCode
    },
  }
}

export const waitUntilReady = ({ url, child, output }: ServerProcess): Promise<void> =>
  waitForProduct(url, child, output)

/** The processes that a process has started. */
export function listChildren(parentPid: number): number[] {
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return []
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8')
      return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) === parentPid ? [Number(name)] : []
    } catch {
      // It ended while the list was read.
      return []
    }
  })
}

/** The open connections to a port that a process has accepted. */
export function countConnections(pid: number, port: number): number {
  const inodes = ['tcp', 'tcp6'].flatMap((name) =>
    readFileSync(`/proc/${pid}/net/${name}`, 'utf8')
      .split('\n')
      .map((line) => line.trim().split(/\s+/))
      .filter(([, local, , state]) => local?.endsWith(toHexPort(port)) && state === ESTABLISHED)
      .map((fields) => fields[9]),
  )
  const sockets = new Set(inodes.map((inode) => `socket:[${inode}]`))
  return readdirSync(`/proc/${pid}/fd`).filter((fd) => sockets.has(readLink(`/proc/${pid}/fd/${fd}`))).length
}

const ESTABLISHED = '01'
const toHexPort = (port: number) => `:${port.toString(16).toUpperCase().padStart(4, '0')}`

function readLink(path: string): string {
  try {
    return readlinkSync(path)
  } catch {
    // Closed while the list was read.
    return ''
  }
}

export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
