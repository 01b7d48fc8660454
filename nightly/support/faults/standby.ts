import { realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { createOwnFolder, type PostgresPrograms, run, type RunningPostgres, startCluster } from '../postgres.ts'

const STREAMING_WITHIN_MS = 60_000

export interface Standby extends RunningPostgres {
  /** Resolves once it takes writes. */
  promote(): Promise<void>
}

/** A physical copy of the primary, which then waits for it with each commit: what it acknowledges is on both. */
export async function startStandby(
  programs: PostgresPrograms,
  { primaryUrl, folder }: { primaryUrl: string; folder: string },
): Promise<Standby> {
  const { bin, owner } = programs
  createOwnFolder(owner, folder)
  const parent = { cwd: dirname(folder), ...owner }
  const backup = ['-D', folder, '-d', primaryUrl, '--write-recovery-conf', '--checkpoint=fast', '--no-sync']
  // `bin` may have links to some of PostgreSQL's programs only.
  await run(join(dirname(realpathSync(join(bin, 'postgres'))), 'pg_basebackup'), backup, parent)
  const standby = await startCluster(programs, { folder })
  await runAll(primaryUrl, [`alter system set synchronous_standby_names = '*'`, 'select pg_reload_conf()'])
  await waitUntilSynchronous(primaryUrl)
  const promote = async () => void (await run(join(bin, 'pg_ctl'), ['-D', folder, '-w', 'promote'], parent))
  return { ...standby, promote }
}

export async function runAll(url: string, statements: string[]): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query('set default_transaction_read_only = off')
  for (const statement of statements) await client.query(statement)
  await client.end()
}

async function waitUntilSynchronous(url: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  const deadline = performance.now() + STREAMING_WITHIN_MS
  try {
    for (;;) {
      const { rowCount } = await client.query(`select 1 from pg_stat_replication where sync_state = 'sync'`)
      if (rowCount) return
      if (performance.now() > deadline) throw new Error('The standby does not follow its primary')
      await sleep(50)
    }
  } finally {
    await client.end()
  }
}
