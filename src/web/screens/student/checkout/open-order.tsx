import { orderPath } from '#contract/paths/record-paths.ts'
import type { Checkout, Order } from '#contract/schemas/commerce/orders.ts'
import { OrderPriceLines } from '#web/features/orders/price-lines.tsx'
import { REFUND_RULE } from '#web/features/orders/refund-rule.ts'
import { TestModeBanner } from '#web/features/orders/test-mode-banner.tsx'
import { getPaymentUrl, useCancelOrder } from '#web/features/orders/use-order.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { formatDate } from '#web/ui/format/format-date.ts'
import { useFocusOnUnmount } from '#web/ui/hooks/use-focus-on-unmount.ts'
import { CheckoutItem } from './checkout-item.tsx'

interface OpenOrderProps {
  checkout: Checkout
  order: Order
  onCanceled: () => void
}

/** In place of a new order, so that nobody pays twice. */
export function OpenOrder({ checkout, order, onCanceled }: OpenOrderProps) {
  const cancel = useCancelOrder(order, onCanceled)
  const section = useFocusOnUnmount<HTMLElement>()
  return (
    <>
      {order.provider === 'test' && <TestModeBanner />}
      <section ref={section} aria-label="Your open order" className="card rounded-panel p-5 sm:p-7">
        <CheckoutItem checkout={checkout} />
        <p className="my-6 border-y border-border py-4 text-sm text-muted">
          You started order {order.number} on {formatDate(order.created_date)}.{' '}
          {order.processing ? 'Your payment is on its way.' : 'It is still open.'}
        </p>
        <OrderPriceLines order={order} />
        <div aria-live="polite" className="not-empty:mt-6">
          {cancel.error && <Banner variant="error" text={cancel.error.message} onDismiss={cancel.reset} />}
        </div>
        {order.processing ? (
          <ButtonLink to={orderPath(order)} size="lg" className="mt-6 w-full">
            View order
          </ButtonLink>
        ) : (
          <div className="mt-6 grid gap-3 sm:grid-cols-[1fr_auto]">
            <ButtonLink to={getPaymentUrl(order).to} size="lg">
              {order.provider === 'manual' ? 'See how to pay' : 'Continue to payment'}
            </ButtonLink>
            <Button variant="secondary" size="lg" aria-disabled={cancel.isPending} onClick={() => cancel.mutate()}>
              {cancel.isPending ? 'Canceling…' : 'Cancel order'}
            </Button>
          </div>
        )}
        <p className="mt-4 text-sm text-muted">
          To use a coupon or another payment method, cancel this order first. {REFUND_RULE}
        </p>
      </section>
    </>
  )
}
