import { and, eq, inArray, isNotNull, type SQL, sql } from 'drizzle-orm'
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

/** Each word in the order's number, the buyer's name or email, or the course's title. Each half uses a trigram index. */
const contains = (word: string): SQL =>
  inArray(
    orders.id,
    sql`(
      select ${orders.id} from ${orders} where ${NUMBER_NAME_EMAIL} ilike ${toLikePattern(word)}
      union
      select ${orderItems.orderId} from ${orderItems} where ${orderItems.courseId} in
        (select ${courses.id} from ${courses} where ${courses.title} ilike ${toLikePattern(word)})
    )`,
  )

/** Shared by the list and its CSV export. */
export const ordersFilter = ({
  search_text,
  select_data,
}: Pick<ParsedInput<'getOrders'>, 'search_text' | 'select_data'>): SQL | undefined =>
  and(toStatusFilter(select_data), ...parseWords(search_text).map(contains))
