// T24: a backup of both databases under 100 writes a second, restored on empty (`--mb 1000` of uploads, 200 by default).
import { createHash, randomBytes } from 'node:crypto'
import {
  chmodSync,
  createReadStream,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { runBackupCommand } from '../../src/server/cli/backup-commands.ts'
import { connect } from '../../src/server/platform/db/connect.ts'
import { findProblems } from '../support/checks/find-problems.ts'
import { createCluster, findPostgresPrograms, startCluster } from '../support/postgres.ts'
import { startProduct } from '../support/product.ts'
import { readNumbers, report, reportSkipped } from '../support/report.ts'
import { type Campus, createCampus } from '../support/users/campus.ts'
import { type Acknowledged, MixedWrites } from '../support/users/mixed-writes.ts'
import { signIn } from '../support/users/sign-up.ts'
import { SteadyWrites } from '../support/users/steady-writes.ts'

const MINUTES_PER_GB = 5
const WRITES_PER_SECOND = 100
/** So that the goal is reached although a few come late. */
const SENT_PER_SECOND = 120
const FILE_BYTES = 10_000_000
/** The backup begins after so many writes, as of a site in use, or after so long on a machine that is too slow for them. */
const WARM_UP_WRITES = 3_000
const WARM_UP_MS = 60_000
/** Beside the steady ones, so that files are uploaded during the backup too. */
const MIXED_PAUSE_MS = 1_000
const { mb } = readNumbers({ mb: { short: 200, full: 1_000 } })

interface Site {
  name: string
  /** Undefined: embedded. */
  databaseUrl?: string
  /** Of the empty database that the backup is restored into. */
  targetUrl?: string
}

const folder = mkdtempSync(join(tmpdir(), 'lantern-backup-'))
try {
  await measure({ name: 'embedded' })
  const programs = await findPostgresPrograms()
  if (programs) {
    // PostgreSQL runs as another user.
    chmodSync(folder, 0o755)
    createCluster(programs, join(folder, 'cluster'))
    const postgres = await startCluster(programs, { folder: join(folder, 'cluster') })
    try {
      const targetUrl = postgres.url.replace(/postgres$/, 'template1')
      await measure({ name: 'PostgreSQL', databaseUrl: postgres.url, targetUrl })
    } finally {
      await postgres.stop()
    }
  } else reportSkipped('T24', 'PostgreSQL is not installed')
} finally {
  rmSync(folder, { recursive: true, force: true })
}

async function measure({ name, databaseUrl, targetUrl }: Site): Promise<void> {
  const source = join(folder, name)
  const backups = join(folder, `${name}-backups`)
  const settings = { DATA_DIR: source, ...(databaseUrl && { DATABASE_URL: databaseUrl }) }
  addFiles(join(source, 'uploads'))
  const campus = await createCampus({ dataDir: source, ...(databaseUrl && { databaseUrl }) })
  const backup = await backUpUnderLoad({ campus, settings, backups })

  const [file = ''] = readdirSync(backups)
  const path = join(backups, file)
  const target = join(folder, `${name}-restored`)
  const targetSettings = { DATA_DIR: target, ...(targetUrl && { DATABASE_URL: targetUrl }) }
  const startedAt = performance.now()
  await runBackupCommand('restore', [path], targetSettings)
  const restoreMs = performance.now() - startedAt
  const restored = await hashFiles(join(target, 'uploads'))
  const refusal = await runBackupCommand('restore', [path], targetSettings).then(
    () => 'accepted',
    (error: unknown) => String(error),
  )
  const problems = [
    ...(await findMissingRows({ target, targetUrl, campus, acknowledged: backup.acknowledged })),
    ...findMissingFiles(backup.files, restored, 'was not restored'),
    ...findMissingFiles(restored, await hashFiles(join(source, 'uploads')), 'was not in the source'),
    ...findMissingFiles(restored, await hashFiles(join(target, 'uploads')), 'was changed by the refused restore'),
    ...(await useRestored(targetSettings, backup.acknowledged)),
  ]
  for (const problem of problems) console.log(`  ${problem}`)
  const gigabytes = statSync(path).size / 1e9
  const minutesPerGb = (backup.ms + restoreMs) / 60_000 / gigabytes
  report({
    test: 'T24',
    goal: `${name}: 0 rows or files missing, every checksum equal, 1 GB within ${MINUTES_PER_GB} min, a site with content refused`,
    measured: `${backup.acknowledged.length} writes acknowledged before, ${problems.length} problems, ${restored.size} files compared, ${gigabytes.toFixed(2)} GB backed up in ${(backup.ms / 1_000).toFixed(1)} s and restored in ${(restoreMs / 1_000).toFixed(1)} s (${minutesPerGb.toFixed(1)} min/GB)`,
    isOk:
      problems.length === 0 && restored.size > 0 && minutesPerGb <= MINUTES_PER_GB && refusal.includes('has content'),
  })
  report({
    test: 'T24',
    goal: `${name}: ${WRITES_PER_SECOND} writes a second during the backup, 0 failed`,
    measured: `${Math.round(backup.writesPerSecond)} acknowledged a second (${Math.round(backup.writesBefore)} before it), ${backup.failures.length} failed${backup.failures[0] ? ` (${backup.failures[0]})` : ''}, at a load of ${loadavg()[0]?.toFixed(1)}`,
    isOk: backup.writesPerSecond >= WRITES_PER_SECOND && backup.failures.length === 0,
  })
}

function addFiles(uploads: string): void {
  mkdirSync(uploads, { recursive: true })
  for (let n = 0; n < (mb * 1e6) / FILE_BYTES; n++)
    writeFileSync(join(uploads, `${randomBytes(16).toString('hex')}.webm`), randomBytes(FILE_BYTES))
}

interface Load {
  campus: Campus
  settings: { DATA_DIR: string }
  backups: string
}

async function backUpUnderLoad({ campus, settings, backups }: Load) {
  const product = await startProduct({ dataDir: settings.DATA_DIR, settings })
  try {
    const mixed = new MixedWrites({ campus, afterFailure: 'continue', pauseMs: MIXED_PAUSE_MS })
    const steady = new SteadyWrites(campus, SENT_PER_SECOND)
    const ending = new AbortController()
    const running = Promise.all([mixed.run(product.url, ending.signal), steady.run(product.url, ending.signal)])
    const until = performance.now() + WARM_UP_MS
    const count = () => mixed.acknowledged.length + steady.acknowledged.length
    while (count() < WARM_UP_WRITES && performance.now() < until) await sleep(50)
    const files = await hashFiles(join(settings.DATA_DIR, 'uploads'))
    const acknowledged = [...mixed.acknowledged, ...steady.acknowledged]
    const writesBefore = steady.getWritesPerSecond()
    const failedBefore = mixed.failures.length + steady.failures.length
    const startedAt = performance.now()
    await runBackupCommand('backup', ['--to', backups], settings)
    const ms = performance.now() - startedAt
    const writesPerSecond = ((count() - acknowledged.length) / ms) * 1_000
    const failures = [...mixed.failures, ...steady.failures].slice(failedBefore).map(({ message }) => message)
    ending.abort()
    await running
    return { acknowledged, files, ms, writesBefore, writesPerSecond, failures }
  } finally {
    await product.stop()
  }
}

/** Name to size and SHA-256. */
type Files = Map<string, string>

async function hashFiles(uploads: string): Promise<Files> {
  const files: Files = new Map()
  for (const entry of readdirSync(uploads, { withFileTypes: true })) {
    // One that is being written.
    if (!entry.isFile() || entry.name.endsWith('.part')) continue
    const path = join(uploads, entry.name)
    const hash = createHash('sha256')
    await pipeline(createReadStream(path), hash)
    files.set(entry.name, `${statSync(path).size} bytes, ${hash.digest('hex')}`)
  }
  return files
}

function findMissingFiles(expected: Files, found: Files, problem: string): string[] {
  return [...expected].flatMap(([name, content]) =>
    found.get(name) === content ? [] : [`${name} ${problem}: ${content}, now ${found.get(name) ?? 'missing'}`],
  )
}

interface Restored {
  target: string
  targetUrl: string | undefined
  campus: Campus
  acknowledged: readonly Acknowledged[]
}

async function findMissingRows({ target, targetUrl, campus, acknowledged }: Restored): Promise<string[]> {
  const database = await connect({ dataDir: target, databaseUrl: targetUrl })
  try {
    const query = async (text: string) => (await database.pool.query<Record<string, unknown>>(text)).rows
    return await findProblems(acknowledged, { query, campus, uploadsFolder: join(target, 'uploads') })
  } finally {
    await database.close()
  }
}

/** A student of before signs in, and the picture is served. */
async function useRestored(settings: { DATA_DIR: string }, acknowledged: readonly Acknowledged[]): Promise<string[]> {
  const picture = acknowledged.find((one) => one.kind === 'picture')
  if (!picture) return ['no picture was uploaded before the backup']
  const product = await startProduct({ dataDir: settings.DATA_DIR, settings })
  try {
    await signIn(product.url, picture.email)
    const { status } = await fetch(`${product.url}/uploads/${basename(picture.url)}`)
    return status === 200 ? [] : [`the restored picture ${picture.url} answers ${status}`]
  } catch (error) {
    return [`the restored site: ${String(error)}`]
  } finally {
    await product.stop()
  }
}
