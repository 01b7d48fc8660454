import { useState } from 'react'
import type { Order } from '#contract/schemas/commerce/orders.ts'
import { REFUND_RULE } from '#web/features/orders/refund-rule.ts'
import { Button } from '#web/ui/button.tsx'
import { formatCount } from '#web/ui/format/format-count.ts'
import { useHydrated } from '#web/ui/hooks/use-hydrated.ts'
import { useLocalDate } from '#web/ui/hooks/use-local-date.ts'
import { RefundDialog } from './refund-dialog.tsx'

const DAY_MS = 86_400_000

/** The student's own refund, within its time. */
export function RefundBox({ order, onRefunded }: { order: Order; onRefunded: () => void }) {
  const [isAsking, setAsking] = useState(false)
  const formatDay = useLocalDate('long')
  const until = order.refundable_until
  if (!(order.refundable > 0) || order.refund_requested_date !== null) return null
  return (
    <section aria-label="Refund" className="card mt-6 rounded-panel p-5 sm:p-7">
      <h2 className="text-xl">Refund</h2>
      {until === null ? (
        <p className="mt-1 text-sm text-muted">The time for a refund is over. Questions? Ask us in Chat.</p>
      ) : (
        <div className="mt-1 grid items-center justify-between gap-4 sm:grid-cols-[minmax(0,1fr)_auto]">
          <p className="max-w-[48ch] text-sm text-muted">
            <span className="block text-text">
              Until {formatDay(until)}
              <DaysLeft until={until} />
            </span>
            {REFUND_RULE}
          </p>
          <Button variant="secondary" onClick={() => setAsking(true)}>
            Refund
          </Button>
        </div>
      )}
      {isAsking && (
        <RefundDialog
          order={order}
          onClose={() => setAsking(false)}
          onRefunded={() => {
            setAsking(false)
            onRefunded()
          }}
        />
      )}
    </section>
  )
}

/** By the browser's clock, so not on the server. */
function DaysLeft({ until }: { until: string }) {
  const [now] = useState(Date.now)
  const isHydrated = useHydrated()
  const days = Math.ceil((Date.parse(until) - now) / DAY_MS)
  return isHydrated && days > 0 && `, ${formatCount(days, 'day')} left`
}
