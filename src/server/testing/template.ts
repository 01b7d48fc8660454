import { cpSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, inject, vi } from 'vitest'
import { connect } from '#server/platform/db/connect.ts'
import { migrate, MIGRATIONS } from '#server/platform/db/migrate.ts'

/** Copies an empty embedded database into the folder. The first test that needs one makes what is copied. */
export async function copyTemplate(dataDir: string): Promise<void> {
  const template = inject('template')
  if (!existsSync(template)) {
    if (isFirstToAsk()) await makeTemplate(template)
    else await waitForTemplate(template)
  }
  cpSync(template, dataDir, { recursive: true })
}

/** Making it takes a minute on a busy machine. */
const waitForTemplate = (template: string) =>
  vi.waitFor(() => expect(existsSync(template), 'The database that tests copy is missing').toBe(true), {
    timeout: 140_000,
    interval: 100,
  })

/** Of this run's processes. */
function isFirstToAsk(): boolean {
  try {
    mkdirSync(join(inject('runFolder'), 'template'))
    return true
  } catch {
    return false
  }
}

/** The folder appears when the database in it is complete. */
async function makeTemplate(template: string): Promise<void> {
  const parent = dirname(template)
  mkdirSync(parent, { recursive: true })
  const tempFolder = mkdtempSync(join(parent, 'new-'))
  const database = await connect({ dataDir: tempFolder })
  await migrate(database, MIGRATIONS)
  await database.pool.query('CHECKPOINT')
  await database.close()
  try {
    renameSync(tempFolder, template)
  } catch (error) {
    // Another run may have been faster.
    if (!existsSync(template)) throw error
    rmSync(tempFolder, { recursive: true })
  }
}
