import { formatMoney } from '#contract/money.ts'
import type { Revenue } from '#contract/schemas/operations/analytics.ts'
import { formatCount } from '#web/ui/format/format-count.ts'

/** @param revenue undefined while it is loading */
export function RevenueTotals({ revenue }: { revenue: Revenue | undefined }) {
  const totals = revenue && getTotals(revenue)
  const facts = [
    ['Paid orders', totals?.orders],
    ['Average order', totals?.average],
    ['After refunds', totals?.net],
  ] as const
  return (
    <dl className="mt-3 flex flex-wrap gap-x-8 gap-y-2">
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt className="text-xs text-muted">{label}</dt>
          <dd className="h-7 font-display text-xl leading-7 font-semibold tabular-nums">
            {value ?? <span aria-hidden="true" className="skeleton block h-6 w-20" />}
          </dd>
        </div>
      ))}
    </dl>
  )
}

function getTotals({ currency, days }: Revenue) {
  const sum = (key: 'revenue' | 'refunds' | 'orders') => days.reduce((total, day) => total + day[key], 0)
  const [revenue, refunds, orders] = [sum('revenue'), sum('refunds'), sum('orders')]
  return {
    orders: formatCount(orders),
    average: orders === 0 ? '–' : formatMoney(revenue / orders, currency),
    net: formatMoney(revenue - refunds, currency),
  }
}
