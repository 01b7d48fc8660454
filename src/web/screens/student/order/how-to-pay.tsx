import { formatMoney } from '#contract/money.ts'
import type { Order } from '#contract/schemas/commerce/orders.ts'
import { CancelOrderButton } from './cancel-order-button.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { useLocalDate } from '#web/ui/hooks/use-local-date.ts'

/** The details of a bank transfer or another payment outside this site. */
export function HowToPay({ order }: { order: Order }) {
  const formatDay = useLocalDate('long')
  return (
    <div className="mt-5 space-y-5">
      <dl className="divide-y divide-border rounded-control border border-border text-sm">
        <Detail label="Amount" value={formatMoney(order.total, order.currency)} />
        <Detail label="Reference" value={order.number} />
      </dl>
      {order.instructions && <p className="text-sm whitespace-pre-line wrap-anywhere">{order.instructions}</p>}
      {order.expires_date && (
        <p className="text-sm text-muted">Without a payment this order ends on {formatDay(order.expires_date)}.</p>
      )}
      <CancelOrderButton order={order} />
    </div>
  )
}

function Detail({ label, value }: { label: string; value: string }) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 px-3.5 py-1.5">
      <dt className="w-full text-muted sm:w-24">{label}</dt>
      <dd className="flex flex-1 items-center justify-between gap-3 font-semibold whitespace-nowrap tabular-nums">
        {value}
        <CopyButton label={label.toLowerCase()} text={value} />
      </dd>
    </div>
  )
}
