import { useSuspenseQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense, useState } from 'react'
import { useParams } from 'react-router'
import { parseIdSegment } from '#contract/paths.ts'
import type { Checkout } from '#contract/schemas/commerce/orders.ts'
import { query } from '#web/data/api.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Head } from '#web/ui/head.tsx'
import { CheckoutForm } from './checkout-form.tsx'
import { CheckoutItem } from './checkout-item.tsx'
import { getSubjectPath } from './checkout-subject.ts'
import { OpenOrder } from './open-order.tsx'

export function Component() {
  const { courseId, pathId } = useParams()
  const [statusText, setStatusText] = useState('')
  return (
    <div className="container-site max-w-180 pt-9 pb-20 sm:pt-12">
      <Head title="Checkout" noIndex />
      <h1 className="mb-6 text-4xl sm:text-5xl">Checkout</h1>
      <section tabIndex={-1} aria-label="Checkout" className="outline-none">
        <p role="status" className="text-sm text-muted not-empty:mb-6">
          {statusText}
        </p>
        {/* A coupon that was applied, or is being checked, is that of one price. */}
        <Suspense key={courseId ?? pathId} fallback={<CheckoutSkeleton />}>
          <CheckoutPage onStatus={setStatusText} />
        </Suspense>
      </section>
    </div>
  )
}

function CheckoutPage({ onStatus }: { onStatus: (text: string) => void }) {
  const { courseId, pathId } = useParams()
  const subject = pathId === undefined ? { course_id: parseIdSegment(courseId) } : { path_id: parseIdSegment(pathId) }
  const { msg: checkout } = useSuspenseQuery(query('getCheckout', subject)).data
  const action = checkout.path ? 'Go to path' : 'Go to course'
  if (checkout.owned) {
    const title = checkout.path ? 'You already have these courses' : 'You already have this course'
    return <NothingToPay checkout={checkout} title={title} action={action} />
  }
  const order = checkout.open_order
  if (order) {
    const onCanceled = () => onStatus(`Order ${order.number} was canceled`)
    return <OpenOrder {...{ checkout, order, onCanceled }} />
  }
  const isFreeCourse = checkout.quote.total === 0 && checkout.path === null
  if (checkout.settings.providers.length === 0 || isFreeCourse) {
    return (
      <NothingToPay checkout={checkout} title="There is nothing to pay" action={action}>
        {checkout.path ? 'Enroll on the pages of the courses.' : 'Enroll on the course’s page.'}
      </NothingToPay>
    )
  }
  return <CheckoutForm checkout={checkout} />
}

interface NothingToPayProps {
  checkout: Checkout
  title: string
  action: string
  children?: ReactNode
}

function NothingToPay({ checkout, title, action, children }: NothingToPayProps) {
  return (
    <section aria-label={title} className="card rounded-panel p-6">
      <CheckoutItem checkout={checkout} />
      <h2 className="mt-6 text-2xl">{title}</h2>
      {children && <p className="mt-1 text-muted">{children}</p>}
      <ButtonLink to={getSubjectPath(checkout)} size="lg" className="mt-5 max-sm:w-full">
        {action}
      </ButtonLink>
    </section>
  )
}

function CheckoutSkeleton() {
  return (
    <div aria-hidden="true" className="space-y-5">
      <div className="skeleton h-28 rounded-panel" />
      <div className="skeleton h-80 rounded-panel" />
    </div>
  )
}
