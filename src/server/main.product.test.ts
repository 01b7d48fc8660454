import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { PROJECT_ROOT } from './platform/project-root.ts'
import { findFreePort } from './testing/network/find-free-port.ts'
import { copyTemplate } from './testing/template.ts'
import { spawnProductProcess, startProductProcess } from './testing/processes/product-process.ts'

const HAS_PROC = existsSync('/proc/self/stat')
const START_TIMEOUT_MS = 100_000
const STOP_TIMEOUT_MS = 20_000

const dataDirs: string[] = []
let npm: ChildProcess | undefined
afterEach(() => {
  npm?.kill('SIGKILL')
  for (const folder of dataDirs.splice(0)) rmSync(folder, { recursive: true, force: true })
})

/** A folder with a migrated database, which a start need not make. */
async function createDataFolder(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'lantern-start-'))
  dataDirs.push(folder)
  await copyTemplate(folder)
  return folder
}

/** Starts the product as a user does, and waits until it says where it is. */
async function startWithNpm(): Promise<{ npm: ChildProcess; server: number; database: number; dataDir: string }> {
  const dataDir = await createDataFolder()
  const child = spawn('npm', ['start'], {
    cwd: PROJECT_ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, DATA_DIR: dataDir, PORT: String(await findFreePort()), DEMO: 'off', DATABASE_URL: '' },
  })
  npm = child
  let output = ''
  child.stdout.on('data', (chunk) => (output += String(chunk)))
  await vi.waitFor(() => expect(output).toContain('http://localhost:'), { timeout: START_TIMEOUT_MS, interval: 100 })
  const processes = listDescendants(child.pid ?? 0)
  const find = (program: string) => processes.find(({ command }) => command.includes(program))?.pid ?? 0
  return { npm: child, server: find('scripts/start.mjs'), database: find('embedded.js'), dataDir }
}

function listDescendants(root: number): { pid: number; command: string }[] {
  const processes = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => readProcess(Number(name)))
  const collect = (parent: number): typeof processes =>
    processes.filter((one) => one.parent === parent).flatMap((one) => [one, ...collect(one.pid)])
  // A shell between npm and the server has the same command line, so the deepest process is first.
  return collect(root).toReversed()
}

function readProcess(pid: number): { pid: number; parent: number; command: string }[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
    return [{ pid, parent, command: readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ') }]
  } catch {
    // It ended while the list was read.
    return []
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

type Kill = [title: string, target: 'npm' | 'server', signal: NodeJS.Signals]

const OTHER_KILLS: Kill[] = [
  ['npm receives SIGHUP', 'npm', 'SIGHUP'],
  ['npm is killed', 'npm', 'SIGKILL'],
  ['the server receives SIGHUP', 'server', 'SIGHUP'],
]

describe.skipIf(!HAS_PROC)(`npm start${HAS_PROC ? '' : ' (skipped: this system has no /proc)'}`, () => {
  const expectNothingLeft = async (target: Kill[1], signal: Kill[2]) => {
    const started = await startWithNpm()
    expect([isAlive(started.server), isAlive(started.database)]).toEqual([true, true])
    process.kill(target === 'npm' ? (started.npm.pid ?? 0) : started.server, signal)
    await vi.waitFor(() => expect([started.server, started.database].filter(isAlive)).toEqual([]), {
      timeout: STOP_TIMEOUT_MS,
      interval: 100,
    })
    expect(readdirSync(started.dataDir)).not.toContainEqual(expect.stringMatching(/^lock\.|\.s\.PGSQL/))
  }

  test('leaves no process and no lock behind when npm receives SIGTERM', () => expectNothingLeft('npm', 'SIGTERM'))

  test.each(OTHER_KILLS)('leaves no process and no lock behind when %s', { tags: ['slow'] }, (_title, target, signal) =>
    expectNothingLeft(target, signal),
  )
})

test('an error that nothing caught ends the process with a line in the log, and is on the System page', async () => {
  const dataDir = await createDataFolder()
  const thrower = join(dataDir, 'throw-at-signal.cjs')
  writeFileSync(thrower, "process.on('SIGUSR2', () => setImmediate(() => { throw new Error('nothing caught this') }))")
  const settings = { DATA_DIR: dataDir, ADMIN_PASSWORD: 'a lantern in the fog', NODE_OPTIONS: `--require ${thrower}` }
  const first = await startProductProcess({ ...settings, PORT: String(await findFreePort()) })
  expect(await first.end('SIGUSR2')).toBe(1)
  const line =
    first
      .output()
      .split('\n')
      .find((text) => text.includes('nothing caught this')) ?? '{}'
  expect(JSON.parse(line)).toMatchObject({ level: 60, msg: 'the process ends after an error that nothing caught' })

  const second = await startProductProcess({ ...settings, PORT: String(await findFreePort()) })
  try {
    const send = (name: string, body: object, cookie = '') =>
      fetch(`http://127.0.0.1:${second.port}/api/${name}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', cookie },
        body: JSON.stringify(body),
      })
    const login = await send('login', { email: 'admin@localhost.test', password: settings.ADMIN_PASSWORD })
    const cookies = login.headers.getSetCookie().map((cookie) => cookie.split(';', 1)[0])
    const groups = await send('getErrorGroups', { page: 1, select_data: '' }, cookies.join('; '))
    expect(await groups.json()).toMatchObject({ msg: [{ source: 'the process', message: 'nothing caught this' }] })
  } finally {
    await second.end('SIGTERM')
  }
})

test('the generated password of the first admin is printed once, also when the start then fails', async () => {
  const dataDir = await createDataFolder()
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const port = String((other.address() as AddressInfo).port)
  let output = ''
  const failed = spawnProductProcess({ DATA_DIR: dataDir, PORT: port }, { onOutput: (text) => (output += text) })
  await once(failed, 'close')
  expect(output).toContain(`Port ${port} is already in use.`)
  other.close()
  const password = /admin@localhost\.test {2}(\S{16}) {2}\(shown once\)/.exec(output)?.[1]

  const second = await startProductProcess({ DATA_DIR: dataDir, PORT: port })
  try {
    const login = await fetch(`http://127.0.0.1:${port}/api/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'admin@localhost.test', password }),
    })
    expect(login.status).toBe(200)
    await vi.waitFor(() => expect(second.output()).toContain('npm run admin -- password admin@localhost.test'), {
      timeout: START_TIMEOUT_MS,
    })
    expect(second.output()).not.toContain('(shown once)')
  } finally {
    await second.end('SIGTERM')
  }
})
