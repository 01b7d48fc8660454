import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { Navigate, useParams } from 'react-router'
import type { CallInput } from '#contract/contract.ts'
import { AppError } from '#contract/errors.ts'
import { formatMoney } from '#contract/money.ts'
import { parseIdSegment } from '#contract/paths.ts'
import { checkoutPathPath } from '#contract/paths/learning-path-path.ts'
import { checkoutPath, orderPath } from '#contract/paths/record-paths.ts'
import type { Order } from '#contract/schemas/commerce/orders.ts'
import { call } from '#web/data/api.ts'
import { useOrderMutation } from '#web/features/orders/use-order-mutation.ts'
import { RadioCards } from '#web/features/orders/radio-cards.tsx'
import { TestModeBanner } from '#web/features/orders/test-mode-banner.tsx'
import { getOrderQuery, storeOrder, useCancelOrder } from '#web/features/orders/use-order.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Head } from '#web/ui/head.tsx'
import { BankConfirmation } from './bank-confirmation.tsx'

type TestPaymentInput = Omit<CallInput<'payTestOrder'>, 'order_id'>
type TestCard = TestPaymentInput['card']

const CONFIRMED_CARD = '4000002500003155'

const CARDS: readonly { value: TestCard; label: string; hint: string }[] = [
  { value: '4242424242424242', label: 'Payment succeeds', hint: '4242 4242 4242 4242' },
  { value: '4000000000000002', label: 'Card is declined', hint: '4000 0000 0000 0002' },
  { value: '4000000000009995', label: 'Not enough funds', hint: '4000 0000 0000 9995' },
  { value: '4000002500003155', label: 'Bank asks for a confirmation', hint: '4000 0025 0000 3155' },
  { value: '4000000000000077', label: 'Payment settles after 10 seconds', hint: '4000 0000 0000 0077' },
]

export function Component() {
  return (
    <div className="container-site max-w-130 pt-9 pb-20 sm:pt-12">
      <Head title="Test payment" noIndex />
      <h1 className="mb-6 text-4xl">Test payment</h1>
      <TestModeBanner />
      <Suspense fallback={<div aria-hidden="true" className="skeleton h-120 rounded-panel" />}>
        <TestPayment />
      </Suspense>
    </div>
  )
}

function TestPayment() {
  const orderId = parseIdSegment(useParams().orderId)
  const { msg: order } = useSuspenseQuery(getOrderQuery(orderId)).data
  const isOpen = order.status === 'pending' && !order.processing && order.provider === 'test'
  if (isOpen) return <CardChoice order={order} />
  // Just paid, or paid or cancelled in another tab.
  return <Navigate to={order.status === 'cancelled' ? getCheckoutPath(order) : orderPath(order)} replace />
}

function getCheckoutPath(order: Order): string {
  const [item] = order.items
  if (order.path_id !== null) return checkoutPathPath({ path_id: order.path_id })
  return item ? checkoutPath(item) : orderPath(order)
}

function CardChoice({ order }: { order: Order }) {
  const [card, setCard] = useState<TestCard>('4242424242424242')
  const [isConfirming, setConfirming] = useState(false)
  const pay = usePayTestOrder(order)
  const cancel = useCancelOrder(order)
  const isPending = pay.isPending || cancel.isPending
  const error = pay.error ?? cancel.error
  const dismiss = () => {
    pay.reset()
    cancel.reset()
  }
  const start = () => {
    if (isPending) return
    if (card === CONFIRMED_CARD) setConfirming(true)
    else pay.mutate({ card })
  }
  const confirm = (confirmed: boolean) => {
    setConfirming(false)
    pay.mutate({ card, confirmed })
  }

  return (
    <section aria-label="Payment" className="card rounded-panel p-5 sm:p-7">
      <p className="text-sm text-muted">Order {order.number}</p>
      <ul>
        {order.items.map(({ course_id, title }) => (
          <li key={course_id} className="font-display text-lg font-semibold wrap-anywhere">
            {title}
          </li>
        ))}
      </ul>
      <p className="mt-1 mb-6 font-display text-3xl font-semibold tabular-nums">
        {formatMoney(order.total, order.currency)}
      </p>
      <RadioCards legend="Choose a test card" options={CARDS} value={card} onChange={setCard} />
      <div aria-live="polite" className="not-empty:mt-6">
        {error && <Banner variant="error" text={describeProblem(error)} onDismiss={dismiss} />}
      </div>
      <div className="mt-6 grid gap-3 sm:grid-cols-[1fr_auto]">
        <Button size="lg" aria-disabled={isPending} onClick={start}>
          {pay.isPending ? 'Paying…' : 'Pay'}
        </Button>
        <Button variant="secondary" size="lg" aria-disabled={isPending} onClick={() => !isPending && cancel.mutate()}>
          {cancel.isPending ? 'Canceling…' : 'Cancel'}
        </Button>
      </div>
      {isConfirming && (
        <BankConfirmation
          amount={formatMoney(order.total, order.currency)}
          onConfirm={() => confirm(true)}
          onDecline={() => confirm(false)}
        />
      )}
    </section>
  )
}

function usePayTestOrder(order: Order) {
  const client = useQueryClient()
  const { queryKey } = getOrderQuery(order.order_id)
  return useOrderMutation('payTestOrder', {
    mutationFn: (payment: TestPaymentInput) => call('payTestOrder', { order_id: order.order_id, ...payment }),
    // The order is not open any more, so this screen leaves it.
    onSuccess: ({ msg }) => storeOrder(client, msg),
    onError: async (error) => {
      if (error instanceof AppError && error.code === 'order_state') await client.refetchQueries({ queryKey })
    },
  })
}

function describeProblem(error: Error): string {
  const code = error instanceof AppError ? error.code : undefined
  if (code === 'payment_declined') return `${error.message}. Choose another card and try again.`
  if (code === 'connection') return 'We couldn’t reach the server. Try again. You are never charged twice.'
  return error.message
}
