import * as z from 'zod/mini'

// A backup is a tar file of these entries, in this order: backup.json, files/…, database/…, manifest.json and SHA256SUMS,
// which names all of the others. `tar -xf` and `sha256sum -c SHA256SUMS` check it without this program.

/** Grows when an older version could not read the archive any more. */
export const ARCHIVE_FORMAT = 1

export const HEADER_ENTRY = 'backup.json'
export const MANIFEST_ENTRY = 'manifest.json'
export const SUMS_ENTRY = 'SHA256SUMS'

/** Of one part of a table as JSON lines. A part has about 2 MB, and a single row may have more. */
export const MAX_PART_BYTES = 64_000_000
export const MAX_JSON_BYTES = 64_000_000
/** Files are read in pieces of so many, since each costs the server a turn. */
export const CHUNK_BYTES = 1024 * 1024

const FILE_ENTRY = /^files\/((?:submissions\/)?[0-9a-f]{32}(?:\.[a-z0-9]{2,5}|-[1-9]\d{0,14}))$/
const PART_ENTRY = /^database\/([a-z][a-z0-9_]{0,62})\/\d{6}\.jsonl\.gz$/

/** The names of finished uploads: unfinished ones and temporary files are not in a backup. */
export const isStoredFileName = (name: string) => FILE_ENTRY.test(toFileEntry(name))
export const toFileEntry = (name: string) => `files/${name}`
export const toPartEntry = (table: string, part: number) =>
  `database/${table}/${String(part).padStart(6, '0')}.jsonl.gz`

/** Null when the entry is none of a file. */
export const parseFileEntry = (entry: string) => FILE_ENTRY.exec(entry)?.[1] ?? null
/** The table's name; null when the entry is none of a table. */
export const parsePartEntry = (entry: string) => PART_ENTRY.exec(entry)?.[1] ?? null

const count = z.int().check(z.nonnegative())

export const archiveHeader = z.object({
  format: z.int().check(z.positive()),
  /** Of the product. */
  version: z.string(),
  created_at: z.iso.datetime(),
  /** Whether uploads are in it. */
  has_files: z.boolean(),
})
export type ArchiveHeader = z.output<typeof archiveHeader>

export const archiveManifest = z.object({
  /** The last migration of the database, such as `0007_learning`. */
  migration: z.string(),
  /** Rows by table. */
  tables: z.record(z.string(), count),
  /** The last value of each sequence; null before its first. */
  sequences: z.record(
    z.string().check(z.regex(/^[a-z][a-z0-9_]{0,62}$/)),
    z.nullable(z.string().check(z.regex(/^\d{1,19}$/))),
  ),
  /** Of all parts, uncompressed. */
  database_bytes: count,
  files: count,
  file_bytes: count,
})
export type ArchiveManifest = z.output<typeof archiveManifest>

/** The message is shown to the user. */
export class BackupError extends Error {
  override readonly name = 'BackupError'
}
