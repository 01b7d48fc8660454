import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { TestProject } from 'vitest/node'
import { PROJECT_ROOT } from '#server/platform/project-root.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The migrated database that each test file copies: a folder, or a database on TEST_DATABASE_URL. */
    template: string
    /** The test files' data folders are made here. */
    runFolder: string
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { buildChildProgramsIfStale } = (await import(join(PROJECT_ROOT, 'scripts/build-child-programs.mjs'))) as {
    buildChildProgramsIfStale: () => Promise<void>
  }
  await buildChildProgramsIfStale()
  const runFolder = mkdtempSync(join(tmpdir(), 'lantern-tests-'))
  project.provide('runFolder', runFolder)
  const url = process.env.TEST_DATABASE_URL
  const dropDatabases = url ? await createTemplateDatabase(project, url) : undefined
  if (!url) project.provide('template', join(PROJECT_ROOT, '.cache/test-database', hashMigrations()))
  return async () => {
    await dropDatabases?.()
    await waitForEmbeddedDatabases(runFolder)
    rmSync(runFolder, { recursive: true, force: true })
  }
}

/** They end after their test files, and would report that their files are gone. */
async function waitForEmbeddedDatabases(runFolder: string): Promise<void> {
  const isAnyLocked = () =>
    readdirSync(runFolder, { withFileTypes: true }).some(
      (entry) => entry.isDirectory() && readdirSync(join(runFolder, entry.name)).some(isHeldLock),
    )
  for (let tries = 0; tries < 100 && isAnyLocked(); tries++) await sleep(100)
}

/** The file of one that was killed stays. */
function isHeldLock(name: string): boolean {
  const pid = /^lock\.(\d+)\./.exec(name)?.[1]
  if (pid === undefined) return false
  try {
    return process.kill(Number(pid), 0)
  } catch {
    return false
  }
}

async function createTemplateDatabase(project: TestProject, url: string): Promise<() => Promise<void>> {
  // Only here, because a test without a database starts sooner without them.
  const { Client } = await import('pg')
  const { connect } = await import('#server/platform/db/connect.ts')
  const { migrate, MIGRATIONS } = await import('#server/platform/db/migrate.ts')
  const name = `lantern_template_${project.name}_${process.pid}`
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
  const folder = join(PROJECT_ROOT, 'migrations')
  for (const file of readdirSync(folder).sort()) {
    if (file.endsWith('.sql')) hash.update(readFileSync(join(folder, file)))
  }
  return hash.digest('hex').slice(0, 16)
}
