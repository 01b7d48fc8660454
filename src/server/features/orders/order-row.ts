import { and, asc, desc, eq, getTableColumns, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import { REFUND_DAYS } from '#contract/limits.ts'
import { toDollars } from '#contract/money.ts'
import type { Order } from '#contract/schemas/commerce/orders.ts'
import type { User } from '#contract/schemas/accounts/users.ts'
import { isPublished } from '#server/features/courses/course-row.ts'
import { isNotDeleted } from '#server/features/paths/path-row.ts'
import type { Db } from '#server/platform/db/connect.ts'
import { isOnPage } from '#server/platform/db/paginate.ts'
import { runPrepared } from '#server/platform/db/run-prepared.ts'
import { orderItems, orders, refunds } from '#server/platform/db/schema.ts'
import type { Payments } from '#server/platform/payments/provider.ts'

export type OrderRow = typeof orders.$inferSelect
export type ItemRow = typeof orderItems.$inferSelect
export type OrderItem = Pick<ItemRow, 'courseId' | 'title' | 'totalCents'>

/** Paid and neither refunded nor disputed. */
export const REFUNDABLE_STATUSES = ['paid', 'partially_refunded'] as const

const pendingRefundCents = sql<number>`(select coalesce(sum(r.amount_cents), 0)::int from refunds r
  where r.order_id = orders.id and r.status = 'pending')`

const refundableCents = sql<number>`case when ${inArray(orders.status, REFUNDABLE_STATUSES)}
  then ${orders.totalCents} - ${orders.refundedCents} - ${pendingRefundCents} else 0 end`

const refundEnd = sql`${orders.paidAt} + make_interval(days => ${REFUND_DAYS})`

/** By the database's clock. */
const refundableUntil = sql`case when ${and(
  sql`${refundableCents} > 0`,
  isNull(orders.refundRequestedAt),
  sql`${refundEnd} > now()`,
)} then ${refundEnd} end`.mapWith(orders.paidAt) as SQL<Date | null>

const refundToSendCents = sql<number>`case when ${orders.provider} = 'manual' then (
  select coalesce(sum(r.amount_cents), 0)::int from refunds r
  where r.order_id = orders.id and r.status = 'succeeded' and r.sent_at is null) else 0 end`

const refundSentAt = sql`(select max(r.sent_at) from refunds r where r.order_id = orders.id)`.mapWith(
  refunds.sentAt,
) as SQL<Date | null>

const accessOpen = sql<boolean>`exists (
  select from order_items i join enrollments e on e.course_id = i.course_id and e.user_id = orders.user_id
  where i.order_id = orders.id and e.access_until > now())`

const isForSale = sql`${isPublished} and not exists (
  select from enrollments e where e.course_id = courses.id and e.user_id = orders.user_id and e.access_until > now())`

const canBuyAgain = sql<boolean>`(exists (
  select from order_items i join courses on courses.id = i.course_id
  where orders.path_id is null and i.order_id = orders.id and ${isForSale}
) or exists (
  select from learning_paths join path_courses p on p.path_id = learning_paths.id join courses on courses.id = p.course_id
  where learning_paths.id = orders.path_id and ${isNotDeleted} and learning_paths.is_public
    and learning_paths.price_cents is not null and ${isForSale}))`

/** By id. As JSON, so that orders and their items are one statement. */
const orderedItems = sql<OrderItem[]>`(
  select coalesce(json_agg(json_build_object('courseId', i.course_id, 'title', i.title, 'totalCents', i.total_cents)
    order by i.course_id), '[]')
  from order_items i where i.order_id = orders.id)`

const orderColumns = {
  ...getTableColumns(orders),
  ...{ refundableUntil, refundableCents, pendingRefundCents, refundToSendCents, refundSentAt },
  ...{ accessOpen, canBuyAgain, items: orderedItems },
}

interface Page {
  limit: number
  offset: number
}

/** Newest first. */
export async function findOrders(
  db: Pick<Db, 'select'>,
  payments: Pick<Payments, 'instructions'>,
  condition: SQL | undefined,
  { limit, offset }: Page,
): Promise<Order[]> {
  const ids = db
    .select({ id: orders.id })
    .from(orders)
    .where(condition)
    .orderBy(desc(orders.id))
    .limit(limit)
    .offset(offset)
  const rows = await db.select(orderColumns).from(orders).where(isOnPage(orders.id, ids)).orderBy(desc(orders.id))
  return rows.map((row) => toOrder(row, payments))
}

/** Throws order_not_found, also for another student's order. */
export async function findOrder(
  db: Pick<Db, 'select'>,
  payments: Pick<Payments, 'instructions'>,
  id: number,
  user: User,
): Promise<Order> {
  const [row] = await runPrepared(
    db
      .select(orderColumns)
      .from(orders)
      .where(and(eq(orders.id, id), isReadableBy(user))),
  )
  if (!row) throw new AppError('order_not_found')
  return toOrder(row, payments)
}

/** Throws order_not_found, also for another student's order. */
export async function requireOrder(db: Pick<Db, 'select'>, id: number, user: User): Promise<OrderRow> {
  const [row] = await db
    .select()
    .from(orders)
    .where(and(eq(orders.id, id), isReadableBy(user)))
  if (!row) throw new AppError('order_not_found')
  return row
}

const isReadableBy = (user: User) => (user.role === 'admin' ? undefined : eq(orders.userId, user.student_id))

export const findItems = (db: Pick<Db, 'select'>, orderIds: readonly number[]): Promise<ItemRow[]> =>
  db
    .select()
    .from(orderItems)
    .where(inArray(orderItems.orderId, [...orderIds]))
    .orderBy(asc(orderItems.orderId), asc(orderItems.courseId))

interface FoundOrder extends OrderRow {
  refundableUntil: Date | null
  refundableCents: number
  pendingRefundCents: number
  refundToSendCents: number
  refundSentAt: Date | null
  accessOpen: boolean
  canBuyAgain: boolean
  items: readonly OrderItem[]
}

function toOrder(row: FoundOrder, { instructions }: Pick<Payments, 'instructions'>): Order {
  const isOpen = row.status === 'pending' && !row.isProcessing
  return {
    order_id: row.id,
    number: row.number,
    status: row.status,
    currency: row.currency,
    list_price: toDollars(row.listCents),
    discount: toDollars(row.discountCents),
    coupon: toDollars(row.couponCents),
    coupon_code: row.couponCode,
    tax: toDollars(row.taxCents),
    tax_rate: row.taxRate / 100,
    tax_included: row.taxIncluded,
    total: toDollars(row.totalCents),
    refunded: toDollars(row.refundedCents),
    provider: row.provider,
    checkout_url: isOpen ? row.checkoutUrl : null,
    instructions: isOpen && row.provider === 'manual' ? instructions : null,
    processing: row.isProcessing,
    problem: row.problem,
    created_date: row.createdAt.toISOString(),
    expires_date: row.expiresAt?.toISOString() ?? null,
    paid_date: row.paidAt?.toISOString() ?? null,
    refunded_date: row.refundedAt?.toISOString() ?? null,
    refundable_until: row.refundableUntil?.toISOString() ?? null,
    refund_requested_date: row.refundRequestedAt?.toISOString() ?? null,
    refundable: toDollars(row.refundableCents),
    refund_pending: row.pendingRefundCents > 0,
    refund_to_send: toDollars(row.refundToSendCents),
    refund_sent_date: row.refundToSendCents > 0 ? null : (row.refundSentAt?.toISOString() ?? null),
    access_open: row.accessOpen,
    can_buy_again: row.canBuyAgain,
    path_id: row.pathId,
    path_title: row.pathTitle,
    items: row.items.map(({ courseId, title, totalCents }) => ({
      course_id: courseId,
      title,
      price: toDollars(totalCents),
    })),
    buyer: { student_id: row.userId, name: row.buyerName, email: row.buyerEmail },
  }
}
