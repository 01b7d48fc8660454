import { useLocation } from 'react-router'
import { Link } from '#web/ui/link.tsx'
import { formatMoney } from '#contract/money.ts'
import { adminOrderPath } from '#contract/paths/record-paths.ts'
import type { Order } from '#contract/schemas/commerce/orders.ts'
import { OrderStatusBadge } from '#web/features/orders/order-status.tsx'
import { formatMediumDate } from '#web/ui/format/format-date.ts'
import type { Column } from '#web/ui/list/table-row.tsx'
import type { OrderPageState } from './use-orders-path.ts'

/** Small screens show the status, the course and the date below the name. */
export const ORDER_TEMPLATE = 'grid-cols-[minmax(0,1fr)_auto] lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_7rem_9rem_7rem]'

export const ORDER_COLUMNS: readonly Column<Order>[] = [
  { key: 'number', title: 'Order', renderCell: (order) => <OrderCell order={order} /> },
  {
    key: 'course',
    title: 'Course',
    className: 'max-lg:hidden',
    renderCell: (order) => <p className="line-clamp-2">{getItemTitles(order)}</p>,
  },
  {
    key: 'date',
    title: 'Date',
    className: 'max-lg:hidden',
    renderCell: ({ created_date }) => <time dateTime={created_date}>{formatMediumDate(created_date)}</time>,
  },
  {
    key: 'status',
    title: 'Status',
    className: 'max-lg:hidden',
    renderCell: (order) => <OrderStatusBadge order={order} />,
  },
  { key: 'total', title: 'Total', isNumeric: true, renderCell: (order) => <Total order={order} /> },
]

const getItemTitles = ({ items }: Order) => items.map(({ title }) => title).join(', ')

function OrderCell({ order }: { order: Order }) {
  const { search } = useLocation()
  return (
    <div className="min-w-0">
      {/* The link covers the whole row. */}
      <Link
        to={adminOrderPath(order)}
        state={{ list: search } satisfies OrderPageState}
        className="font-medium tabular-nums outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent-text"
      >
        {order.number}
      </Link>
      <p className="truncate text-xs text-muted">
        {order.buyer.name}
        <span className="max-lg:hidden"> · {order.buyer.email}</span>
      </p>
      <p className="truncate text-xs text-muted lg:hidden">{getItemTitles(order)}</p>
      <p className="mt-1.5 flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-muted lg:hidden">
        <OrderStatusBadge order={order} />
        <time dateTime={order.created_date}>{formatMediumDate(order.created_date)}</time>
      </p>
    </div>
  )
}

function Total({ order: { total, refunded, currency } }: { order: Order }) {
  return (
    <p className="font-medium">
      {total === 0 ? 'Free' : formatMoney(total, currency)}
      {refunded > 0 && (
        <span className="block text-xs font-normal text-muted">
          −{formatMoney(refunded, currency)}
          <span className="sr-only"> refunded</span>
        </span>
      )}
    </p>
  )
}
