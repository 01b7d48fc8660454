import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { constants, getPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { eventually } from '#server/testing/eventually.ts'
import { copyTemplate } from '#server/testing/template.ts'
import { createTestDatabase, NEEDS_EMBEDDED, ON_SERVER, type TestDatabase } from '#server/testing/test-db.ts'
import { connect, type Database } from '../connect.ts'
import { isDatabaseUnavailable } from '../database-errors.ts'
import { EMBEDDED_PROGRAM } from './embedded-program.ts'
import { startEmbedded } from './embedded-supervisor.ts'
import { startVacuum, vacuumDatabase } from './vacuum.ts'
import { systemLog } from '../schema.ts'

const RESTART_WITHIN_MS = 5_000
/** A busy machine may take as long as this many starts. */
const RESTART_WITHIN_STARTS = 8
const EVER_MS = 30_000

interface TableStatistics {
  changes: number
  last_analyze: Date
}

function pidOf(database: Database): number {
  const pid = database.embedded?.pid()
  if (pid === undefined) throw new Error('the embedded database is down')
  return pid
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

async function until(what: () => boolean | Promise<boolean>, withinMs = EVER_MS): Promise<void> {
  const since = Date.now()
  while (!(await what())) {
    if (Date.now() - since > withinMs) throw new Error(`not within ${withinMs} ms`)
    await sleep(20)
  }
}

describe.skipIf(ON_SERVER)(`the embedded database${NEEDS_EMBEDDED}`, () => {
  let own: TestDatabase
  let database: Database
  let restartWithinMs = RESTART_WITHIN_MS
  beforeAll(async () => {
    const since = Date.now()
    own = await createTestDatabase()
    database = own.database
    restartWithinMs = Math.max(RESTART_WITHIN_MS, RESTART_WITHIN_STARTS * (Date.now() - since))
  })
  afterAll(() => own.drop())

  test('loses no acknowledged write when killed under load and answers again within 5 seconds', async () => {
    const acknowledged: string[] = []
    let writing = true
    const write = async (writer: number) => {
      for (let n = 0; writing; n++) {
        const message = `${writer}/${n}`
        await database.db
          .insert(systemLog)
          .values({ message })
          .then(
            () => acknowledged.push(message),
            async (error: unknown) => {
              if (!isDatabaseUnavailable(error)) throw error
              await sleep(20)
            },
          )
      }
    }
    const writers = Promise.all([write(1), write(2), write(3)])
    for (let kill = 0; kill < 3; kill++) {
      const before = acknowledged.length
      await until(() => acknowledged.length > before + 50)
      const pid = pidOf(database)
      process.kill(pid, 'SIGKILL')
      await until(() => database.embedded?.pid() !== pid)
      const after = acknowledged.length
      await until(() => acknowledged.length > after, restartWithinMs)
    }
    writing = false
    await writers
    const stored = new Set((await database.db.select().from(systemLog)).map((row) => row.message))
    expect(acknowledged.length).toBeGreaterThan(150)
    expect(acknowledged.filter((message) => !stored.has(message))).toEqual([])
  })

  test('rolls back when it is killed inside a transaction', async () => {
    const act = database.db.transaction(async (tx) => {
      await tx.insert(systemLog).values({ message: 'half' })
      process.kill(pidOf(database), 'SIGKILL')
      await sleep(100)
      await tx.insert(systemLog).values({ message: 'other half' })
    })
    await expect(act).rejects.toSatisfy(isDatabaseUnavailable)
    expect(await database.isReady()).toBe(false)
    await until(() => database.isReady())
    const rows = await database.db
      .select()
      .from(systemLog)
      .where(sql`message like '%half'`)
    expect(rows).toEqual([])
  })

  test('is replaced when it stops answering', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'lantern-frozen-'))
    await copyTemplate(dataDir)
    const embedded = await startEmbedded(dataDir, { pingIntervalMs: 100 })
    const frozen = embedded.pid() ?? 0
    process.kill(frozen, 'SIGSTOP')
    await until(() => embedded.pid() !== undefined && embedded.pid() !== frozen)
    expect(isAlive(frozen)).toBe(false)
    await embedded.stop()
    rmSync(dataDir, { recursive: true })
  })

  test('is not replaced during work that is expected to take long', { tags: ['slow'] }, async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'lantern-patient-'))
    await copyTemplate(dataDir)
    // The watchdog would kill it after three unanswered pings.
    const embedded = await startEmbedded(dataDir, { pingIntervalMs: 1_000 })
    const pid = embedded.pid() ?? 0
    await embedded.runWithoutWatchdog(async () => {
      process.kill(pid, 'SIGSTOP')
      await sleep(6_000)
      process.kill(pid, 'SIGCONT')
    })
    await sleep(500)
    expect(embedded.pid()).toBe(pid)
    await embedded.stop()
    rmSync(dataDir, { recursive: true })
  })

  test('ignores fatal messages in user input', async () => {
    const pid = pidOf(database)
    const words = `FATAL:  x\n2026-01-01 00:00:00.000 UTC [1] PANIC:  x\nAborted()`
    await expect(database.pool.query('SELECT $1::int', [words])).rejects.toThrow('invalid input syntax')
    await expect(database.pool.query(`SELECT '${words}' / 2`)).rejects.toThrow('invalid input syntax')
    expect(await database.isReady()).toBe(true)
    expect(pidOf(database)).toBe(pid)
  })

  test('ignores signals that are meant for the server', async () => {
    const pid = pidOf(database)
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.kill(pid, signal)
    await sleep(200)
    expect(await database.isReady()).toBe(true)
    expect(pidOf(database)).toBe(pid)
  })

  test('is readable by its owner only', () => {
    const mode = (name: string) => statSync(join(own.dataDir, name)).mode & 0o777
    expect(mode('database')).toBe(0o700)
    expect(mode('.s.PGSQL.5432') & 0o077).toBe(0)
    const log = readdirSync(join(own.dataDir, 'database/pg_wal')).filter((name) => /^[0-9A-F]{24}$/.test(name))
    expect(log.map((name) => mode(`database/pg_wal/${name}`))).toEqual(log.map(() => 0o600))
  })

  test('refuses a second process on its folder', async () => {
    await expect(connect({ dataDir: own.dataDir })).rejects.toThrow(
      `The data in ${own.dataDir} is in use by another process (pid ${pidOf(database)}). Stop it first, or set DATA_DIR.`,
    )
    expect(await database.isReady()).toBe(true)
  })

  test('updates table statistics when vacuumed', async () => {
    await database.db.insert(systemLog).values(Array.from({ length: 50 }, () => ({ message: 'many' })))
    await vacuumDatabase(database.pool)
    const { rows } = await database.pool.query(`SELECT reltuples FROM pg_class WHERE relname = 'system_log'`)
    expect(rows[0].reltuples).toBeGreaterThanOrEqual(50)
  })

  test('updates the statistics of a table that has changed much within a minute, also without an idle moment', async () => {
    const read = async () => {
      const { rows } = await database.pool.query(
        `SELECT n_mod_since_analyze::int AS changes, last_analyze FROM pg_stat_user_tables
         WHERE relname IN ('mails', 'notes') ORDER BY relname`,
      )
      return rows as [TableStatistics, TableStatistics]
    }
    await vacuumDatabase(database.pool)
    const [mailsBefore, notesBefore] = await read()
    await database.pool.query(
      `INSERT INTO mails (kind, to_email) SELECT 'welcome', 'a' || n || '@mail.example' FROM generate_series(1, 100) n`,
    )
    const isRenewed = async () => (await read())[0].last_analyze > mailsBefore.last_analyze
    // PostgreSQL counts changes with a delay of a second, in which the database's own timer may already have come.
    await eventually(async () => expect((await read())[0].changes === 100 || (await isRenewed())).toBe(true))
    const { embedded } = database
    if (!embedded) throw new Error('not the embedded database')
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] })
    const stop = startVacuum(database.pool, embedded)
    try {
      vi.advanceTimersByTime(60_000)
      await eventually(async () => expect(await isRenewed()).toBe(true))
      expect((await read())[1]).toEqual(notesBefore)
    } finally {
      stop()
      vi.useRealTimers()
    }
  })
})

describe.skipIf(ON_SERVER)(`the process of the embedded database${NEEDS_EMBEDDED}`, () => {
  let dataDir = ''
  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'lantern-process-'))
    await copyTemplate(dataDir)
  })
  afterAll(() => rmSync(dataDir, { recursive: true }))

  test('starts at most once when many start on a folder whose owner was killed', async () => {
    for (let round = 0; round < 2; round++) {
      const children = Array.from({ length: 4 }, () =>
        fork(EMBEDDED_PROGRAM, [dataDir], { execArgv: [], silent: true }),
      )
      const answers = await Promise.all(children.map((child) => once(child, 'message')))
      expect(answers.filter(([answer]) => answer.ready).length).toBeLessThanOrEqual(1)
      // The next round finds the lock of a killed process.
      await Promise.all(children.map(kill))
    }
    // The next process removes their leftovers.
    const next = await startEmbedded(dataDir)
    await next.stop()
    expect(readdirSync(dataDir)).toEqual(['database'])
  })

  test('ends when the server is killed, even during its start', { tags: ['slow'] }, async () => {
    for (const moment of ['started', 'ready']) {
      const parent = spawn(process.execPath, ['--input-type=module', '-e', parentProgram(moment)], {
        stdio: ['ignore', 'pipe', 'ignore'],
      })
      const [output] = await once(parent.stdout, 'data')
      const pid = Number(output)
      await kill(parent)
      await until(() => !isAlive(pid))
      expect(readdirSync(dataDir)).toEqual(['database'])
    }
  })

  test('uses a shorter socket path when the folder is deep, and gives way to others when nobody keeps its data', async () => {
    const deep = join(dataDir, 'a'.repeat(60), 'b'.repeat(60))
    mkdirSync(deep, { recursive: true })
    await copyTemplate(deep)
    const database = await connect({ dataDir: deep, isTemporary: true })
    const folder = database.embedded?.socketFolder() ?? ''
    expect(statSync(folder).mode & 0o777).toBe(0o700)
    expect(getPriority(pidOf(database))).toBe(constants.priority.PRIORITY_BELOW_NORMAL)
    expect(await database.isReady()).toBe(true)
    await database.close()
    expect(existsSync(folder)).toBe(false)
  })

  const kill = async (child: ChildProcess) => {
    const gone = child.exitCode === null && child.signalCode === null ? once(child, 'exit') : null
    child.kill('SIGKILL')
    await gone
  }

  const parentProgram = (moment: string) => `
    import { fork } from 'node:child_process'
    const child = fork(${JSON.stringify(EMBEDDED_PROGRAM)}, [${JSON.stringify(dataDir)}], { execArgv: [] })
    ${moment === 'ready' ? `child.once('message', () => console.log(child.pid))` : `setTimeout(() => console.log(child.pid), 250)`}
  `
})
