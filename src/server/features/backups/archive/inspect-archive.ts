import type { Readable } from 'node:stream'
import type * as z from 'zod/mini'
import { isKnownMigration } from '#server/platform/db/migrate.ts'
import { unpackPart } from '../database/load-database.ts'
import {
  ARCHIVE_FORMAT,
  type ArchiveHeader,
  type ArchiveManifest,
  archiveHeader,
  archiveManifest,
  BackupError,
  HEADER_ENTRY,
  MANIFEST_ENTRY,
  parseFileEntry,
  parsePartEntry,
  SUMS_ENTRY,
} from './archive-format.ts'
import type { Pace } from './pace.ts'
import { type ArchiveEntry, createDamagedError, readAll, readArchive } from './read-archive.ts'

/** Of the entries beside files and tables. The checksums of a million files have 130 MB. */
const MAX_JSON_ENTRY_BYTES = 1_000_000
const MAX_SUMS_BYTES = 256_000_000

const createNewerError = () =>
  new BackupError('This backup was made by a newer version of Learn Lantern. Update first, then restore it.')

/**
 * Reads the whole archive. Throws a BackupError unless it is complete and undamaged.
 * @param archive the path of a file, or its bytes
 * @param pace beside a site in use; a restore waits for it, and the site for the restore
 */
export async function inspectArchive(
  archive: string | Readable,
  signal?: AbortSignal,
  pace?: Pace,
): Promise<{ header: ArchiveHeader; manifest: ArchiveManifest }> {
  const found = new Findings(pace)
  for await (const entry of readArchive(archive, signal)) {
    await found.add(entry)
  }
  return found.check()
}

class Findings {
  #header: ArchiveHeader | undefined
  #manifest: ArchiveManifest | undefined
  #sums: Map<string, string> | undefined
  readonly #checksums = new Map<string, string>()
  readonly #rows = new Map<string, number>()
  readonly #pace: Pace | undefined
  #databaseBytes = 0
  #files = 0
  #fileBytes = 0

  constructor(pace: Pace | undefined) {
    this.#pace = pace
  }

  async add(entry: ArchiveEntry): Promise<void> {
    const isFirst = this.#header === undefined
    if (isFirst !== (entry.name === HEADER_ENTRY) || this.#sums) throw createDamagedError()
    const table = parsePartEntry(entry.name)
    if (entry.name === HEADER_ENTRY) this.#header = await readHeader(entry)
    else if (entry.name === MANIFEST_ENTRY) this.#manifest = await readJson(entry, archiveManifest)
    else if (entry.name === SUMS_ENTRY) this.#sums = await readSums(entry)
    else if (table !== null) await this.#addPart(table, entry)
    else if (parseFileEntry(entry.name) !== null) await this.#addFile(entry)
    else throw createDamagedError()
    if (entry.name !== SUMS_ENTRY) this.#checksums.set(entry.name, entry.getChecksum())
  }

  async #addPart(table: string, entry: ArchiveEntry): Promise<void> {
    const lines = await unpackPart(entry)
    this.#databaseBytes += Buffer.byteLength(lines)
    this.#rows.set(table, (this.#rows.get(table) ?? 0) + countLines(lines))
  }

  async #addFile(entry: ArchiveEntry): Promise<void> {
    for await (const chunk of this.#pace?.slow(entry.bytes) ?? entry.bytes) this.#fileBytes += chunk.length
    this.#files++
  }

  async check() {
    const [header, manifest] = [this.#header, this.#manifest]
    if (!header || !manifest || !this.#sums || this.#sums.size !== this.#checksums.size) throw createDamagedError()
    for (const [name, checksum] of this.#checksums) if (this.#sums.get(name) !== checksum) throw createDamagedError()
    for (const [table, rows] of Object.entries(manifest.tables))
      if ((this.#rows.get(table) ?? 0) !== rows) throw createDamagedError()
    for (const table of this.#rows.keys()) if (manifest.tables[table] === undefined) throw createDamagedError()
    if (
      manifest.database_bytes !== this.#databaseBytes ||
      manifest.files !== this.#files ||
      manifest.file_bytes !== this.#fileBytes
    )
      throw createDamagedError()
    if (!(await isKnownMigration(manifest.migration))) throw createNewerError()
    return { header, manifest }
  }
}

async function readHeader(entry: ArchiveEntry): Promise<ArchiveHeader> {
  const header = await readJson(entry, archiveHeader)
  if (header.format > ARCHIVE_FORMAT) throw createNewerError()
  return header
}

async function readJson<Schema extends z.ZodMiniType>(entry: ArchiveEntry, schema: Schema): Promise<z.output<Schema>> {
  const bytes = await readAll(entry, MAX_JSON_ENTRY_BYTES)
  try {
    return schema.parse(JSON.parse(bytes.toString('utf8')))
  } catch (cause) {
    throw createDamagedError(cause)
  }
}

async function readSums(entry: ArchiveEntry): Promise<Map<string, string>> {
  const text = (await readAll(entry, MAX_SUMS_BYTES)).toString('utf8')
  return new Map(
    text
      .trimEnd()
      .split('\n')
      .map((line) => [line.slice(66), line.slice(0, 64)]),
  )
}

function countLines(text: string): number {
  let lines = 0
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) lines++
  return lines
}
