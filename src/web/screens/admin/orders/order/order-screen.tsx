import { useSuspenseQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { useParams } from 'react-router'
import { Link } from '#web/ui/link.tsx'
import { parseIdSegment } from '#contract/paths.ts'
import { query } from '#web/data/api.ts'
import { Head } from '#web/ui/head.tsx'
import { Icon } from '#web/ui/icons/icon.tsx'
import { useOrdersPath } from '../use-orders-path.ts'
import { OrderActions } from './order-actions.tsx'
import { OrderHeader } from './order-header.tsx'
import { OrderItems } from './order-items.tsx'
import { OrderPeople } from './order-people.tsx'
import { OrderTimeline } from './order-timeline.tsx'

export function Component() {
  const orderId = parseIdSegment(useParams().orderId)
  const ordersPath = useOrdersPath()
  return (
    <div className="mx-auto max-w-6xl">
      <Link
        to={ordersPath}
        className="mb-4 -ml-1 inline-flex min-h-9 items-center gap-2 rounded-control px-1 text-sm text-muted hover:text-text"
      >
        <Icon name="arrow-left" size={16} />
        All orders
      </Link>
      <Suspense key={orderId} fallback={<OrderSkeleton />}>
        <OrderPage orderId={orderId} />
      </Suspense>
    </div>
  )
}

function OrderPage({ orderId }: { orderId: number }) {
  const { data } = useSuspenseQuery({ ...query('getOrder', { order_id: orderId }), staleTime: 5_000 })
  const order = data.msg
  return (
    <>
      <Head title={`Order ${order.number}`} noIndex />
      <OrderHeader order={order}>
        <OrderActions order={order} />
      </OrderHeader>
      <div className="mt-5 grid grid-cols-[minmax(0,1fr)] items-start gap-5 xl:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
          <OrderItems order={order} />
          <OrderTimeline orderId={orderId} />
        </div>
        <OrderPeople order={order} />
      </div>
    </>
  )
}

function OrderSkeleton() {
  return (
    <>
      <Head title="Order" noIndex />
      <p role="status" className="sr-only">
        Loading order
      </p>
      <div aria-hidden="true">
        <div className="card rounded-panel p-5 sm:p-6">
          <div className="skeleton h-9 w-64 max-w-full" />
          <div className="skeleton mt-4 h-5 w-40" />
        </div>
        <div className="mt-5 grid gap-5 xl:grid-cols-[minmax(0,1fr)_20rem]">
          <div className="card h-80 p-6">
            <div className="skeleton h-6 w-32" />
          </div>
          <div className="card h-56 p-6">
            <div className="skeleton h-6 w-32" />
          </div>
        </div>
      </div>
    </>
  )
}
