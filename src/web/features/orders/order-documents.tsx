import { creditNotePath, receiptPath } from '#contract/paths/record-paths.ts'
import type { Order } from '#contract/schemas/commerce/orders.ts'
import { AnyIcon } from '#web/ui/icons/any-icon.tsx'

/** Links to the PDFs of an order; nothing before it is paid. */
export function OrderDocuments({ order }: { order: Order }) {
  if (order.paid_date === null) return null
  return (
    <p className="flex flex-wrap gap-x-5 gap-y-1 text-sm">
      <DocumentLink href={receiptPath(order)} name="Receipt" number={order.number} />
      {order.refunded > 0 && <DocumentLink href={creditNotePath(order)} name="Credit note" number={order.number} />}
    </p>
  )
}

function DocumentLink({ href, name, number }: { href: string; name: string; number: string }) {
  return (
    <a
      href={href}
      download
      className="inline-flex min-h-9 items-center gap-1.5 font-semibold text-accent-text underline-offset-4 hover:underline"
    >
      <AnyIcon name="download" size={16} />
      {name} <span className="sr-only">of order {number}, PDF</span>
    </a>
  )
}
