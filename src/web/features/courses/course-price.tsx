import type { Course } from '#contract/schemas/courses.ts'
import { getDiscountedPrice } from './price.ts'
import { usePriceFormat } from './use-price-format.ts'

interface CoursePriceProps {
  course: Pick<Course, 'price' | 'discount'>
  className: string
  originalClassName: string
}

/** What the student pays, with the original price struck through where there is a discount. */
export function CoursePrice({ course, className, originalClassName }: CoursePriceProps) {
  const { format } = usePriceFormat()
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
