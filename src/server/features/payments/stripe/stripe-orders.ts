import { and, eq } from 'drizzle-orm'
import type { Db } from '#server/platform/db/connect.ts'
import { orders } from '#server/platform/db/schema.ts'
import type { ProviderOrder } from '#server/platform/payments/provider.ts'

type OrderIdentity = Pick<ProviderOrder, 'id' | 'createdAt'>

// An id alone is not enough: another site, or this one before it was set up again, may use the same Stripe account.

/** The same for every attempt at the same thing. */
export const toKey = (action: string, { id, createdAt }: OrderIdentity) => `${action}-${id}-${createdAt.getTime()}`

export const toMetadata = ({ id, createdAt, number }: Pick<ProviderOrder, 'id' | 'createdAt' | 'number'>) => ({
  order_id: String(id),
  order_number: number,
  order_created: createdAt.toISOString(),
})

/** The id of the order that Stripe's metadata names; null for one that is not in this database. */
export async function findOrderId(db: Db, metadata: Record<string, string> | null): Promise<number | null> {
  const { order_id: id = '', order_created: created = '' } = metadata ?? {}
  const createdAt = new Date(created)
  if (!/^[1-9]\d{0,14}$/.test(id) || Number.isNaN(createdAt.getTime())) return null
  const [order] = await db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.id, Number(id)), eq(orders.createdAt, createdAt), eq(orders.provider, 'stripe')))
  return order?.id ?? null
}
