import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { Link } from '#web/ui/link.tsx'
import { formatMoney } from '#contract/money.ts'
import { paths } from '#contract/paths.ts'
import { orderPath } from '#contract/paths/record-paths.ts'
import type { Order } from '#contract/schemas/commerce/orders.ts'
import { pages } from '#web/data/api.ts'
import { OrderDocuments } from '#web/features/orders/order-documents.tsx'
import { OrderStatusBadge } from '#web/features/orders/order-status.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { formatDate } from '#web/ui/format/format-date.ts'
import { Head } from '#web/ui/head.tsx'
import { CardListFooter } from '#web/ui/list/card-list-footer.tsx'
import { useInfiniteRows } from '#web/ui/list/use-infinite-rows.ts'

export function Component() {
  return (
    <div className="container-site max-w-220 pt-9 pb-20 sm:pt-12">
      <Head title="My purchases" noIndex />
      <h1 className="text-4xl sm:text-5xl">My purchases</h1>
      <p className="mt-2 mb-8 text-lg text-muted">Your orders, receipts and refunds.</p>
      <Suspense fallback={<LoadingSkeleton />}>
        <Orders />
      </Suspense>
    </div>
  )
}

function Orders() {
  const list = useSuspenseInfiniteQuery(pages('getMyOrders', {}))
  const { rows: orders, lastRowRef } = useInfiniteRows(list, ({ order_id }) => order_id)
  if (orders.length === 0) {
    return (
      <EmptyState title="No purchases yet">
        <p>Your orders and receipts are listed here.</p>
        <ButtonLink to={paths.allCourses}>All courses</ButtonLink>
      </EmptyState>
    )
  }
  return (
    <>
      <ul className="space-y-4">
        {orders.map((order, index) => (
          <li key={order.order_id} ref={index === orders.length - 1 ? lastRowRef : undefined}>
            <OrderRow order={order} />
          </li>
        ))}
        {list.isFetchingNextPage && (
          <li aria-hidden="true">
            <div className="skeleton h-32" />
          </li>
        )}
      </ul>
      <CardListFooter list={list} />
    </>
  )
}

function OrderRow({ order }: { order: Order }) {
  return (
    <article className="card relative grid gap-x-6 gap-y-1 p-5 transition duration-150 focus-within:border-border-strong hover:border-border-strong sm:grid-cols-[minmax(0,1fr)_auto]">
      <div className="min-w-0">
        <h2 className="text-xl wrap-anywhere">
          <Link
            to={orderPath(order)}
            className="after:absolute after:inset-0 after:rounded-card focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent-text"
          >
            {order.path_title ?? order.items.map(({ title }) => title).join(', ')}
          </Link>
        </h2>
        <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
          <OrderStatusBadge order={order} />
          <time dateTime={order.created_date}>{formatDate(order.created_date)}</time>
          <span>Order {order.number}</span>
        </p>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-6 sm:flex-col sm:items-end sm:justify-start">
        <p className="font-display text-xl font-semibold tabular-nums">{formatMoney(order.total, order.currency)}</p>
        <div className="relative">
          <OrderDocuments order={order} />
        </div>
      </div>
    </article>
  )
}

function LoadingSkeleton() {
  return (
    <div aria-hidden="true" className="space-y-4">
      {[1, 2, 3].map((place) => (
        <div key={place} className="skeleton h-32" />
      ))}
    </div>
  )
}
