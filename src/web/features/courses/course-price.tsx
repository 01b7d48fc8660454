import type { Course } from '#contract/schemas/courses.ts'
import { formatDollars, getDiscountedPrice } from './price.ts'

interface CoursePriceProps {
  course: Course
  className: string
  originalClassName: string
}

/** What the student pays, with the original price struck through where there is a discount. */
export function CoursePrice({ course, className, originalClassName }: CoursePriceProps) {
  const discountedPrice = getDiscountedPrice(course)
  return (
    <p className={`font-display font-semibold ${className}`}>
      {discountedPrice === 0 ? 'Free' : `$${formatDollars(discountedPrice)}`}
      {discountedPrice < course.price && (
        <s className={`font-sans font-normal text-muted ${originalClassName}`}>
          <span className="sr-only">Original price </span>${formatDollars(course.price)}
        </s>
      )}
    </p>
  )
}
