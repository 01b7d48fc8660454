import { useState } from 'react'
import { LIMITS } from '#contract/limits.ts'
import { formatMoney } from '#contract/money.ts'
import { TextField } from '#web/ui/form/field.tsx'
import { ActionForm } from '#web/features/panels/action-form.tsx'
import type { OrderDialogProps } from './order-dialog.ts'
import { useChangeOrder } from './use-order-mutations.ts'

export function MarkPaidDialog({ order, onClose, onDone }: OrderDialogProps) {
  const [reference, setReference] = useState('')
  const [isMissing, setMissing] = useState(false)
  const { mutate, isPending, error } = useChangeOrder('markOrderPaid', order, {
    getText: ({ number }) => `Order ${number} is paid`,
    onDone,
  })
  const effect =
    order.buyer.student_id === null
      ? 'The account was deleted, so no course opens and no receipt is sent.'
      : 'The course opens at once and the student gets the receipt.'
  const submit = () => {
    setMissing(reference.trim() === '')
    if (reference.trim() !== '') mutate({ reference })
  }
  return (
    <ActionForm
      title="Mark as paid"
      text={`Confirm that ${formatMoney(order.total, order.currency)} has arrived. ${effect}`}
      label="Mark as paid"
      {...{ isPending, error, onClose }}
      onSubmit={submit}
    >
      <TextField
        label="Reference"
        hint="Such as the number or text of the bank transfer"
        autoComplete="off"
        data-first-focus
        required
        maxLength={LIMITS.paymentReference}
        value={reference}
        error={isMissing ? 'Reference is required' : undefined}
        onChange={({ target }) => {
          setReference(target.value)
          setMissing(false)
        }}
      />
    </ActionForm>
  )
}
