import { useQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { checkoutPath } from '#contract/paths/record-paths.ts'
import type { Course } from '#contract/schemas/courses.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { IncludedList } from '#web/features/courses/included-list.tsx'
import { formatDollars, getDiscountedPrice } from '#web/features/courses/price.ts'
import { CoursePrice } from '#web/features/courses/course-price.tsx'
import { usePriceFormat } from '#web/features/courses/use-price-format.ts'
import { AddedTax } from '#web/features/orders/added-tax.tsx'
import { query } from '#web/data/api.ts'
import { useEnroll } from './use-course.ts'

export function EnrollBox({ course, onEnrolled }: { course: Course; onEnrolled: () => void }) {
  const navigate = useNavigate()
  const goToCheckout = () => void navigate(checkoutPath(course))
  const { mutate, isPending, error, reset } = useEnroll(course.course_id, {
    onEnrolled,
    onPaymentRequired: goToCheckout,
  })
  const { format, symbol } = usePriceFormat()
  const settings = useQuery(query('getPaymentSettings', {})).data?.msg
  const price = getDiscountedPrice(course)
  // While the settings are unknown, the server decides: it answers `payment_required`.
  const isCharged = price > 0 && settings !== undefined && settings.providers.length > 0
  const enroll = isCharged ? goToCheckout : () => !isPending && mutate()
  return (
    <section aria-label="Enroll" className="card rounded-panel p-6">
      <CoursePrice course={course} className="text-4xl" originalClassName="ml-3 text-lg" />
      {isCharged && <AddedTax settings={settings} />}
      <IncludedList />
      {error && (
        <div className="mb-4">
          <Banner variant="error" text={error.message} onDismiss={reset} />
        </div>
      )}
      <Button size="lg" aria-disabled={isPending} onClick={enroll} className="w-full">
        {isPending ? 'Enrolling…' : `Enroll Today – ${symbol === '$' ? `${formatDollars(price)} $` : format(price)}`}
      </Button>
    </section>
  )
}
