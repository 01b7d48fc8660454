import { getTableName, sql } from 'drizzle-orm'
import { LRUCache } from 'lru-cache'
import type { Db } from '#server/platform/db/connect.ts'
import { runPrepared } from '#server/platform/db/run-prepared.ts'
import { toLikePattern } from '#server/platform/db/to-like-pattern.ts'
import type { SearchSource } from './search-source.ts'
import { findPattern, isCorrectable, toTypoPatterns, toWordQuery } from './search-words.ts'

/** The words without typos, or undefined when they have none or when one cannot be corrected. */
export async function correctTypos(
  db: Db,
  source: SearchSource,
  words: readonly string[],
): Promise<string[] | undefined> {
  const unknown = await findUnknownWords(db, source, words.filter(isCorrectable))
  if (unknown.size === 0) return undefined
  const corrected: string[] = []
  for (const word of words) {
    const correction = unknown.has(word) ? await findCorrection(db, source, word) : word
    if (correction === undefined) return undefined
    corrected.push(correction)
  }
  return corrected
}

const MAX_KNOWN_WORDS = 5_000
/** A word whose last text is deleted is taken as known for so long. */
const KNOWN_FOR_MS = 600_000
/** Table and word, in small letters. */
const knownWords = new WeakMap<Db['$client'], LRUCache<string, true>>()

/** Words that stand in no text, and so may be meant as another. Those that stood in one when last asked are not asked again. */
async function findUnknownWords(db: Db, source: SearchSource, words: readonly string[]): Promise<Set<string>> {
  const known = knownWords.get(db.$client) ?? new LRUCache({ max: MAX_KNOWN_WORDS, ttl: KNOWN_FOR_MS })
  knownWords.set(db.$client, known)
  const toKey = (word: string) => `${getTableName(source.table)} ${word.toLowerCase()}`
  const asked = words.filter((word) => !known.has(toKey(word)))
  if (asked.length === 0) return new Set()
  const unknown = await lookUpWords(db, source, asked)
  for (const word of asked) if (!unknown.has(word)) known.set(toKey(word), true)
  return unknown
}

/** A common word stands in one of so many rows, and then no index is asked for all of its rows. */
const FIRST_ROWS = 100

/** Returns those of the words that stand in no text. */
async function lookUpWords(db: Db, { table, id, text, everything }: SearchSource, words: readonly string[]) {
  const asked = words.map((word) => ({ text: word, pattern: toLikePattern(word), query: toWordQuery([word]) }))
  const firstRows = sql`(select * from ${table} order by ${id} limit ${sql.raw(String(FIRST_ROWS))}) as ${table}`
  const inFirstRows = sql`exists (select from ${firstRows} where ${text} ilike word.pattern)`
  const inText = sql`exists (select from ${table} where ${text} ilike word.pattern)`
  const inEverything = everything
    ? sql`exists (select from ${table} where ${everything.vector} @@ to_tsquery('simple', word.query))`
    : sql`false`
  const rows = await runPrepared(
    db
      .select({ text: sql<string>`word.text` })
      // Not unnested arrays: their plan is made anew each time, because their length is known only then.
      .from(sql`jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as word (text text, pattern text, query text)`)
      // In this order, so that each is looked up only when the ones before find nothing.
      .where(sql`case when ${inFirstRows} then false when ${inEverything} then false else not ${inText} end`),
  )
  return new Set(rows.map((row) => row.text))
}

/**
 * Returns what stands in a text with one letter wrong, missing, too many or exchanged; undefined when nothing does.
 * Each pattern is looked up in the index by itself: of all at once, the planner guesses that they match most rows.
 */
async function findCorrection(db: Db, { table, id, text }: SearchSource, word: string): Promise<string | undefined> {
  const patterns = toTypoPatterns(word)
  const [row] = await runPrepared(
    db
      .select({ text: sql<string>`found.text`, place: sql`typo.place`.mapWith(Number) })
      .from(
        sql`unnest(${sql.param(patterns)}::text[]) with ordinality as typo (pattern, place) cross join lateral (
          select ${text} as text from ${table} where ${text} ilike typo.pattern order by ${id} + 0 limit 1
        ) as found`,
      )
      .limit(1),
  )
  const pattern = row && patterns[row.place - 1]
  return pattern && findPattern(row.text, pattern)?.trim()
}
