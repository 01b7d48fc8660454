import type { ReactNode } from 'react'
import { isPaymentProblem, isReturnedProblem } from '#contract/payment-problem.ts'
import { formatMoney } from '#contract/money.ts'
import type { Order } from '#contract/schemas/commerce/orders.ts'
import { isRefundPending, OrderStatusBadge } from '#web/features/orders/order-status.tsx'
import { formatMediumDate } from '#web/ui/format/format-date.ts'
import { Icon } from '#web/ui/icons/icon.tsx'

/** The number, how the order stands, and what can be done. */
export function OrderHeader({ order, children }: { order: Order; children: ReactNode }) {
  const notice = getNotice(order)
  return (
    <div className="card rounded-panel p-5 sm:p-6">
      <div className="flex flex-wrap items-start gap-x-5 gap-y-4">
        <div className="min-w-0 flex-1 basis-64">
          <h1 className="text-3xl tabular-nums">
            Order <span className="whitespace-nowrap">{order.number}</span>
          </h1>
          <p className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-1 text-sm text-muted">
            <OrderStatusBadge order={order} />
            <time dateTime={order.created_date}>{formatMediumDate(order.created_date)}</time>
            <span className="font-semibold text-text tabular-nums">{formatMoney(order.total, order.currency)}</span>
          </p>
        </div>
        {children}
      </div>
      {notice && (
        <p className="mt-4 flex gap-2.5 rounded-control border border-accent-text/40 bg-[var(--accent-wash)] px-3.5 py-2.5 text-sm">
          <Icon name="alert" size={18} className="mt-0.5 text-accent-text" />
          {notice}
        </p>
      )}
    </div>
  )
}

const OTHER_ACCESS = 'The student can still open the course by other access.'

/** What an admin has to know or do. */
function getNotice(order: Order): string | null {
  if (order.status === 'disputed')
    return `The student’s bank disputes this payment. ${order.access_open ? OTHER_ACCESS : 'The course is closed until the dispute is decided.'} Answer it at the payment service.`
  if (order.status === 'lost')
    return `The bank took the payment back. ${order.access_open ? OTHER_ACCESS : 'The course stays closed.'}`
  if (order.refund_pending)
    return 'A refund is on its way. If the payment service does not take it, it is tried again by itself.'
  if (isRefundPending(order) && order.refund_requested_date)
    return `A refund was requested on ${formatMediumDate(order.refund_requested_date)} and has not been made. Refund the order or dismiss the request.`
  if (order.refund_to_send > 0)
    return `Refunds of this order are only noted here. Send ${formatMoney(order.refund_to_send, order.currency)} back yourself, then mark the refund as sent.`
  if (order.processing) return 'A payment is on its way. The course opens when it has arrived.'
  if (order.problem !== null && isPaymentProblem(order.problem))
    return `${order.problem}.${isReturnedProblem(order.problem) ? '' : ' Refund it in the payment service.'}`
  if (order.status !== 'pending') return null
  if (order.provider === 'manual') return 'The course opens when you mark this order as paid.'
  return order.problem === null ? null : `The last attempt to pay failed: ${order.problem}`
}
