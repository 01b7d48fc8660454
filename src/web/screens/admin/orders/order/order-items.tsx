import { Link } from '#web/ui/link.tsx'
import { formatMoney } from '#contract/money.ts'
import { editCoursePath } from '#contract/paths/record-paths.ts'
import type { Order } from '#contract/schemas/commerce/orders.ts'
import { OrderDocuments } from '#web/features/orders/order-documents.tsx'
import { OrderPriceLines } from '#web/features/orders/price-lines.tsx'

export function OrderItems({ order }: { order: Order }) {
  return (
    <section aria-labelledby="order-items" className="card min-w-0 p-5 sm:p-6">
      <h2 id="order-items" className="text-xl">
        Items
      </h2>
      {order.path_title !== null && <p className="mt-2 text-muted wrap-anywhere">Path: {order.path_title}</p>}
      <ul className="mt-3 mb-5 divide-y divide-border border-b border-border">
        {order.items.map((item) => (
          <li key={item.course_id} className="flex items-baseline justify-between gap-4 py-3">
            <Link
              to={editCoursePath(item)}
              className="min-w-0 font-medium wrap-anywhere underline-offset-4 hover:text-accent-text hover:underline"
            >
              {item.title}
            </Link>
            <span className="whitespace-nowrap tabular-nums">{formatMoney(item.price, order.currency)}</span>
          </li>
        ))}
      </ul>
      <OrderPriceLines order={order} />
      <div className="mt-4 not-has-[p]:hidden">
        <OrderDocuments order={order} />
      </div>
    </section>
  )
}
