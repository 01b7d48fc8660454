import { randomBytes } from 'node:crypto'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
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
  /** Contains the uploads and the embedded database. */
  dataDir: string
  databaseUrl: string | undefined
  drop(): Promise<void>
}

export async function createTestDatabase(): Promise<TestDatabase> {
  const dataDir = mkdtempSync(join(tmpdir(), 'lantern-test-'))
  return process.env.TEST_DATABASE_URL
    ? createOnServer(process.env.TEST_DATABASE_URL, dataDir)
    : createEmbedded(dataDir)
}

async function createEmbedded(dataDir: string): Promise<TestDatabase> {
  cpSync(inject('template'), dataDir, { recursive: true })
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
  const name = `lantern_test_${randomBytes(6).toString('hex')}`
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
