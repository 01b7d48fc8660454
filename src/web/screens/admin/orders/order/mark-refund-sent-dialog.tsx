import { formatMoney } from '#contract/money.ts'
import { ActionForm } from '#web/features/panels/action-form.tsx'
import type { OrderDialogProps } from './order-dialog.ts'
import { useChangeOrder } from './use-order-mutations.ts'

export function MarkRefundSentDialog({ order, onClose, onDone }: OrderDialogProps) {
  const { refund_to_send, currency, buyer } = order
  const { mutate, isPending, error } = useChangeOrder('markRefundSent', order, {
    getText: ({ number }) => `The refund of order ${number} is marked as sent`,
    onDone,
  })
  const effect = buyer.student_id === null ? '' : ' The student sees the date on the order’s page.'
  return (
    <ActionForm
      title="Mark refund as sent"
      text={`Confirm that you have sent ${formatMoney(refund_to_send, currency)} back.${effect}`}
      label="Mark as sent"
      {...{ isPending, error, onClose }}
      onSubmit={() => mutate({ amount: refund_to_send })}
    />
  )
}
