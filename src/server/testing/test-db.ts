import { randomBytes } from 'node:crypto'
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { inject } from 'vitest'
import { connect, type Database } from '#server/platform/db/connect.ts'
import { copyTemplate } from './template.ts'

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

/** A busy machine needs longer for a hundred calls at once, or for ten thousand rows, than the product lets them wait. */
const TIMEOUT_MS = 120_000

/** An empty database. It may be the one that earlier test files have used. */
export async function borrowTestDatabase(): Promise<TestDatabase> {
  if (isSharedInUse) return createTestDatabase()
  isSharedInUse = true
  // A test may have stopped it to see how the server takes that.
  if (shared?.database.pool.ended) shared = undefined
  if (shared) await emptyTables(shared.database)
  else shared = await createTestDatabase()
  Object.assign(shared.database.pool.options, { connectionTimeoutMillis: TIMEOUT_MS, query_timeout: TIMEOUT_MS })
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

async function emptyTables(database: Database): Promise<void> {
  const { pool } = database
  const written = await deleteAllRows(database)
  if (written.length > 0) await pool.query(`VACUUM ${written.join(', ')}`)
  // As after TRUNCATE, so that each file is planned as on a new database.
  await pool.query(
    `UPDATE pg_class SET reltuples = -1 WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND reltuples >= 0`,
  )
  await pool.query(`
    SELECT setval(format('%I.%I', schemaname, sequencename)::regclass, start_value, false)
    FROM pg_sequences WHERE schemaname = 'public' AND last_value IS NOT NULL
  `)
}

/**
 * Returns the tables that had rows. Truncating all tables takes a quarter of a second of processor time, and the foreign keys
 * of thousands of users seconds.
 */
export async function deleteAllRows({ pool }: Database): Promise<string[]> {
  const written = await findWrittenTables(pool)
  // Without foreign keys and triggers, so that the order of the tables does not matter.
  const deletions = written.map((table) => `DELETE FROM ${table};`).join(' ')
  await pool.query(`BEGIN; SET LOCAL session_replication_role = replica; ${allowAuditLogDeletion(deletions)} COMMIT`)
  return written
}

/** The triggers of the audit log fire in every session. */
const allowAuditLogDeletion = (statements: string) =>
  statements.includes('audit_log')
    ? `ALTER TABLE audit_log DISABLE TRIGGER USER; ${statements}
      ALTER TABLE audit_log ENABLE ALWAYS TRIGGER audit_log_append_only;
      ALTER TABLE audit_log ENABLE ALWAYS TRIGGER audit_log_keep_all;`
    : statements

async function findWrittenTables(pool: Database['pool']): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `SELECT format('%I', tablename) AS name FROM pg_tables WHERE schemaname = 'public'`,
  )
  const queries = rows.map(({ name }) => `SELECT '${name}' AS name WHERE EXISTS (SELECT 1 FROM ${name})`)
  const written = await pool.query<{ name: string }>(queries.join(' UNION ALL '))
  return written.rows.map(({ name }) => name)
}

/** In the run's folder, which global-setup.ts removes when all test files have ended. */
function createDataFolder(): string {
  return mkdtempSync(join(inject('runFolder'), 'test-'))
}

async function createEmbedded(dataDir: string): Promise<TestDatabase> {
  await copyTemplate(dataDir)
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

/** A database on the server without tables. */
export async function createEmptyDatabase(): Promise<{ databaseUrl: string; drop(): Promise<void> }> {
  const url = new URL(process.env.TEST_DATABASE_URL ?? '')
  const admin = new Client({ connectionString: url.href })
  await admin.connect()
  // Dropped with the template's other copies when a test fails before it drops this.
  const name = `${inject('template')}_${randomBytes(6).toString('hex')}`
  await admin.query(`CREATE DATABASE ${name}`)
  url.pathname = `/${name}`
  return {
    databaseUrl: url.href,
    async drop() {
      await admin.query(`DROP DATABASE ${name} WITH (FORCE)`)
      await admin.end()
    },
  }
}
