import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import type { PaymentProviderName } from '#contract/choices.ts'
import { AppError, type ErrorCode } from '#contract/errors.ts'
import { formatMoney } from '#contract/money.ts'
import type { Checkout, Order } from '#contract/schemas/commerce/orders.ts'
import { call, query } from '#web/data/api.ts'
import { useOrderMutation } from '#web/features/orders/use-order-mutation.ts'
import { storeOrder, useGoToPayment } from '#web/features/orders/use-order.ts'
import { getSubject, getSubjectPath } from './checkout-subject.ts'
import type { Coupon } from './use-coupon.ts'

interface PayOptions {
  checkout: Checkout
  coupon: Coupon
  provider: PaymentProviderName | undefined
  /** As the student sees it. */
  total: number
}

/** After these the checkout shows something else than the student saw. */
const OUTDATED: readonly ErrorCode[] = ['price_changed', 'already_owned', 'order_state', 'coupon_not_valid']

/** Orders the course or the path, once however often the button is clicked, and goes to the payment. */
export function usePay({ checkout, coupon, provider, total }: PayOptions) {
  const { settings } = checkout
  const client = useQueryClient()
  const navigate = useNavigate()
  const goToPayment = useGoToPayment()
  const { queryKey } = query('getCheckout', getSubject(checkout))

  const { mutate, error, isPending, isSuccess, reset } = useOrderMutation('createOrder', {
    // This screen is left; with the open order it would flash another view.
    refetchType: 'none',
    mutationFn: () => placeOrder({ checkout, coupon, provider, total }),
    onSuccess: (order) => {
      storeOrder(client, order)
      if (order.paid_date === null) return goToPayment(order)
      // Loaded before the purchase, they would show for a moment that the course is not enrolled.
      for (const { course_id } of order.items)
        client.removeQueries({ queryKey: query('getCourseData', { course_id }).queryKey })
      void navigate(getSubjectPath(checkout))
    },
    onError: async (failure) => {
      const code = failure instanceof AppError ? failure.code : 'connection'
      if (code === 'coupon_not_valid') coupon.reject(failure.message)
      if (code === 'price_changed' && coupon.applied) coupon.apply(coupon.applied.code)
      if (OUTDATED.includes(code)) await client.refetchQueries({ queryKey })
    },
  })

  useRestartAfterReturn(reset, queryKey)
  return {
    isPending: isPending || isSuccess,
    problem: describeProblem(error, formatMoney(total, settings.currency)),
    reset,
    start: () => !isSuccess && mutate(),
  }
}

async function placeOrder({ checkout, coupon, provider, total }: PayOptions): Promise<Order> {
  const { msg: order } = await call('createOrder', {
    ...getSubject(checkout),
    total,
    ...(coupon.applied && { coupon: coupon.applied.code }),
    ...(provider && checkout.quote.total > 0 && { provider }),
  })
  if (order.paid_date !== null)
    for (const { course_id, title } of order.items) await call('enrollCourse', { course_id, course_title: title })
  return order
}

function describeProblem(error: Error | null, total: string): string | undefined {
  const code = error instanceof AppError ? error.code : undefined
  // Shown elsewhere: at the coupon's field, or by another view.
  if (error === null || code === 'coupon_not_valid' || code === 'already_owned') return undefined
  if (code === 'price_changed') return `The price has changed. The new total is ${total}.`
  if (code === 'connection') return 'We couldn’t reach the server. Nothing was charged. Try again.'
  return error.message
}

/** The browser's back button can bring this page back from the payment service as it was left. */
function useRestartAfterReturn(restart: () => void, queryKey: readonly unknown[]): void {
  const client = useQueryClient()
  const latest = useRef(() => {})
  useEffect(() => {
    latest.current = () => {
      restart()
      void client.refetchQueries({ queryKey })
    }
  })
  useEffect(() => {
    const onPageShow = ({ persisted }: PageTransitionEvent) => persisted && latest.current()
    window.addEventListener('pageshow', onPageShow)
    return () => window.removeEventListener('pageshow', onPageShow)
  }, [])
}
