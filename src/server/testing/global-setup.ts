import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Client } from 'pg'
import type { TestProject } from 'vitest/node'
import { connect } from '#server/platform/db/connect.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { PROJECT_ROOT } from '#server/platform/project-root.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The migrated database that each test file copies: a folder, or a database on TEST_DATABASE_URL. */
    template: string
    /** The test files' data folders are made here. */
    runFolder: string
  }
}

const MIGRATIONS = join(PROJECT_ROOT, 'migrations')

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { buildChildProgramsIfStale } = (await import(join(PROJECT_ROOT, 'scripts/build-child-programs.mjs'))) as {
    buildChildProgramsIfStale: () => Promise<void>
  }
  await buildChildProgramsIfStale()
  const runFolder = mkdtempSync(join(tmpdir(), 'lantern-tests-'))
  project.provide('runFolder', runFolder)
  const url = process.env.TEST_DATABASE_URL
  const dropDatabases = url ? await createTemplateDatabase(project, url) : undefined
  const template = join(PROJECT_ROOT, '.cache/test-database', hashMigrations())
  if (!url) project.provide('template', template)
  // While the tests load. Those that need it wait for it (test-db.ts).
  const templateMade = url ? undefined : makeTemplateFolder(template)
  return async () => {
    await dropDatabases?.()
    await templateMade
    // An embedded database may still be writing its last files.
    rmSync(runFolder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  }
}

/** The folder appears when the database in it is complete. */
async function makeTemplateFolder(template: string): Promise<void> {
  if (existsSync(template)) return
  const parent = dirname(template)
  mkdirSync(parent, { recursive: true })
  const tempFolder = mkdtempSync(join(parent, 'new-'))
  const database = await connect({ dataDir: tempFolder })
  await migrate(database, MIGRATIONS)
  await database.pool.query('CHECKPOINT')
  await database.close()
  // Another project of the same run may have been faster.
  if (existsSync(template)) rmSync(tempFolder, { recursive: true })
  else renameSync(tempFolder, template)
}

async function createTemplateDatabase(project: TestProject, url: string): Promise<() => Promise<void>> {
  const name = `lantern_template_${process.pid}`
  const admin = new Client({ connectionString: url })
  await admin.connect()
  await admin.query(`CREATE DATABASE ${name}`)
  const templateUrl = new URL(url)
  templateUrl.pathname = `/${name}`
  const database = await connect({ databaseUrl: templateUrl.href, dataDir: '' })
  await migrate(database, MIGRATIONS)
  await database.close()
  project.provide('template', name)
  return async () => {
    const { rows } = await admin.query<{ datname: string }>(
      "SELECT datname FROM pg_database WHERE datname = $1 OR starts_with(datname, $1 || '_')",
      [name],
    )
    for (const { datname } of rows) await admin.query(`DROP DATABASE ${datname} WITH (FORCE)`)
    await admin.end()
  }
}

/** Changes with the migrations and with the version of PGlite. */
function hashMigrations(): string {
  const hash = createHash('sha256').update(readFileSync(join(PROJECT_ROOT, 'package-lock.json')))
  for (const file of readdirSync(MIGRATIONS).sort()) {
    if (file.endsWith('.sql')) hash.update(readFileSync(join(MIGRATIONS, file)))
  }
  return hash.digest('hex').slice(0, 16)
}
