import { and, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/connect.ts'
import { type PreparableQuery, runPrepared } from '#server/platform/db/run-prepared.ts'
import { toLikePattern } from '#server/platform/db/to-like-pattern.ts'
import { correctTypos } from './correct-typos.ts'
import type { SearchSource } from './search-source.ts'
import { containsAll, mayHaveTypos, parseWords, toWordQuery } from './search-words.ts'

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
  const corrected = await correctTypos(db, source, words)
  return corrected ? findExact(db, source, corrected, { ...search, search: corrected.join(' ') }, select) : []
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
 * From a subquery, because with a constant the planner would read the vectors of the whole table where it guesses that a
 * word is common.
 */
function matchesWords(vector: SQL | undefined, words: readonly string[]): SQL | undefined {
  const query = toWordQuery(words)
  if (vector === undefined || query === '') return undefined
  return sql`${vector} @@ (select to_tsquery('simple', ${query}))`
}

const sortName = (place: number) => sql.identifier(`sort${place}`)

const joinKeys = (sort: readonly SQL[], toSql: (key: SQL, place: number) => SQL) => sql.join(sort.map(toSql), sql`, `)

/**
 * The sum keeps the planner off the list's own index: it would walk through the whole table for words that it takes for
 * common and that never occur together.
 */
const joinUnindexed = (sort: readonly SQL[]) => joinKeys(sort, (key) => sql`(${key} + 0) desc`)
