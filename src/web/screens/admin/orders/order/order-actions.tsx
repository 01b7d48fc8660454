import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Order } from '#contract/schemas/commerce/orders.ts'
import { isRefundPending } from '#web/features/orders/order-status.tsx'
import { Button } from '#web/ui/button.tsx'
import { MarkPaidDialog } from './mark-paid-dialog.tsx'
import { MarkRefundSentDialog } from './mark-refund-sent-dialog.tsx'
import { ReasonDialog } from './reason-dialog.tsx'
import { RefundDialog } from './refund-dialog.tsx'
import { useResendReceipt } from './use-order-mutations.ts'

type OpenDialog = 'pay' | 'sent' | 'refund' | 'dismiss' | 'cancel' | null

/** Buttons for what is possible with the order as it stands. */
export function OrderActions({ order }: { order: Order }) {
  const [openDialog, setOpenDialog] = useState<OpenDialog>(null)
  const container = useRef<HTMLDivElement>(null)
  const resend = useResendReceipt(order)
  const close = () => setOpenDialog(null)
  // The button that opened the dialog may leave with the order's new status.
  const finish = () => {
    flushSync(close)
    container.current?.focus()
  }
  const dialog = { order, onClose: close, onDone: finish }
  const isPending = order.status === 'pending'
  return (
    <div ref={container} tabIndex={-1} className="flex flex-wrap gap-2.5 outline-none max-sm:w-full max-sm:*:flex-1">
      {isPending && order.provider === 'manual' && <Button onClick={() => setOpenDialog('pay')}>Mark as paid</Button>}
      {isPending && !order.processing && (
        <Button variant="danger" onClick={() => setOpenDialog('cancel')}>
          Cancel order
        </Button>
      )}
      {isRefundPending(order) && !order.refund_pending && (
        <Button variant="secondary" onClick={() => setOpenDialog('dismiss')}>
          Dismiss request
        </Button>
      )}
      {order.refundable > 0 && (
        <Button variant="danger" onClick={() => setOpenDialog('refund')}>
          Refund
        </Button>
      )}
      {order.refund_to_send > 0 && <Button onClick={() => setOpenDialog('sent')}>Mark refund as sent</Button>}
      {order.paid_date !== null && order.buyer.student_id !== null && (
        <Button
          variant="secondary"
          aria-disabled={resend.isPending}
          onClick={() => !resend.isPending && resend.mutate()}
        >
          Resend receipt
        </Button>
      )}
      {openDialog === 'pay' && <MarkPaidDialog {...dialog} />}
      {openDialog === 'sent' && <MarkRefundSentDialog {...dialog} />}
      {openDialog === 'refund' && <RefundDialog {...dialog} />}
      {openDialog === 'dismiss' && (
        <ReasonDialog
          {...dialog}
          title="Dismiss the request?"
          text="The student keeps the course, and the payment stays. They get your reason by email."
          label="Dismiss request"
        />
      )}
      {openDialog === 'cancel' && (
        <ReasonDialog {...dialog} title="Cancel the order?" text="It can’t be paid any more." label="Cancel order" />
      )}
    </div>
  )
}
