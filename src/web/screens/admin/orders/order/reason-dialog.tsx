import { useReason } from '#web/features/panels/use-reason.ts'
import { ReasonField } from '#web/features/panels/reason-field.tsx'
import { ActionForm } from '#web/features/panels/action-form.tsx'
import type { OrderDialogProps } from './order-dialog.ts'
import { useChangeOrder } from './use-order-mutations.ts'

interface ReasonDialogProps extends OrderDialogProps {
  title: string
  text: string
  label: string
}

/** Cancels an order that is not paid, or dismisses the request to refund one that is. */
export function ReasonDialog({ order, title, text, label, onClose, onDone }: ReasonDialogProps) {
  const isPaid = order.status !== 'pending'
  const reason = useReason()
  const { mutate, isPending, error } = useChangeOrder('cancelOrder', order, {
    getText: ({ number }) => (isPaid ? 'The request was dismissed' : `Order ${number} was canceled`),
    onDone,
  })
  return (
    <ActionForm
      {...{ title, text, label, isPending, error, onClose }}
      isDangerous={!isPaid}
      onSubmit={() => reason.check() && mutate({ reason: reason.text })}
    >
      <ReasonField {...reason.field} />
    </ActionForm>
  )
}
