import type { ReactNode, Ref } from 'react'
import { checkoutPathPath } from '#contract/paths/learning-path-path.ts'
import { paths } from '#contract/paths.ts'
import { checkoutPath } from '#contract/paths/record-paths.ts'
import type { Order } from '#contract/schemas/commerce/orders.ts'
import { getPaymentUrl } from '#web/features/orders/use-order.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { AnyIcon, type AnyIconName } from '#web/ui/icons/any-icon.tsx'
import { CancelOrderButton } from './cancel-order-button.tsx'
import { describeOutcome, type Outcome } from './describe-outcome.ts'
import { HowToPay } from './how-to-pay.tsx'
import { OpenCourse } from './open-course.tsx'
import { SettleButton } from './settle-button.tsx'

const TONES: Record<Outcome['tone'], { icon: AnyIconName; className: string }> = {
  good: { icon: 'check', className: 'border-success/60 text-success' },
  waiting: { icon: 'clock', className: 'border-accent-text/60 text-accent-text' },
  bad: { icon: 'alert', className: 'border-danger/60 text-danger' },
  ended: { icon: 'refresh', className: 'border-border-strong text-muted' },
}

/** How the order stands and what comes next. */
export function OrderOutcome({ order, ref }: { order: Order; ref: Ref<HTMLElement> }) {
  const { tone, title, text } = describeOutcome(order)
  const { icon, className } = TONES[tone]
  return (
    <section
      ref={ref}
      tabIndex={-1}
      aria-label="Status"
      className={`card flex gap-4 rounded-panel p-5 sm:p-7 ${className}`}
    >
      <AnyIcon name={icon} size={28} className="mt-0.5" />
      <div className="min-w-0 flex-1 text-text">
        <div role="status">
          <h2 className="text-2xl">{title}</h2>
          <p className="mt-1 text-muted">{text}</p>
        </div>
        <NextStep order={order} />
      </div>
    </section>
  )
}

function NextStep({ order }: { order: Order }) {
  const { status, processing, provider } = order
  const hasEnded = status === 'refunded' || status === 'cancelled' || status === 'expired'
  // By another order or an admin. While a path has courses to buy, the buyer wants those.
  if (hasEnded && !order.can_buy_again) return order.access_open && <OpenOtherwise order={order} />
  if (status === 'paid' || status === 'partially_refunded') return order.access_open && <OpenCourse order={order} />
  if (processing) return provider === 'test' ? <SettleButton order={order} /> : null
  if (status === 'pending' && provider === 'manual') return <HowToPay order={order} />
  if (status === 'pending') {
    return (
      <Actions>
        {/* Without a checkout, because the payment service did not answer, the checkout page asks for one. */}
        <ButtonLink to={order.checkout_url === null ? getCheckoutPath(order) : getPaymentUrl(order).to}>
          {order.problem === null ? 'Continue to payment' : 'Try again'}
        </ButtonLink>
        <CancelOrderButton order={order} />
      </Actions>
    )
  }
  return (
    hasEnded && (
      <Actions>
        <ButtonLink to={getCheckoutPath(order)} variant="secondary">
          {status === 'refunded' ? 'Buy again' : 'Back to checkout'}
        </ButtonLink>
      </Actions>
    )
  )
}

/** The path may have been deleted since. */
const OpenOtherwise = ({ order }: { order: Order }) =>
  order.path_id === null ? (
    <OpenCourse order={order} />
  ) : (
    <Actions>
      <ButtonLink to={paths.myCourses}>Go to My Courses</ButtonLink>
    </Actions>
  )

const getCheckoutPath = ({ path_id, items }: Order) =>
  path_id === null ? checkoutPath({ course_id: items[0]?.course_id ?? 0 }) : checkoutPathPath({ path_id })

const Actions = ({ children }: { children: ReactNode }) => <div className="mt-5 flex flex-wrap gap-3">{children}</div>
