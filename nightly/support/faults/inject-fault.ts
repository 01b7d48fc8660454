import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'

export interface Fault {
  name: string
  error: 'ENOSPC' | 'EIO'
  /** Of the kernel. Only files have these calls: no socket is written by them. */
  calls: string[]
}

/** From the nth call on, as on a disk that stays full or broken. */
export const FAULTS: Fault[] = [
  { name: 'no space for a write', error: 'ENOSPC', calls: ['pwrite64', 'pwritev', 'fallocate'] },
  { name: 'no space for a name', error: 'ENOSPC', calls: ['rename'] },
  { name: 'a failing fsync', error: 'EIO', calls: ['fsync', 'fdatasync'] },
]

/** Where a write failed. */
export interface WritePoint {
  call: string
  path: string
}

const ATTACH_WITHIN_MS = 60_000

/** strace counts the calls of each process by itself. Returns where the first one failed. */
export async function injectFault(
  processes: readonly number[],
  { error, calls }: Fault,
  n: number,
  use: () => Promise<void>,
): Promise<WritePoint | undefined> {
  const options = ['-e', `trace=${calls.join()}`, '-e', `inject=${calls.join()}:error=${error}:when=${n}+`]
  const args = ['-f', '-y', '-s', '1', ...options, ...processes.flatMap((pid) => ['-p', String(pid)])]
  // Its trace and its own messages are in one output.
  const strace = spawn('strace', args, { stdio: ['ignore', 'ignore', 'pipe'] })
  let output = ''
  strace.stderr.setEncoding('utf8').on('data', (text: string) => (output += text))
  try {
    await waitUntilAttached(strace, () => output, processes.length)
    await use()
  } finally {
    await detach(strace)
  }
  const [, call, file, name] = /(\w+)\((?:\d+<([^>]*)>|"([^"]*)")[^\n]*\(INJECTED\)/.exec(output) ?? []
  return call === undefined ? undefined : { call, path: file ?? name ?? '' }
}

async function waitUntilAttached(strace: ChildProcess, getOutput: () => string, count: number): Promise<void> {
  const deadline = performance.now() + ATTACH_WITHIN_MS
  // A process that has ended meanwhile is named as well.
  const countAttached = () => getOutput().match(/^strace: (Process \d+ attached|attach: )/gm)?.length ?? 0
  while (countAttached() < count) {
    if (strace.exitCode !== null || performance.now() > deadline) throw new Error(`strace failed: ${getOutput()}`)
    await sleep(5)
  }
}

/** It may wait forever for a process that has ended meanwhile. */
const DETACH_WITHIN_MS = 500

async function detach(strace: ChildProcess): Promise<void> {
  if (strace.exitCode !== null || strace.signalCode !== null) return
  const ended = once(strace, 'exit')
  strace.kill('SIGINT')
  const timer = setTimeout(() => strace.kill('SIGKILL'), DETACH_WITHIN_MS)
  await ended
  clearTimeout(timer)
}

const PLACES: [RegExp, string][] = [
  [/\/pg_wal\//, 'the WAL'],
  [/\/pg_wal$/, 'the folder of the WAL'],
  [/\/(base|global)\/.*\d/, 'a table or index'],
  [/\/global\/pg_control/, 'the control file'],
  [/\/pg_(xact|multixact|subtrans|commit_ts)/, 'the status of transactions'],
  [/\/uploads\/./, 'an uploaded file'],
  [/\/uploads$/, 'the folder of uploads'],
]

export const describePath = (path: string) => PLACES.find(([pattern]) => pattern.test(path))?.[1] ?? readTail(path)

const readTail = (path: string) => path.split('/').slice(-2).join('/')

/** Files that the process writes from now on can have so many bytes, and a write behind them fails. */
export function limitFileSize(pid: number, size: string): void {
  const { status } = spawnSync('prlimit', ['--pid', String(pid), `--fsize=${size}:unlimited`], { stdio: 'ignore' })
  if (status !== 0) throw new Error('prlimit failed')
}
