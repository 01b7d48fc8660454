import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Order } from '#contract/schemas/commerce/orders.ts'
import { isRefundPending } from '#web/features/orders/order-status.tsx'
import { Button } from '#web/ui/button.tsx'
import { MarkPaidDialog } from './mark-paid-dialog.tsx'
import { MarkRefundSentDialog } from './mark-refund-sent-dialog.tsx'
import type { OrderDialogProps } from './order-dialog.ts'
import { ReasonDialog } from './reason-dialog.tsx'
import { RefundDialog } from './refund-dialog.tsx'
import { useResendReceipt } from './use-order-mutations.ts'

type DialogKind = 'pay' | 'sent' | 'refund' | 'dismiss' | 'cancel'

/** Buttons for what is possible with the order as it stands. */
export function OrderActions({ order }: { order: Order }) {
  // With the order as it was then: what the admin confirms does not change with a refetch.
  const [opened, setOpened] = useState<{ kind: DialogKind; order: Order } | null>(null)
  const container = useRef<HTMLDivElement>(null)
  const resend = useResendReceipt(order)
  const open = (kind: DialogKind) => setOpened({ kind, order })
  const close = () => setOpened(null)
  // The button that opened the dialog may leave with the order's new status.
  const finish = () => {
    flushSync(close)
    container.current?.focus()
  }
  const isPending = order.status === 'pending'
  return (
    <div ref={container} tabIndex={-1} className="flex flex-wrap gap-2.5 outline-none max-sm:w-full max-sm:*:flex-1">
      {isPending && order.provider === 'manual' && <Button onClick={() => open('pay')}>Mark as paid</Button>}
      {isPending && !order.processing && (
        <Button variant="danger" onClick={() => open('cancel')}>
          Cancel order
        </Button>
      )}
      {isRefundPending(order) && !order.refund_pending && (
        <Button variant="secondary" onClick={() => open('dismiss')}>
          Dismiss request
        </Button>
      )}
      {order.refundable > 0 && (
        <Button variant="danger" onClick={() => open('refund')}>
          Refund
        </Button>
      )}
      {order.refund_to_send > 0 && <Button onClick={() => open('sent')}>Mark refund as sent</Button>}
      {order.paid_date !== null && order.buyer.student_id !== null && (
        <Button
          variant="secondary"
          aria-disabled={resend.isPending}
          onClick={() => !resend.isPending && resend.mutate()}
        >
          Resend receipt
        </Button>
      )}
      {opened && <OrderDialog {...opened} onClose={close} onDone={finish} />}
    </div>
  )
}

function OrderDialog({ kind, ...dialog }: OrderDialogProps & { kind: DialogKind }) {
  if (kind === 'pay') return <MarkPaidDialog {...dialog} />
  if (kind === 'sent') return <MarkRefundSentDialog {...dialog} />
  if (kind === 'refund') return <RefundDialog {...dialog} />
  if (kind === 'cancel')
    return <ReasonDialog {...dialog} title="Cancel the order?" text="It can’t be paid any more." label="Cancel order" />
  return (
    <ReasonDialog
      {...dialog}
      title="Dismiss the request?"
      text="The student keeps the course, and the payment stays. They get your reason by email."
      label="Dismiss request"
    />
  )
}
