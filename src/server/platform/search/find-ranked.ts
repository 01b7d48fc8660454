import { and, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Db } from '#server/platform/db/connect.ts'
import { type PreparableQuery, runPrepared } from '#server/platform/db/run-prepared.ts'
import { toLikePattern } from '#server/platform/db/to-like-pattern.ts'
import { containsAll, findPattern, isCorrectable, mayHaveTypos, parseWords, toTypoPatterns } from './search-words.ts'

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

/** Selects rows, to which the search adds its page of ids. */
type SelectRows<Row> = (
  from: Pick<Db, 'select'>,
  isFound: SQL,
) => { orderBy(place: SQL): PreparableQuery<Row[]> & PromiseLike<Row[]> }

/**
 * Returns the rows of one page of a search, best first: titles with the phrase, titles with all words, then short texts
 * and then any text with all of them. Only when that finds nothing, words that stand nowhere may have a typo.
 */
export async function findRanked<Row>(
  db: Db,
  source: SearchSource,
  search: RankedSearch,
  select: SelectRows<Row>,
): Promise<Row[]> {
  const words = parseWords(search.search)
  const exact = await findExact(db, source, words, search, select)
  if (exact.length > 0 || !mayHaveTypos(words)) return exact
  // A page beyond the last one is empty too.
  const first = { ...search, limit: 1, offset: 0 }
  if (search.offset > 0 && (await findExact(db, source, words, first, select)).length > 0) return []
  const corrected = await correct(db, source, words)
  return corrected ? findExact(db, source, corrected, { ...search, search: corrected.join(' ') }, select) : []
}

/** The words without typos, or undefined when they have none or when one cannot be corrected. */
async function correct(db: Db, source: SearchSource, words: readonly string[]): Promise<string[] | undefined> {
  const unknown = await findUnknownWords(db, source, words)
  if (unknown.size === 0) return undefined
  const corrected: string[] = []
  for (const word of words) {
    const correction = unknown.has(word) ? await findCorrection(db, source, word) : word
    if (correction === undefined) return undefined
    corrected.push(correction)
  }
  return corrected
}

/** A common word fills the page from so many rows of the list, without collecting all the others. */
const FIRST_ROWS = 500
/** The same for any text, which takes longer to compare. */
const FIRST_ROWS_OF_EVERYTHING = 100
/** Fewer rows than this are ranked all at once. */
const FEW_ROWS = sql.raw('200')

/** Searches of more words are rare, and each number of words is a statement of its own. */
const MAX_PREPARED_WORDS = 3

async function findExact<Row>(
  db: Db,
  source: SearchSource,
  words: readonly string[],
  search: RankedSearch,
  select: SelectRows<Row>,
): Promise<Row[]> {
  const page = db.$with('page', { id: sql`id`, place: sql`place` }).as(toPageStatement(source, words, search))
  const isFound = sql`${source.id} in (select id from page)`
  const rows = select(db.with(page), isFound).orderBy(sql`(select place from page where page.id = ${source.id})`)
  return words.length > MAX_PREPARED_WORDS ? rows : runPrepared(rows)
}

/** The ids of a page and their places. A later rank is looked up only when the ones before do not fill the page. */
function toPageStatement(
  source: SearchSource,
  words: readonly string[],
  { search, where, sort, limit, offset }: RankedSearch,
): SQL {
  const { table, id, title } = source
  const { inTitle, inText, inEverything, rankOfFew } = getConditions(source, words, search)
  const columns = joinKeys(sort, (key, place) => sql`${key} as ${sortName(place)}`)
  const order = joinUnindexed(sort)
  // As numbers in the text, so that the plan that is kept knows how few rows they are.
  const firstRows = (count: number) => sql`(
    select * from ${table} where ${where ?? sql`true`} order by ${joinKeys(sort, (key) => sql`${key} desc`)} limit ${sql.raw(String(count))}
  ) as ${table}`
  const isPhrase = words.length > 1
  const rank = isPhrase ? sql`case when ${title} ilike ${toLikePattern(search)} then 0 else 1 end` : sql`1`
  const needed = offset + limit
  const bestFirst = sql`rank, ${joinKeys(sort, (_, place) => sql`${sortName(place)} desc`)}`
  // With a short word all ranks are among the rows of one look-up, so they need no further ones where these are few.
  const few = rankOfFew
    ? sql`select ${id} as id, ${rankOfFew} as rank, ${columns} from ${table} where ${and(where, inEverything)} limit ${FEW_ROWS}`
    : sql`select 0 as id, 0 as rank, ${joinKeys(sort, (_, place) => sql`0 as ${sortName(place)}`)} limit 0`
  // In `first1` nothing of several words: the phrase comes first, wherever it is.
  return sql`
    with few as materialized (
      ${few}
    ), first1 as materialized (
      select ${id} as id, 1 as rank, ${columns} from ${firstRows(isPhrase ? 0 : FIRST_ROWS)} where ${inTitle} limit ${needed}
    ), tier1 as materialized (
      select * from first1 where (select count(*) from first1) = ${needed}
      union all (
        select ${id} as id, ${rank} as rank, ${columns} from ${table} where ${and(where, inTitle)}
          and (select count(*) from first1) < ${needed}
        order by rank, ${order} limit ${needed}
      )
    ), tier2 as materialized (
      select ${id} as id, 2 as rank, ${columns} from ${table} where ${and(where, inText)}
        and ${id} not in (select id from tier1) and (select count(*) from tier1) < ${needed}
      order by ${order} limit ${needed}
    ), better as materialized (
      select * from tier1 union all select * from tier2
    ), first3 as materialized (
      select ${id} as id, 3 as rank, ${columns} from ${firstRows(FIRST_ROWS_OF_EVERYTHING)} where ${inEverything}
        and ${id} not in (select id from better) and (select count(*) from better) < ${needed}
      limit ${needed}
    ), tier3 as materialized (
      select * from first3 where (select count(*) from first3) + (select count(*) from better) >= ${needed}
      union all (
        select ${id} as id, 3 as rank, ${columns} from ${table} where ${and(where, inEverything)}
          and ${id} not in (select id from better)
          and (select count(*) from first3) + (select count(*) from better) < ${needed}
        order by ${order} limit ${needed}
      )
    )
    select id, row_number() over (order by ${bestFirst}) as place
    from (
      select * from few where (select count(*) from few) < ${FEW_ROWS}
      union all
      select * from (select * from better union all select * from tier3) as tiers
      where ${rankOfFew ? sql`(select count(*) from few) = ${FEW_ROWS}` : sql`true`}
    ) as found
    order by ${bestFirst} limit ${limit} offset ${offset}
  `
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

function getConditions({ title, text, everything }: SearchSource, words: readonly string[], search: string) {
  // A trigram index cannot look up two letters, so the index of words decides, and all words must begin so.
  const hasShortWord = words.some((word) => word.length < 3)
  const asWords = hasShortWord ? matchesWords(everything?.vector, words) : undefined
  const indexed = (text: SQL) => (asWords ? sql`(${text} || '')` : text)
  const withSigns = words.filter((word) => /[^\p{L}\p{M}\p{N}]/u.test(word))
  const inEverything = matchesWords(everything?.vector, words)
  return {
    inTitle: and(containsAll(indexed(title), words), asWords),
    inText: and(containsAll(indexed(text), words), asWords),
    // The vector has no signs.
    inEverything: everything && inEverything ? and(inEverything, containsAll(everything.text, withSigns)) : sql`false`,
    /** Only where all that is found is in the index of words. */
    rankOfFew:
      asWords &&
      sql`case when ${title} ilike ${toLikePattern(search)} then ${words.length > 1 ? sql`0` : sql`1`}
        when ${containsAll(title, words)} then 1 when ${containsAll(text, words)} then 2 else 3 end`,
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
