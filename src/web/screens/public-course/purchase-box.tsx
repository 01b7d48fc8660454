import type { RefObject } from 'react'
import { coursePath } from '#contract/paths.ts'
import type { PaymentSettings } from '#contract/schemas/commerce/payments.ts'
import type { PublicCourse } from '#contract/schemas/public-course.ts'
import { CoursePrice } from '#web/features/courses/course-price.tsx'
import { IncludedList } from '#web/features/courses/included-list.tsx'
import { getDiscountedPrice } from '#web/features/courses/price.ts'
import { AddedTax } from '#web/features/orders/added-tax.tsx'
import { REFUND_RULE } from '#web/features/orders/refund-rule.ts'
import { ButtonLink } from '#web/ui/button.tsx'

interface PurchaseBoxProps {
  course: PublicCourse
  payment: PaymentSettings
  button: RefObject<HTMLAnchorElement | null>
}

export function PurchaseBox({ course, payment, button }: PurchaseBoxProps) {
  const isCharged = payment.providers.length > 0 && getDiscountedPrice(course) > 0
  return (
    <div className="card rounded-panel p-6">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3 gap-y-1">
        <CoursePrice course={course} className="text-4xl" originalClassName="ml-3 text-lg" />
        {course.discount > 0 && course.price > 0 && (
          <p className="rounded-full bg-[var(--accent-wash)] px-3 py-0.5 text-sm font-semibold text-accent-text">
            {course.discount}% off
          </p>
        )}
      </div>
      {isCharged && <AddedTax settings={payment} />}
      <IncludedList />
      <ButtonLink ref={button} to={coursePath(course)} size="lg" className="w-full">
        Join Now
      </ButtonLink>
      {isCharged && <p className="mt-4 text-sm text-muted">{REFUND_RULE}</p>}
    </div>
  )
}
