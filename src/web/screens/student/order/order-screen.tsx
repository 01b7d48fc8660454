import { useSuspenseQuery } from '@tanstack/react-query'
import { Suspense, useEffect, useRef, useState } from 'react'
import { useParams } from 'react-router'
import { Link } from '#web/ui/link.tsx'
import { coursePath, parseIdSegment, paths } from '#contract/paths.ts'
import type { Order } from '#contract/schemas/commerce/orders.ts'
import { OrderDocuments } from '#web/features/orders/order-documents.tsx'
import { OrderStatusBadge } from '#web/features/orders/order-status.tsx'
import { OrderPriceLines } from '#web/features/orders/price-lines.tsx'
import { TestModeBanner } from '#web/features/orders/test-mode-banner.tsx'
import { getOrderQuery } from '#web/features/orders/use-order.ts'
import { formatDate } from '#web/ui/format/format-date.ts'
import { Head } from '#web/ui/head.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { getPollPause } from './get-poll-pause.ts'
import { OrderOutcome } from './order-outcome.tsx'
import { RefundBox } from './refund-box.tsx'

export function Component() {
  const orderId = parseIdSegment(useParams().orderId)
  return (
    <div className="container-site max-w-180 pt-6 pb-20 sm:pt-8">
      <nav aria-label="Breadcrumb" className="mb-4 text-sm text-muted">
        <Link to={paths.purchases} className="inline-block py-1 hover:text-text">
          My purchases
        </Link>
      </nav>
      <Suspense key={orderId} fallback={<OrderSkeleton />}>
        <OrderPage orderId={orderId} />
      </Suspense>
    </div>
  )
}

function OrderPage({ orderId }: { orderId: number }) {
  const { msg: order } = useSuspenseQuery({
    ...getOrderQuery(orderId),
    refetchInterval: ({ state }) => getPollPause(state),
  }).data
  const outcome = useRef<HTMLElement>(null)
  const [isJustRefunded, setJustRefunded] = useState(false)
  useEffect(() => {
    // The refund button, which had the focus, is gone.
    if (isJustRefunded) outcome.current?.focus()
  }, [isJustRefunded])

  return (
    <>
      <Head title={`Order ${order.number}`} noIndex />
      <div className="mb-6 flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 className="text-3xl sm:text-4xl">Order {order.number}</h1>
        <OrderStatusBadge order={order} />
      </div>
      {order.provider === 'test' && <TestModeBanner />}
      <OrderOutcome order={order} ref={outcome} />
      <OrderDetails order={order} />
      <RefundBox order={order} onRefunded={() => setJustRefunded(true)} />
    </>
  )
}

function OrderDetails({ order }: { order: Order }) {
  return (
    <section aria-label="Details" className="card mt-6 rounded-panel p-5 sm:p-7">
      {order.path_title !== null && (
        <p className="mb-2 font-display text-xl font-semibold wrap-anywhere">{order.path_title}</p>
      )}
      <ul className="mb-5 space-y-1">
        {order.items.map((item) => (
          <li key={item.course_id} className="wrap-anywhere">
            <TextLink to={coursePath(item)}>{item.title}</TextLink>
          </li>
        ))}
      </ul>
      <OrderPriceLines order={order} />
      <div className="mt-5 flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-t border-border pt-4">
        <p className="text-sm text-muted">
          Ordered on {formatDate(order.created_date)}
          {order.paid_date !== null && `, paid on ${formatDate(order.paid_date)}`}
        </p>
        <OrderDocuments order={order} />
      </div>
    </section>
  )
}

function OrderSkeleton() {
  return (
    <div aria-hidden="true" className="space-y-6">
      <div className="skeleton h-10 w-80 max-w-full" />
      <div className="skeleton h-36 rounded-panel" />
      <div className="skeleton h-64 rounded-panel" />
    </div>
  )
}
