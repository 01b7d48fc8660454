import { useWatch } from 'react-hook-form'
import { getDiscountedPrice } from '#web/features/courses/price.ts'
import { usePriceFormat } from '#web/features/courses/use-price-format.ts'
import { AmountField } from './amount-field.tsx'
import type { CourseValues } from '../values/course-values.ts'

export function PriceFields() {
  const { symbol } = usePriceFormat()
  return (
    <section aria-label="Price" className="card space-y-5 p-5 sm:p-6">
      <h2 className="text-xl">Price</h2>
      <div className="grid grid-cols-2 items-start gap-4">
        <AmountField name="price" label={`Price (${symbol})`} noun="Price" />
        <AmountField name="discount" label="Discount (%)" noun="Discount" />
      </div>
      <p
        aria-live="polite"
        className="flex items-baseline justify-between gap-4 border-t border-border pt-4 text-sm text-muted"
      >
        Students pay <AmountDue />
      </p>
    </section>
  )
}

const AMOUNT = /^\d{1,9}(\.\d{1,2})?$/

function AmountDue() {
  const { format } = usePriceFormat()
  const [price, discount] = useWatch<CourseValues, ['price', 'discount']>({ name: ['price', 'discount'] })
  if (!AMOUNT.test(price) || !AMOUNT.test(discount) || Number(discount) > 100) return <span>–</span>
  const due = getDiscountedPrice({ price: Number(price), discount: Number(discount) })
  return (
    <span className="flex items-baseline gap-2">
      {due < Number(price) && (
        <s>
          <span className="sr-only">instead of </span>
          {format(Number(price))}
        </s>
      )}
      <strong className="font-display text-2xl font-semibold text-text">{due === 0 ? 'Free' : format(due)}</strong>
    </span>
  )
}
