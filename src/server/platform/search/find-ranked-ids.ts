import { and, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Db } from '#server/platform/db/connect.ts'
import { runPrepared } from '#server/platform/db/run-prepared.ts'
import { toLikePattern } from '#server/platform/db/to-like-pattern.ts'
import { almostContainsAll, containsAll, isCorrectable, mayHaveTypos, parseWords } from './search-words.ts'

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

export interface RankedSearch {
  search: string
  /** Conditions of the list. */
  where: SQL | undefined
  /** Numbers, highest first, after the rank. The last one is the id, so that pages are stable. */
  sort: SQL[]
  limit: number
  offset: number
}

/**
 * Returns the ids of one page of a search: titles with the phrase, titles with all words, then short texts and then any
 * text with all of them. Only when that finds nothing, words that stand nowhere may have a typo.
 */
export async function findRankedIds(db: Db, source: SearchSource, search: RankedSearch): Promise<number[]> {
  const words = parseWords(search.search)
  const exact = await findExact(db, source, words, search)
  if (exact.length > 0 || !mayHaveTypos(words)) return exact
  // A page beyond the last one is empty too.
  if (search.offset > 0 && (await findExact(db, source, words, { ...search, limit: 1, offset: 0 })).length > 0)
    return []
  const unknown = await findUnknownWords(db, source, words)
  return unknown.size > 0 ? findAlmost(db, source, words, unknown, search) : []
}

/** A later rank is looked up only when the ones before do not fill the page. */
async function findExact(
  db: Db,
  source: SearchSource,
  words: readonly string[],
  { search, where, sort, limit, offset }: RankedSearch,
): Promise<number[]> {
  const { table, id, title } = source
  const { inTitle, inText, inEverything } = getConditions(source, words)
  const columns = joinKeys(sort, (key, place) => sql`${key} as ${sortName(place)}`)
  const order = joinUnindexed(sort)
  const rank = words.length > 1 ? sql`case when ${title} ilike ${toLikePattern(search)} then 0 else 1 end` : sql`1`
  const needed = offset + limit
  return selectIds(
    db,
    words,
    sql`
    with tier1 as materialized (
      select ${id} as id, ${rank} as rank, ${columns} from ${table} where ${and(where, inTitle)}
      order by rank, ${order} limit ${needed}
    ), tier2 as materialized (
      select ${id} as id, 2 as rank, ${columns} from ${table} where ${and(where, inText)}
        and ${id} not in (select id from tier1) and (select count(*) from tier1) < ${needed}
      order by ${order} limit ${needed}
    ), tier3 as materialized (
      select ${id} as id, 3 as rank, ${columns} from ${table} where ${and(where, inEverything)}
        and ${id} not in (select id from tier1 union all select id from tier2)
        and (select count(*) from tier1) + (select count(*) from tier2) < ${needed}
      order by ${order} limit ${needed}
    )
    select id from (select * from tier1 union all select * from tier2 union all select * from tier3) as found
    order by rank, ${joinKeys(sort, (_, place) => sql`${sortName(place)} desc`)} limit ${limit} offset ${offset}
  `,
  )
}

/** Words that stand in no text, and so may be meant as another. */
async function findUnknownWords(db: Db, { table, text, everything }: SearchSource, words: readonly string[]) {
  const correctable = words.filter(isCorrectable)
  const inText = sql`exists (select from ${table} where ${text} ilike word.pattern)`
  const inEverything = everything
    ? sql`exists (select from ${table} where ${everything.vector} @@ to_tsquery('simple', word.query))`
    : sql`false`
  const columns = [correctable, correctable.map(toLikePattern), correctable.map((word) => toWordQuery([word]))]
  const arrays = sql.join(
    columns.map((column) => sql`${sql.param(column)}::text[]`),
    sql`, `,
  )
  const rows = await runPrepared(
    db
      .select({ text: sql<string>`word.text` })
      .from(sql`unnest(${arrays}) as word (text, pattern, query)`)
      // Not as joins, so that the second is looked up only when the first finds nothing.
      .where(sql`case when ${inEverything} then false else not ${inText} end`),
  )
  return new Set(rows.map((row) => row.text))
}

async function findAlmost(
  db: Db,
  { table, id, text }: SearchSource,
  words: readonly string[],
  unknown: ReadonlySet<string>,
  { where, sort, limit, offset }: RankedSearch,
): Promise<number[]> {
  const known = words.filter((word) => !unknown.has(word))
  return selectIds(
    db,
    words,
    sql`
    select ${id} as id from ${table} where ${and(where, almostContainsAll(text, [...unknown]), containsAll(text, known))}
    order by ${joinUnindexed(sort)} limit ${limit} offset ${offset}
  `,
  )
}

/** Searches of more words are rare, and each number of words is a statement of its own. */
const MAX_PREPARED_WORDS = 3

async function selectIds(db: Db, words: readonly string[], statement: SQL): Promise<number[]> {
  const query = db.select({ id: sql`id`.mapWith(Number) }).from(sql`(${statement}) as page`)
  const rows = words.length > MAX_PREPARED_WORDS ? await query : await runPrepared(query)
  return rows.map((row) => row.id)
}

function getConditions({ title, text, everything }: SearchSource, words: readonly string[]) {
  // A trigram index cannot look up two letters, so the words decide.
  const shortWords = matchesWords(
    everything?.vector,
    words.filter((word) => word.length < 3),
  )
  const withSigns = words.filter((word) => /[^\p{L}\p{M}\p{N}]/u.test(word))
  const inEverything = matchesWords(everything?.vector, words)
  return {
    inTitle: and(containsAll(title, words), words.length > 1 ? shortWords : undefined),
    inText: and(containsAll(text, words), shortWords),
    // The vector has no signs.
    inEverything: everything && inEverything ? and(inEverything, containsAll(everything.text, withSigns)) : sql`false`,
  }
}

/**
 * Words that begin alike, so that `beginner` finds `beginners`. From a subquery, because with a constant the planner would
 * read the vectors of the whole table where it guesses that a word is common.
 */
function matchesWords(vector: SQL | undefined, words: readonly string[]): SQL | undefined {
  const query = toWordQuery(words)
  if (vector === undefined || query === '') return undefined
  return sql`${vector} @@ (select to_tsquery('simple', ${query}))`
}

const toWordQuery = (words: readonly string[]) =>
  words
    .flatMap((word) => word.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [])
    .map((part) => (part.length === 1 ? `'${part}'` : `'${withoutPluralS(part)}':*`))
    .join(' & ')

const withoutPluralS = (word: string) => (/^.{4,}[^s]s$/i.test(word) ? word.slice(0, -1) : word)

const sortName = (place: number) => sql.identifier(`sort${place}`)

const joinKeys = (sort: readonly SQL[], toSql: (key: SQL, place: number) => SQL) => sql.join(sort.map(toSql), sql`, `)

/**
 * The sum keeps the planner off the list's own index: it would walk through the whole table for words that it takes for
 * common and that never occur together.
 */
const joinUnindexed = (sort: readonly SQL[]) => joinKeys(sort, (key) => sql`(${key} + 0) desc`)

/** For the rows of a search. One parameter, so that the statement is the same for any number of ids. */
export const isOneOf = (id: PgColumn, ids: readonly number[]): SQL => sql`${id} = any(${sql.param(ids)}::bigint[])`

/** Rows in the order of the ids. */
export function sortByIds<Row extends { id: number }>(rows: readonly Row[], ids: readonly number[]): Row[] {
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}
