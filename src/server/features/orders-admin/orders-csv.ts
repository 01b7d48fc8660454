import { and, between, desc, inArray } from 'drizzle-orm'
import * as z from 'zod/mini'
import { getOrders } from '#contract/schemas/commerce/order-admin.ts'
import { toDollars } from '#contract/money.ts'
import { orderItems, orders } from '#server/platform/db/schema.ts'
import { type CsvFile, findIdRange } from '#server/features/exports/csv-file.ts'
import { ordersFilter } from './orders-filter.ts'

const filter = z.pick(getOrders.input, { search_text: true, select_data: true })

const toText = (date: Date | null) => date?.toISOString() ?? ''

export const ordersCsv: CsvFile<typeof filter> = {
  name: 'orders',
  filter,
  columns: [
    ...['order_id', 'number', 'status', 'created_date', 'paid_date', 'refunded_date', 'name', 'email', 'courses'],
    ...['currency', 'list_price', 'discount', 'coupon', 'coupon_code', 'tax', 'tax_rate', 'tax_included'],
    ...['total', 'refunded', 'provider', 'payment_reference'],
  ],
  nextRange: (db, beforeId) => findIdRange(db, orders.id, beforeId),
  where: async (_db, filterValues) => ordersFilter(filterValues),
  async rows(db, where, { first, last }) {
    const found = await db
      .select()
      .from(orders)
      .where(and(where, between(orders.id, first, last)))
      .orderBy(desc(orders.id))
    const ids = found.map(({ id }) => id)
    const items = await db.select().from(orderItems).where(inArray(orderItems.orderId, ids))
    return found.map((row) => [
      ...[row.id, row.number, row.status, toText(row.createdAt), toText(row.paidAt), toText(row.refundedAt)],
      ...[row.buyerName, row.buyerEmail],
      items.flatMap(({ orderId, title }) => (orderId === row.id ? [title] : [])).join('; '),
      ...[row.currency, toDollars(row.listCents), toDollars(row.discountCents), toDollars(row.couponCents)],
      ...[row.couponCode, toDollars(row.taxCents), row.taxRate / 100, row.taxIncluded],
      ...[toDollars(row.totalCents), toDollars(row.refundedCents), row.provider, row.paymentReference],
    ])
  },
}
