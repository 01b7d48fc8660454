import { useState } from 'react'
import { formatMoney } from '#contract/money.ts'
import type { Order } from '#contract/schemas/commerce/orders.ts'
import { RadioCards } from '#web/features/orders/radio-cards.tsx'
import { parseAmount } from '#web/features/panels/parse-amount.ts'
import { ReasonField } from '#web/features/panels/reason-field.tsx'
import { useReason } from '#web/features/panels/use-reason.ts'
import { TextField } from '#web/ui/form/field.tsx'
import { ActionForm } from '#web/features/panels/action-form.tsx'
import type { OrderDialogProps } from './order-dialog.ts'
import { useChangeOrder } from './use-order-mutations.ts'

type Scope = 'full' | 'part'

export function RefundDialog({ order, onClose, onDone }: OrderDialogProps) {
  const { currency, total, refundable } = order
  const restText = formatMoney(refundable, currency)
  const allLabel = refundable < total ? 'The rest' : 'All of it'
  const [scope, setScope] = useState<Scope>('full')
  const [amountText, setAmountText] = useState('')
  const [amountError, setAmountError] = useState<string>()
  const reason = useReason()
  const { mutate, isPending, error } = useChangeOrder('refundOrder', order, { getText: getOutcomeText, onDone })
  const submit = () => {
    const problem = scope === 'part' ? getAmountProblem(amountText, refundable, { restText, allLabel }) : undefined
    setAmountError(problem)
    if (!reason.check() || problem !== undefined) return
    mutate({ reason: reason.text, refundable, ...(scope === 'part' && { amount: parseAmount(amountText) ?? 0 }) })
  }
  return (
    <ActionForm
      title="Refund"
      text={getText(order, scope)}
      label={scope === 'full' ? `Refund ${restText}` : 'Refund this part'}
      isDangerous
      {...{ isPending, error, onClose }}
      onSubmit={submit}
    >
      <RadioCards
        legend="How much"
        options={[
          { value: 'full', label: `${allLabel}: ${restText}` },
          { value: 'part', label: 'A part' },
        ]}
        value={scope}
        onChange={setScope}
      />
      {scope === 'part' && (
        <TextField
          label={`Amount (${currency})`}
          inputMode="decimal"
          autoComplete="off"
          required
          value={amountText}
          error={amountError}
          onChange={({ target }) => {
            setAmountText(target.value)
            setAmountError(undefined)
          }}
        />
      )}
      <ReasonField {...reason.field} />
    </ActionForm>
  )
}

function getText({ provider }: Order, scope: Scope): string {
  const text =
    scope === 'full'
      ? 'The course closes at once, unless the student has other access to it. The student’s progress is kept and comes back if they buy it again.'
      : 'The student keeps the course.'
  return provider === 'manual' ? `${text} Send the money back yourself, then mark the refund as sent.` : text
}

function getAmountProblem(
  text: string,
  rest: number,
  { restText, allLabel }: { restText: string; allLabel: string },
): string | undefined {
  const amount = parseAmount(text)
  if (amount === null || amount === 0) return 'Enter an amount, such as 12.50'
  // It would close the course, and the dialog says that a part does not.
  if (amount === rest) return `That is all that is left. Choose “${allLabel}” instead`
  return amount > rest ? `At most ${restText} can be refunded` : undefined
}

/** The payment service may take the refund later. */
function getOutcomeText({ status, number, refund_pending }: Order): string {
  const isDone = !refund_pending && (status === 'refunded' || status === 'partially_refunded')
  return isDone ? `Order ${number} was refunded` : 'The refund is on its way. The timeline shows when it is done'
}
