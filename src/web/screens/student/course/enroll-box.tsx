import type { Course } from '#contract/schemas/courses.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Icon, type IconName } from '#web/ui/icon.tsx'
import { formatDollars, getDiscountedPrice } from '#web/features/courses/price.ts'
import { useEnroll } from './use-course.ts'

const INCLUDED: [IconName, string][] = [
  ['shield', '30 Days Money Guarantee'],
  ['lock', 'Secure Payment Gateway'],
  ['clock', 'Lifetime access, at your own pace'],
  ['certificate', 'Certificate at the end'],
]

export function EnrollBox({ course }: { course: Course }) {
  const { mutate, isPending, error, reset } = useEnroll(course.course_id)
  const discountedPrice = getDiscountedPrice(course)
  return (
    <section aria-label="Enroll" className="card rounded-panel p-6">
      <p className="font-display text-4xl font-semibold">
        {discountedPrice === 0 ? 'Free' : `$${formatDollars(discountedPrice)}`}
        {discountedPrice < course.price && (
          <s className="ml-3 font-sans text-lg font-normal text-muted">
            <span className="sr-only">instead of </span>${formatDollars(course.price)}
          </s>
        )}
      </p>
      <ul className="mt-4 mb-5 space-y-2.5">
        {INCLUDED.map(([icon, text]) => (
          <li key={text} className="flex items-center gap-2.5 text-sm text-muted">
            <Icon name={icon} size={18} className="text-success" />
            {text}
          </li>
        ))}
      </ul>
      {error && (
        <div className="mb-4">
          <Banner variant="error" text={error.message} onDismiss={reset} />
        </div>
      )}
      <Button size="lg" aria-disabled={isPending} onClick={() => !isPending && mutate()} className="w-full">
        {isPending ? 'Enrolling …' : `Enroll Today – ${formatDollars(discountedPrice)} $`}
      </Button>
    </section>
  )
}
