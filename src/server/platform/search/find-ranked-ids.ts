import { and, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Db } from '#server/platform/db/connect.ts'
import { toLikePattern } from '#server/platform/db/to-like-pattern.ts'
import { almostContainsAll, containsAll, mayHaveTypos, parseWords } from './search-words.ts'

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
 * text with all of them. Only when that finds nothing, it allows for typos.
 */
export async function findRankedIds(db: Db, source: SearchSource, search: RankedSearch): Promise<number[]> {
  const words = parseWords(search.search)
  const exact = await findExact(db, source, words, search)
  if (exact.length > 0 || !mayHaveTypos(words)) return exact
  // A page beyond the last one is empty too.
  if (search.offset > 0 && (await findExact(db, source, words, { ...search, limit: 1, offset: 0 })).length > 0)
    return []
  return findAlmost(db, source, words, search)
}

/** A later rank is looked up only when the ones before do not fill the page. */
async function findExact(
  db: Db,
  source: SearchSource,
  words: readonly string[],
  { search, where, sort, limit, offset }: RankedSearch,
): Promise<number[]> {
  const { table, id, title } = source
  const isPhrase = words.length > 1
  const { inTitle, inText, inEverything } = getConditions(source, words)
  const columns = joinKeys(sort, (key, place) => sql`${key} as ${sortName(place)}`)
  // With one word the planner knows how common it is, and may follow the list's own index.
  const order = isPhrase ? joinUnindexed(sort) : joinKeys(sort, (key) => sql`${key} desc`)
  const rank = isPhrase ? sql`case when ${title} ilike ${toLikePattern(search)} then 0 else 1 end` : sql`1`
  const needed = offset + limit
  const { rows } = await db.execute<{ id: string }>(sql`
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
      order by ${joinUnindexed(sort)} limit ${needed}
    )
    select id from (select * from tier1 union all select * from tier2 union all select * from tier3) as found
    order by rank, ${joinKeys(sort, (_, place) => sql`${sortName(place)} desc`)} limit ${limit} offset ${offset}
  `)
  return rows.map((row) => Number(row.id))
}

async function findAlmost(
  db: Db,
  { table, id, text }: SearchSource,
  words: readonly string[],
  { where, sort, limit, offset }: RankedSearch,
): Promise<number[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select ${id} as id from ${table} where ${and(where, almostContainsAll(text, words))}
    order by ${joinUnindexed(sort)} limit ${limit} offset ${offset}
  `)
  return rows.map((row) => Number(row.id))
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
  const parts = words.flatMap((word) => word.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [])
  if (vector === undefined || parts.length === 0) return undefined
  const query = parts.map((part) => (part.length === 1 ? `'${part}'` : `'${withoutPluralS(part)}':*`)).join(' & ')
  return sql`${vector} @@ (select to_tsquery('simple', ${query}))`
}

const withoutPluralS = (word: string) => (/^.{4,}[^s]s$/i.test(word) ? word.slice(0, -1) : word)

const sortName = (place: number) => sql.identifier(`sort${place}`)

const joinKeys = (sort: readonly SQL[], toSql: (key: SQL, place: number) => SQL) => sql.join(sort.map(toSql), sql`, `)

/**
 * The sum keeps the planner off the list's own index: it would walk through the whole table for words that it takes for
 * common and that never occur together.
 */
const joinUnindexed = (sort: readonly SQL[]) => joinKeys(sort, (key) => sql`(${key} + 0) desc`)

/** Rows of an `in` query, in the order of the ids. */
export function sortByIds<Row extends { id: number }>(rows: readonly Row[], ids: readonly number[]): Row[] {
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}
