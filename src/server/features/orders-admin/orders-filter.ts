import { and, eq, inArray, isNotNull, not, type SQL, sql } from 'drizzle-orm'
import type { ORDER_FILTERS } from '#contract/choices.ts'
import type { ParsedInput } from '#contract/contract.ts'
import { courses, orderItems, orders } from '#server/platform/db/schema.ts'
import { toLikePattern } from '#server/platform/db/to-like-pattern.ts'
import { parseWords } from '#server/platform/search/search-words.ts'

/** Must match the expression of the index `orders_search`. */
const NUMBER_NAME_EMAIL = sql`(${orders.number} || ' ' || ${orders.buyerName} || ' ' || ${orders.buyerEmail})`

const toStatusFilter = (filter: (typeof ORDER_FILTERS)[number]): SQL | undefined => {
  if (filter === '') return undefined
  return filter === 'refund_requested' ? isNotNull(orders.refundRequestedAt) : eq(orders.status, filter)
}

/** Further ones are only compared. */
const MAX_INDEXED_WORDS = 4
/** Reading so many rows by an index is quick. */
const FEW_COURSES = 50
const FEW_ORDERS = 500

const isInOrder = (word: string) => sql`${NUMBER_NAME_EMAIL} ilike ${toLikePattern(word)}`

/** An aggregate, because the planner would turn `exists` into a join and read all items. */
const isInTitle = (word: string) => sql`(
  select coalesce(bool_or(c.title ilike ${toLikePattern(word)}), false)
  from ${orderItems} i join ${courses} c on c.id = i.course_id where i.order_id = ${orders.id})`

const contains = (word: string): SQL => sql`(${isInOrder(word)} or ${isInTitle(word)})`

/** In the order of the id, so that a common word ends the search early. */
const isRare = (word: string): SQL => sql`(
  (select count(*) from (
    select from ${courses} where ${courses.title} ilike ${toLikePattern(word)} order by ${courses.id} limit ${FEW_COURSES + 1}
  ) found) <= ${FEW_COURSES}
  and (select count(*) from (
    select from ${orders} where ${isInOrder(word)} order by ${orders.id} limit ${FEW_ORDERS + 1}
  ) found) <= ${FEW_ORDERS})`

/** Orders with the word in their number, name or email, or in a course's title. Each half uses a trigram index. */
const candidates = (word: string): SQL => sql`
  select ${orders.id} from ${orders} where ${isInOrder(word)}
  union
  select ${orderItems.orderId} from ${orderItems} where ${orderItems.courseId} = any(array(
    select ${courses.id} from ${courses} where ${courses.title} ilike ${toLikePattern(word)}))`

/**
 * Every word. The first rare one finds the orders by its indexes, and the others are only compared; which words are rare
 * is known when the query runs, and the parts of the others are not run.
 */
function containsAllWords(words: readonly string[]): SQL | undefined {
  const [first, ...rest] = words
  if (first === undefined) return undefined
  if (rest.length === 0) return inArray(orders.id, sql`(${candidates(first)})`)
  const indexed = words.slice(0, MAX_INDEXED_WORDS)
  const parts = indexed.map((word, index) =>
    findByWord(word, words, [isRare(word), ...indexed.slice(0, index).map((other) => not(isRare(other)))]),
  )
  const lastPart = findByWord(
    first,
    words,
    indexed.map((word) => not(isRare(word))),
  )
  return inArray(orders.id, sql`(${sql.join([...parts, lastPart], sql` union all `)})`)
}

/** The orders that the word's indexes find and that contain the other words, if the conditions hold. */
const findByWord = (word: string, words: readonly string[], conditions: readonly SQL[]): SQL => sql`
  select ${orders.id} from ${orders}
  where ${orders.id} in (${candidates(word)}) and ${and(...conditions, ...words.filter((other) => other !== word).map(contains))}`

/** Shared by the list and its CSV export. */
export const ordersFilter = ({
  search_text,
  select_data,
}: Pick<ParsedInput<'getOrders'>, 'search_text' | 'select_data'>): SQL | undefined =>
  and(toStatusFilter(select_data), containsAllWords(parseWords(search_text)))
