import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { PROJECT_ROOT } from '../../src/server/platform/project-root.ts'
import { findFreePort } from '../../src/server/testing/network/find-free-port.ts'
import { killProcessTree } from './process-tree.ts'
import { reportSkipped } from './report.ts'

/** Does not block this process, where clients and proxies may run. */
export const run = promisify(execFile)

interface Owner {
  uid: number
  gid: number
}

export interface PostgresPrograms {
  bin: string
  owner: Owner | undefined
}

/** Undefined without PostgreSQL on this machine. */
export async function findPostgresPrograms(): Promise<PostgresPrograms | undefined> {
  const { findPostgres, getPostgresOwner } = (await import(join(PROJECT_ROOT, 'scripts/setup/find-postgres.mjs'))) as {
    findPostgres: () => string | undefined
    getPostgresOwner: () => Owner | undefined
  }
  const bin = findPostgres()
  return bin === undefined ? undefined : { bin, owner: getPostgresOwner() }
}

/** An empty cluster in the folder, with PostgreSQL's own settings: every commit reaches the disk. */
export function createCluster({ bin, owner }: PostgresPrograms, folder: string): void {
  createOwnFolder(owner, folder)
  const options = ['-D', folder, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync']
  execFileSync(join(bin, 'initdb'), options, { stdio: 'ignore', cwd: folder, ...owner })
}

/** As PostgreSQL wants it. */
export function createOwnFolder(owner: Owner | undefined, folder: string): void {
  mkdirSync(folder)
  chmodSync(folder, 0o700)
  if (owner) chownSync(folder, owner.uid, owner.gid)
}

export interface RunningPostgres {
  url: string
  child: ChildProcess
  /** Immediate is without a checkpoint, so that the next start has to recover. */
  stop(mode?: 'fast' | 'immediate'): Promise<void>
  /** kill -9 of every process of it. */
  kill(): Promise<void>
}

interface ClusterOptions {
  folder: string
  settings?: string[]
  /** A program and its arguments that run it, such as strace. */
  wrapper?: string[]
}

const READY_WITHIN_MS = 180_000
/** How PostgreSQL refuses to start while a process of the killed one still has its shared memory. */
const STILL_RUNNING = 'is still in use'

export async function startCluster(programs: PostgresPrograms, options: ClusterOptions): Promise<RunningPostgres> {
  const deadline = performance.now() + READY_WITHIN_MS
  for (;;) {
    try {
      return await startOnce(programs, options, deadline)
    } catch (error) {
      if (!String(error).includes(STILL_RUNNING) || performance.now() > deadline) throw error
      await sleep(50)
    }
  }
}

async function startOnce(
  programs: PostgresPrograms,
  { folder, settings = [], wrapper = [] }: ClusterOptions,
  deadline: number,
): Promise<RunningPostgres> {
  const port = await findFreePort()
  const server = [
    join(programs.bin, 'postgres'),
    '-D',
    folder,
    '-c',
    `port=${port}`,
    '-c',
    'listen_addresses=127.0.0.1',
  ]
  const [program = '', ...args] = [...wrapper, ...server, '-c', 'unix_socket_directories=', ...settings]
  // A wrapper changes the user by itself.
  const owner = wrapper.length === 0 ? programs.owner : undefined
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'], cwd: folder, ...owner })
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  await waitUntilReady(url, child, deadline)
  const end = async (send: () => Promise<unknown>) => {
    if (child.exitCode !== null || child.signalCode !== null) return
    await Promise.all([once(child, 'exit'), send()])
  }
  const owned = { cwd: folder, ...programs.owner }
  return {
    url,
    child,
    // By pg_ctl, because a wrapper passes no signals on.
    stop: (mode = 'fast') => end(() => run(join(programs.bin, 'pg_ctl'), ['-D', folder, '-m', mode, 'stop'], owned)),
    kill: () => end(async () => killProcessTree(child.pid ?? 0)),
  }
}

async function waitUntilReady(url: string, child: ChildProcess, deadline: number): Promise<void> {
  let lastOutput = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (lastOutput = text))
  for (;;) {
    const client = new Client({ connectionString: url })
    client.on('error', () => {})
    const isReady = await client.connect().then(
      () => client.end().then(() => true),
      () => false,
    )
    if (isReady) return
    if (child.exitCode !== null)
      throw new Error(`PostgreSQL ended with code ${child.exitCode} before it was ready: ${lastOutput.trim()}`)
    if (performance.now() > deadline) throw new Error('PostgreSQL was not ready in time')
    await sleep(50)
  }
}

/** A cluster of its own for the test, which it reports as skipped where PostgreSQL is not installed. */
export async function onPostgres(test: string, measure: (postgres: RunningPostgres) => Promise<void>): Promise<void> {
  const programs = await findPostgresPrograms()
  if (!programs) return reportSkipped(test, 'PostgreSQL is not installed')
  const folder = mkdtempSync(join(tmpdir(), 'lantern-postgres-'))
  try {
    // PostgreSQL runs as another user.
    chmodSync(folder, 0o755)
    createCluster(programs, join(folder, 'cluster'))
    const postgres = await startCluster(programs, { folder: join(folder, 'cluster') })
    try {
      await measure(postgres)
    } finally {
      await postgres.stop()
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

interface TestedDatabase {
  name: 'embedded' | 'PostgreSQL'
  /** Undefined for the embedded one. */
  databaseUrl?: string
}

export async function onBothDatabases(test: string, measure: (database: TestedDatabase) => Promise<void>) {
  await measure({ name: 'embedded' })
  await onPostgres(test, ({ url }) => measure({ name: 'PostgreSQL', databaseUrl: url }))
}
