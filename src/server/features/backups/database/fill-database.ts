import type { Client } from 'pg'
import type { Database } from '#server/platform/db/connect.ts'
import { withClient } from '#server/platform/db/open-client.ts'
import { type ArchiveManifest, parsePartEntry } from '../archive/archive-format.ts'
import { readArchive } from '../archive/read-archive.ts'
import { applyMigrations } from './apply-migrations.ts'
import { DatabaseLoader } from './load-database.ts'

/** All of it or nothing. The work may block the embedded database for long. */
export function inTransaction(database: Database, work: (client: Client) => Promise<void>): Promise<void> {
  const run = () =>
    withClient(database, async (client) => {
      await client.query('BEGIN')
      try {
        await work(client)
        await client.query('COMMIT')
      } catch (error) {
        await client.query('ROLLBACK').catch(() => null)
        throw error
      }
    })
  return database.embedded ? database.embedded.runWithoutWatchdog(run) : run()
}

/** In the caller's transaction. The database must be empty. It has the archive's version then. */
export async function fillDatabase(
  client: Client,
  path: string,
  manifest: ArchiveManifest,
  signal?: AbortSignal,
): Promise<void> {
  await applyMigrations(client, manifest.migration)
  const loader = new DatabaseLoader(client)
  await loader.begin()
  for await (const entry of readArchive(path, signal)) if (parsePartEntry(entry.name) !== null) await loader.load(entry)
  await loader.finish(manifest)
}

/** Into an empty database. */
export const loadDatabase = (path: string, database: Database, manifest: ArchiveManifest, signal?: AbortSignal) =>
  inTransaction(database, (client) => fillDatabase(client, path, manifest, signal))
