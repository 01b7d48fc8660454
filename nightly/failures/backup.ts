// T24: a backup of both databases under 100 writes a second, restored on empty (`--mb 1000` of uploads, 200 by default).
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { randomBytes } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { runBackupCommand } from '../../src/server/cli/backup-commands.ts'
import { connect } from '../../src/server/platform/db/connect.ts'
import { createCampus } from '../support/users/campus.ts'
import { findProblems } from '../support/checks/find-problems.ts'
import { type Acknowledged, MixedWrites } from '../support/users/mixed-writes.ts'
import { createCluster, findPostgresPrograms, startCluster } from '../support/postgres.ts'
import { startProduct } from '../support/product.ts'
import { readNumbers, report, reportSkipped } from '../support/report.ts'

const MINUTES_PER_GB = 5
const FILE_BYTES = 10_000_000
/** The backup begins after so many, or after so long on a machine that is too slow for them. */
const WARM_UP_WRITES = 100
const WARM_UP_MS = 60_000
const { mb } = readNumbers({ mb: 200 })

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
  const dataDir = join(folder, name)
  const backups = join(folder, `${name}-backups`)
  const settings = { DATA_DIR: dataDir, ...(databaseUrl && { DATABASE_URL: databaseUrl }) }
  mkdirSync(join(dataDir, 'uploads'), { recursive: true })
  for (let n = 0; n < (mb * 1e6) / FILE_BYTES; n++)
    writeFileSync(join(dataDir, 'uploads', `${randomBytes(16).toString('hex')}.webm`), randomBytes(FILE_BYTES))
  const campus = await createCampus({ dataDir, ...(databaseUrl && { databaseUrl }) })
  const product = await startProduct({ dataDir, settings })
  const writes = new MixedWrites({ campus, afterFailure: 'continue' })
  const ending = new AbortController()
  const running = writes.run(product.url, ending.signal)
  const until = performance.now() + WARM_UP_MS
  while (writes.acknowledged.length < WARM_UP_WRITES && performance.now() < until) await sleep(50)
  const acknowledged: Acknowledged[] = [...writes.acknowledged]
  const before = { at: performance.now(), calls: writes.calls }
  await runBackupCommand('backup', ['--to', backups], settings)
  const backupMs = performance.now() - before.at
  const writesPerSecond = ((writes.calls - before.calls) / backupMs) * 1_000
  ending.abort()
  await running
  await product.stop()

  const [file = ''] = readdirSync(backups)
  const path = join(backups, file)
  const target = join(folder, `${name}-restored`)
  const targetSettings = { DATA_DIR: target, ...(targetUrl && { DATABASE_URL: targetUrl }) }
  const startedAt = performance.now()
  await runBackupCommand('restore', [path], targetSettings)
  const restoreMs = performance.now() - startedAt
  const restored = await connect({ dataDir: target, ...(targetUrl && { databaseUrl: targetUrl }) })
  const query = async (text: string) => (await restored.pool.query<Record<string, unknown>>(text)).rows
  const problems = await findProblems(acknowledged, { query, campus, uploadsFolder: join(target, 'uploads') })
  await restored.close()
  for (const problem of problems) console.log(`  ${problem}`)
  const refusal = await runBackupCommand('restore', [path], targetSettings).then(
    () => '',
    (error: unknown) => String(error),
  )
  const gigabytes = statSync(path).size / 1e9
  const minutesPerGb = (backupMs + restoreMs) / 60_000 / gigabytes
  report({
    test: 'T24',
    goal: `${name}: 0 rows or files missing, 1 GB within ${MINUTES_PER_GB} min, a site with content refused`,
    measured: `${acknowledged.length} writes acknowledged before, ${Math.round(writesPerSecond)} writes/s during, ${writes.failures.length} of them failed, ${problems.length} problems, ${gigabytes.toFixed(2)} GB backed up in ${(backupMs / 1_000).toFixed(1)} s and restored in ${(restoreMs / 1_000).toFixed(1)} s (${minutesPerGb.toFixed(1)} min/GB)`,
    isOk: problems.length === 0 && minutesPerGb <= MINUTES_PER_GB && refusal.includes('has content'),
  })
}
