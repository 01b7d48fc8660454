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
  const { inTitle, inText, inEverything, rankOfFew } = getConditions(source, words, search)
  const isPhrase = words.length > 1
  const rank = isPhrase ? sql`case when title ilike ${toLikePattern(search)} then 0 else 1 end` : sql`1`
  const keys = listSorts(sort, (name) => name)
  const keysDescending = listSorts(sort, (name) => `${name} desc`)
  // The sum keeps the planner off the list's own index: it would walk through the whole table for words that it takes
  // for common and that never occur together.
  const order = listSorts(sort, (name) => `(${name} + 0) desc`)
  // As numbers in the text, so that the plan that is kept knows how few rows they are.
  const first = (count: number) =>
    sql`(select * from listed order by ${keysDescending} limit ${sql.raw(String(count))}) as first_listed`
  const needed = offset + limit
  const bestFirst = sql`rank, ${keysDescending}`
  // With a short word all ranks are among the rows of one look-up, so they need no further ones where these are few.
  const few = rankOfFew
    ? sql`select id, ${rankOfFew} as rank, ${keys} from listed where ${inEverything} limit ${FEW_ROWS}`
    : sql`select 0 as id, 0 as rank, ${listSorts(sort, (name) => `0 as ${name}`)} limit 0`
  // In `first1` nothing of several words: the phrase comes first, wherever it is.
  return sql`
    with listed as not materialized (
      ${toListed(source, where, sort)}
    ), few as materialized (
      ${few}
    ), first1 as materialized (
      select id, 1 as rank, ${keys} from ${first(isPhrase ? 0 : FIRST_ROWS)} where ${inTitle} limit ${needed}
    ), tier1 as materialized (
      select * from first1 where (select count(*) from first1) = ${needed}
      union all (
        select id, ${rank} as rank, ${keys} from listed where ${inTitle} and (select count(*) from first1) < ${needed}
        order by rank, ${order} limit ${needed}
      )
    ), tier2 as materialized (
      select id, 2 as rank, ${keys} from listed where ${inText}
        and id not in (select id from tier1) and (select count(*) from tier1) < ${needed}
      order by ${order} limit ${needed}
    ), better as materialized (
      select * from tier1 union all select * from tier2
    ), first3 as materialized (
      select id, 3 as rank, ${keys} from ${first(FIRST_ROWS_OF_EVERYTHING)} where ${inEverything}
        and id not in (select id from better) and (select count(*) from better) < ${needed}
      limit ${needed}
    ), tier3 as materialized (
      select * from first3 where (select count(*) from first3) + (select count(*) from better) >= ${needed}
      union all (
        select id, 3 as rank, ${keys} from listed where ${inEverything}
          and id not in (select id from better)
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

/** The rows of the list, under the names that the conditions use. The planner puts it in the place of each look-up. */
function toListed({ table, id, title, text, everything }: SearchSource, where: SQL | undefined, sort: readonly SQL[]) {
  const sorts = sort.map((key, place) => sql`${key} as ${sql.raw(toSortName(place))}`)
  return sql`select ${id} as id, ${title} as title, ${text} as text, ${everything?.text ?? sql`''`} as everything,
    ${everything?.vector ?? sql`null::tsvector`} as vector, ${sql.join(sorts, sql`, `)}
    from ${table} where ${where ?? sql`true`}`
}

const toSortName = (place: number) => `sort${place}`

const listSorts = (sort: readonly SQL[], toText: (name: string) => string) =>
  sql.raw(sort.map((_, place) => toText(toSortName(place))).join(', '))

const [TITLE, TEXT, EVERYTHING] = [sql`title`, sql`text`, sql`everything`]

function getConditions({ everything }: SearchSource, words: readonly string[], search: string) {
  // A trigram index cannot look up two letters, so the index of words decides, and all words must begin so.
  const hasShortWord = words.some((word) => word.length < 3)
  const inVector = everything && matchesWords(words)
  const asWords = hasShortWord ? inVector : undefined
  const indexed = (text: SQL) => (asWords ? sql`(${text} || '')` : text)
  const withSigns = words.filter((word) => /[^\p{L}\p{M}\p{N}]/u.test(word))
  return {
    inTitle: and(containsAll(indexed(TITLE), words), asWords),
    inText: and(containsAll(indexed(TEXT), words), asWords),
    // The vector has no signs.
    inEverything: inVector ? and(inVector, containsAll(EVERYTHING, withSigns)) : sql`false`,
    /** Only where all that is found is in the index of words. */
    rankOfFew:
      asWords &&
      sql`case when title ilike ${toLikePattern(search)} then ${words.length > 1 ? sql`0` : sql`1`}
        when ${containsAll(TITLE, words)} then 1 when ${containsAll(TEXT, words)} then 2 else 3 end`,
  }
}

/**
 * From a subquery, because with a constant the planner would read the vectors of the whole table where it guesses that a
 * word is common.
 */
function matchesWords(words: readonly string[]): SQL | undefined {
  const query = toWordQuery(words)
  return query === '' ? undefined : sql`vector @@ (select to_tsquery('simple', ${query}))`
}
