import type { OrderStatus } from '#contract/choices.ts'
import type { Order } from '#contract/schemas/commerce/orders.ts'

const LABELS: Record<OrderStatus, string> = {
  pending: 'Awaiting payment',
  paid: 'Paid',
  partially_refunded: 'Partly refunded',
  refunded: 'Refunded',
  disputed: 'Disputed',
  lost: 'Charged back',
  cancelled: 'Canceled',
  expired: 'Expired',
}

type Tone = 'good' | 'waiting' | 'bad' | 'ended'

const TONES: Record<OrderStatus, Tone> = {
  pending: 'waiting',
  paid: 'good',
  partially_refunded: 'good',
  refunded: 'ended',
  disputed: 'bad',
  lost: 'bad',
  cancelled: 'ended',
  expired: 'ended',
}

const TONE_CLASSES: Record<Tone, string> = {
  good: 'border-success/50 bg-[var(--success-wash)] text-success',
  waiting: 'border-accent-text/50 bg-[var(--accent-wash)] text-accent-text',
  bad: 'border-danger/50 bg-[var(--danger-wash)] text-danger',
  ended: 'border-border-strong text-muted',
}

/** A refund that waits for an admin or for the payment service. */
export const isRefundPending = ({ status, refund_requested_date, refund_pending }: Order) =>
  (refund_requested_date !== null || refund_pending) && (status === 'paid' || status === 'partially_refunded')

export function OrderStatusBadge({ order }: { order: Order }) {
  const { label, tone } = describeStatus(order)
  return (
    <span
      className={`inline-block rounded-full border px-2.5 text-xs font-semibold whitespace-nowrap ${TONE_CLASSES[tone]}`}
    >
      {label}
    </span>
  )
}

function describeStatus(order: Order): { label: string; tone: Tone } {
  if (order.processing) return { label: 'Processing', tone: 'waiting' }
  if (isRefundPending(order))
    return { label: order.refund_pending ? 'Refund on its way' : 'Refund requested', tone: 'waiting' }
  return { label: LABELS[order.status], tone: TONES[order.status] }
}
