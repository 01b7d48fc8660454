import type { ReactNode } from 'react'
import type { PaymentProviderName } from '#contract/choices.ts'
import { userPath } from '#contract/paths/record-paths.ts'
import type { Order } from '#contract/schemas/commerce/orders.ts'
import { formatMediumDate } from '#web/ui/format/format-date.ts'
import { useLocalDate } from '#web/ui/hooks/use-local-date.ts'
import { TextLink } from '#web/ui/text-link.tsx'

const PROVIDER_NAMES: Record<PaymentProviderName, string> = {
  test: 'Test mode',
  manual: 'Bank transfer or cash',
  stripe: 'Stripe',
}

/** Who bought, and how it was paid. */
export function OrderPeople({ order }: { order: Order }) {
  const { student_id, name, email } = order.buyer
  const formatDay = useLocalDate('medium')
  return (
    <div className="grid min-w-0 gap-5 sm:max-xl:grid-cols-2">
      <Facts title="Student">
        <Fact label="Name">
          {student_id === null ? (
            <>
              {name} <span className="text-muted">(account deleted)</span>
            </>
          ) : (
            <TextLink to={userPath({ student_id })}>{name}</TextLink>
          )}
        </Fact>
        <Fact label="Email">{email}</Fact>
      </Facts>
      <Facts title="Payment">
        <Fact label="Method">{order.provider === null ? 'Nothing to pay' : PROVIDER_NAMES[order.provider]}</Fact>
        <DateFact label="Paid" date={order.paid_date} />
        <DateFact label="Refunded" date={order.refunded_date} />
        <DateFact label="Refund sent" date={order.refund_sent_date} />
        <DateFact label="Refund possible until" date={order.refundable_until} format={formatDay} />
        {order.status === 'pending' && <DateFact label="Ends by itself" date={order.expires_date} format={formatDay} />}
      </Facts>
    </div>
  )
}

function Facts({ title, children }: { title: string; children: ReactNode }) {
  const id = `order-${title.toLowerCase()}`
  return (
    <section aria-labelledby={id} className="card min-w-0 p-5 sm:p-6">
      <h2 id={id} className="text-xl">
        {title}
      </h2>
      <dl className="mt-3 space-y-3">{children}</dl>
    </section>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-xs text-muted">{label}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </div>
  )
}

interface DateFactProps {
  label: string
  date: string | null
  format?: (date: string) => string
}

function DateFact({ label, date, format = formatMediumDate }: DateFactProps) {
  if (date === null) return null
  return (
    <Fact label={label}>
      <time dateTime={date}>{format(date)}</time>
    </Fact>
  )
}
