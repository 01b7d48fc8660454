import type { Course } from '#contract/schemas/courses.ts'
import { useSuspenseQuery } from '@tanstack/react-query'
import { query } from '#web/data/api.ts'
import { getDiscountedPrice } from './price.ts'

interface CoursePriceProps {
  course: Pick<Course, 'price' | 'discount'>
  className: string
  originalClassName: string
}

/** What the student pays, with the original price struck through where there is a discount. */
export function CoursePrice({ course, className, originalClassName }: CoursePriceProps) {
  const { currency } = useSuspenseQuery(query('getPaymentSettings', {})).data.msg
  const format = (amount: number) => formatPrice(amount, currency)
  const discountedPrice = getDiscountedPrice(course)
  return (
    <p className={`font-display font-semibold ${className}`}>
      {discountedPrice === 0 ? 'Free' : format(discountedPrice)}
      {discountedPrice < course.price && (
        <s className={`font-sans font-normal text-muted ${originalClassName}`}>
          <span className="sr-only">Original price </span>
          {format(course.price)}
        </s>
      )}
    </p>
  )
}

/** Whole amounts without decimals, unlike on a receipt. */
const formatPrice = (amount: number, currency: string) =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency, trailingZeroDisplay: 'stripIfInteger' }).format(amount)
