import { checkoutPathPath } from '#contract/paths/learning-path-path.ts'
import { formatMoney } from '#contract/money.ts'
import type { PaymentSettings } from '#contract/schemas/commerce/payments.ts'
import type { PathPage } from '#contract/schemas/learning/paths.ts'
import { useUser } from '#web/data/session.ts'
import { AddedTax } from '#web/features/orders/added-tax.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { formatCount } from '#web/ui/format/format-count.ts'

/** What the whole path costs, unless nothing is charged, the student has every course already or the path is a draft. */
export function BundleOffer({
  page: { path, courses, public: isPublic },
  payment,
}: {
  page: PathPage
  payment: PaymentSettings
}) {
  const user = useUser()
  const isOwned = courses.every((course) => course.enrolled)
  if (!isPublic || payment.providers.length === 0 || courses.length === 0 || isOwned || user?.role === 'admin')
    return null
  const format = (amount: number) => formatMoney(amount, payment.currency)
  if (path.price === null)
    return path.courses_price > 0 ? (
      <div className="mt-5 border-t border-border pt-5">
        <p className="text-sm text-muted">Courses are bought one by one, {format(path.courses_price)} in all.</p>
        <AddedTax settings={payment} />
      </div>
    ) : null
  const saved = path.courses_price - path.price
  return (
    <section aria-labelledby="bundle" className="mt-5 border-t border-border pt-5">
      <h2 id="bundle" className="text-lg">
        All {formatCount(path.courses, 'course')} together
      </h2>
      <p className="mt-1 font-display text-3xl font-semibold">
        {format(path.price)}
        {saved > 0 && (
          <s className="ml-3 font-sans text-base font-normal text-muted">
            <span className="sr-only">One by one </span>
            {format(path.courses_price)}
          </s>
        )}
      </p>
      {path.price > 0 && <AddedTax settings={payment} />}
      {courses.some((course) => course.enrolled) && (
        <p className="mt-1 text-sm text-muted">The share of the courses that you have already is taken off.</p>
      )}
      <ButtonLink to={checkoutPathPath(path)} variant="secondary" className="mt-4 w-full">
        Buy all courses
      </ButtonLink>
    </section>
  )
}
