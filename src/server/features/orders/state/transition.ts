import { eq } from 'drizzle-orm'
import type { OrderStatus } from '#contract/choices.ts'
import type { Tx } from '#server/platform/db/connect.ts'
import { orders } from '#server/platform/db/schema.ts'
import type { OrderRow } from '../order-row.ts'
import { logOrderChange, type OrderActor } from './order-events.ts'

const NEXT: Record<OrderStatus, readonly OrderStatus[]> = {
  pending: ['paid', 'cancelled', 'expired'],
  paid: ['partially_refunded', 'refunded', 'disputed'],
  partially_refunded: ['partially_refunded', 'refunded', 'disputed'],
  disputed: ['paid', 'partially_refunded', 'refunded', 'lost'],
  refunded: [],
  lost: [],
  cancelled: [],
  expired: [],
}

interface Change {
  /** For the timeline and the system log. */
  text: string
  /** Null for the system and the payment service. */
  by?: OrderActor | null
  set?: Partial<Omit<typeof orders.$inferInsert, 'status' | 'openKey'>> | Record<string, unknown>
}

/**
 * The only place that changes an order's status. Call it with the row from `changeOrder`, which is locked. Returns
 * false for a change that is not possible: then only the timeline and the log say so.
 */
export async function transition(tx: Tx, order: OrderRow, to: OrderStatus, change: Change): Promise<boolean> {
  const { text, by = null, set } = change
  const isPossible = NEXT[order.status].includes(to)
  const message = isPossible ? text : `Refused, because the order is ${toWords(order.status)}: ${text}`
  if (isPossible)
    await tx
      .update(orders)
      .set({ ...set, status: to, openKey: null, isProcessing: false })
      .where(eq(orders.id, order.id))
  await logOrderChange(tx, order, message, by)
  return isPossible
}

export const toWords = (status: OrderStatus): string => (status === 'cancelled' ? 'canceled' : status.replace('_', ' '))
