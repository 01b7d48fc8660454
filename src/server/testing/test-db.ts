import { randomBytes } from 'node:crypto'
import { appendFileSync, cpSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { Client } from 'pg'
import { inject } from 'vitest'
import { connect, type Database } from '#server/platform/db/connect.ts'

/** False on the embedded database. */
export const ON_SERVER = Boolean(process.env.TEST_DATABASE_URL)

// Appended to the titles of tests that run on one of the two only, so that a skipped test says why.
export const NEEDS_SERVER = ON_SERVER ? '' : ' (skipped: needs PostgreSQL, set TEST_DATABASE_URL)'
export const NEEDS_EMBEDDED = ON_SERVER ? ' (skipped: needs the embedded database)' : ''

export interface TestDatabase {
  database: Database
  /** Contains the uploads and, if the database is embedded and the test's own, the database. */
  dataDir: string
  databaseUrl: string | undefined
  drop(): Promise<void>
}

/** A database of the test's own, which it may stop, break or migrate. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const dataDir = createDataFolder()
  return process.env.TEST_DATABASE_URL
    ? createOnServer(process.env.TEST_DATABASE_URL, dataDir)
    : createEmbedded(dataDir)
}

// Test files that run in one process share a database, one after the other: starting one takes longer than most files.
let shared: TestDatabase | undefined
let isSharedInUse = false

/** An empty database. It may be the one that earlier test files have used. */
export async function borrowTestDatabase(): Promise<TestDatabase> {
  if (isSharedInUse) return createTestDatabase()
  isSharedInUse = true
  // A test may have stopped it to see how the server takes that.
  if (shared?.database.pool.ended) shared = undefined
  if (shared) await emptyTables(shared.database)
  else shared = await createTestDatabase()
  const dataDir = createDataFolder()
  return {
    ...shared,
    dataDir,
    async drop() {
      rmSync(dataDir, { recursive: true, force: true })
      isSharedInUse = false
    },
  }
}

async function emptyTables({ db }: Database): Promise<void> {
  const { rows } = await db.execute<{ tables: string }>(
    sql`select string_agg(format('%I', tablename), ', ') as tables from pg_tables where schemaname = 'public'`,
  )
  await db.transaction(async (tx) => {
    // Without the triggers that keep the audit log.
    await tx.execute(sql`set local session_replication_role = replica`)
    await tx.execute(sql`truncate ${sql.raw(rows[0]?.tables ?? '')} restart identity`)
  })
  await db.execute(sql`alter sequence thing_id restart`)
}

/** In the run's folder, which global-setup.ts removes when all test files have ended. */
function createDataFolder(): string {
  return mkdtempSync(join(inject('runFolder'), 'test-'))
}

async function createEmbedded(dataDir: string): Promise<TestDatabase> {
  cpSync(inject('template'), dataDir, { recursive: true })
  // Waiting for the disk only takes time here; durable-fs.test.ts proves that the product does it.
  appendFileSync(join(dataDir, 'database/postgresql.conf'), '\nfsync = off\n')
  const database = await connect({ dataDir })
  return {
    database,
    dataDir,
    databaseUrl: undefined,
    async drop() {
      if (!database.pool.ended) await database.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

async function createOnServer(url: string, dataDir: string): Promise<TestDatabase> {
  const name = `${inject('template')}_${randomBytes(6).toString('hex')}`
  const admin = new Client({ connectionString: url })
  await admin.connect()
  await admin.query(`CREATE DATABASE ${name} TEMPLATE ${inject('template')}`)
  const ownUrl = new URL(url)
  ownUrl.pathname = `/${name}`
  const database = await connect({ databaseUrl: ownUrl.href, dataDir })
  return {
    database,
    dataDir,
    databaseUrl: ownUrl.href,
    async drop() {
      if (!database.pool.ended) await database.close()
      await admin.query(`DROP DATABASE ${name} WITH (FORCE)`)
      await admin.end()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
