import { eq, sql } from 'drizzle-orm'
import type { PaymentProviderName } from '#contract/choices.ts'
import type { Tx } from '#server/platform/db/connect.ts'
import { runPrepared } from '#server/platform/db/run-prepared.ts'
import { orderEvents, orderItems, orderNumbers, orders } from '#server/platform/db/schema.ts'
import type { Payments } from '#server/platform/payments/provider.ts'
import { toOpenKey } from '#server/features/orders/checkout/coupon-rules.ts'
import type { OrderItem, OrderRow } from '../order-row.ts'
import type { OrderRequest } from '#server/features/orders/checkout/place-order.ts'
import type { Amounts } from '#server/features/orders/checkout/quote.ts'
import type { Sale } from '#server/features/orders/checkout/sale.ts'

/** A bank transfer takes days; a checkout page is open for a day at most. */
const EXPIRY_HOURS: Record<PaymentProviderName, number> = { test: 23, stripe: 23, manual: 14 * 24 }

export type PlacedRow = OrderRow & { items: readonly OrderItem[] }

interface NewOrder {
  request: OrderRequest
  sale: Sale
  amounts: Amounts
  itemAmounts: Amounts[]
  coupon: { id: number; code: string } | null
  year: number
}

/** With its items and the first entry of its timeline. The year's number must be locked. */
export async function insertOrder(tx: Tx, payments: Payments, newOrder: NewOrder): Promise<PlacedRow> {
  const { request, sale, amounts, coupon, year } = newOrder
  const { user } = request
  const provider = amounts.totalCents === 0 ? null : (request.provider ?? payments.providers[0]?.name ?? null)
  const counter = tx.$with('counter').as(
    tx
      .update(orderNumbers)
      .set({ last: sql`${orderNumbers.last} + 1` })
      .where(eq(orderNumbers.year, year))
      .returning({ last: orderNumbers.last }),
  )
  const [order] = await runPrepared(
    tx
      .with(counter)
      .insert(orders)
      .values({
        ...amounts,
        number: sql`${year}::text || '-' || (select lpad(${counter.last}::text, greatest(6, length(${counter.last}::text)), '0') from ${counter})`,
        userId: user.student_id,
        buyerName: `${user.first_name} ${user.last_name}`,
        buyerEmail: user.email,
        seller: [...payments.seller],
        currency: payments.currency,
        taxRate: payments.taxRate,
        taxIncluded: payments.taxIncluded,
        couponId: coupon?.id ?? null,
        couponCode: coupon?.code ?? null,
        provider,
        pathId: sale.path?.id ?? null,
        pathTitle: sale.path?.title ?? null,
        openKey: toOpenKey(user.student_id, sale.subjectId),
        ...(provider && { expiresAt: sql`now() + make_interval(hours => ${EXPIRY_HOURS[provider]})` }),
      })
      .returning(),
  )
  if (!order) throw new Error('The order was not made')
  return { ...order, items: await insertItems(tx, order.id, newOrder) }
}

async function insertItems(tx: Tx, orderId: number, { request, sale, itemAmounts }: NewOrder): Promise<OrderItem[]> {
  const values = sale.items.flatMap(({ courseId, title }, index) => {
    const itemAmount = itemAmounts[index]
    return itemAmount ? [{ orderId, courseId, title, ...itemAmount }] : []
  })
  const items = tx.$with('items').as(tx.insert(orderItems).values(values).returning({ orderId: orderItems.orderId }))
  const insertion = tx.with(items).insert(orderEvents).values({ orderId, text: 'Ordered', byEmail: request.user.email })
  // A path has any number of courses, and each number is a statement of its own.
  await (values.length === 1 ? runPrepared(insertion) : insertion)
  return values
}
