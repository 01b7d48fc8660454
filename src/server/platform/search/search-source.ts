import type { SQL } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'

/** What is searched. */
export interface SearchSource {
  table: PgTable
  id: SQL
  /** With a trigram index. */
  title: SQL
  /** The title and what describes it in short, with a trigram index. */
  text: SQL
  /** All text, and its text search vector, which has an index. */
  everything?: { text: SQL; vector: SQL }
}
