import { useQueries, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { formatMoney } from '#contract/money.ts'
import type { Order } from '#contract/schemas/commerce/orders.ts'
import { call, query } from '#web/data/api.ts'
import { useOrderMutation } from '#web/features/orders/use-order-mutation.ts'
import { RadioCards } from '#web/features/orders/radio-cards.tsx'
import { storeOrder } from '#web/features/orders/use-order.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { CancelButton } from '#web/ui/dialog/cancel-button.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'

const REVIEW_CHOICES = [
  { value: 'keep', label: 'Keep my review', hint: 'It is marked “Refunded”.' },
  { value: 'remove', label: 'Remove my review' },
] as const

interface RefundDialogProps {
  order: Order
  onClose: () => void
  onRefunded: () => void
}

export function RefundDialog({ order, onClose, onRefunded }: RefundDialogProps) {
  const { order_id, refundable, currency, items } = order
  const client = useQueryClient()
  const [review, setReview] = useState<'keep' | 'remove'>('keep')
  const hasReview = useHasReview(items)
  const isPath = items.length > 1
  const amount = formatMoney(refundable, currency)
  const { mutate, isPending, error } = useOrderMutation('refundOrder', {
    mutationFn: () => call('refundOrder', { order_id, review }),
    onSuccess: ({ msg }) => {
      storeOrder(client, msg)
      onRefunded()
    },
    // Refunded in another tab meanwhile, for one.
    onError: () => void client.refetchQueries({ queryKey: query('getOrder', { order_id }).queryKey }),
  })

  return (
    <Dialog title={`Refund ${amount}?`} isPending={isPending} onClose={onClose}>
      <p className="mt-3 text-muted">
        {isPath ? 'The courses close' : 'The course closes'} at once, or after our review if you have had three refunds
        in a year.{' '}
        {isPath ? 'One that you have other access to stays open' : 'It stays open if you have other access to it'}. Your
        progress is kept and comes back if you buy {isPath ? 'them' : 'the course'} again.
      </p>
      {hasReview && (
        <div className="mt-5">
          <RadioCards legend="Your review" options={REVIEW_CHOICES} value={review} onChange={setReview} />
        </div>
      )}
      <div aria-live="polite" className="not-empty:mt-5">
        {error && <Banner variant="error" text={error.message} />}
      </div>
      <div className="mt-7 grid gap-3 sm:grid-cols-2">
        <Button variant="danger" aria-disabled={isPending} onClick={() => mutate()}>
          {isPending ? 'Refunding…' : `Refund ${amount}`}
        </Button>
        {/* Has the first focus, so that Enter by mistake refunds nothing. */}
        <CancelButton isPending={isPending} onCancel={onClose} data-first-focus>
          {isPath ? 'Keep the courses' : 'Keep the course'}
        </CancelButton>
      </div>
    </Dialog>
  )
}

/** Whether the student has reviewed any of the courses. */
function useHasReview(items: Order['items']): boolean {
  const answers = useQueries({ queries: items.map(({ course_id }) => query('getReviewSummary', { course_id })) })
  return answers.some(({ data }) => Boolean(data?.msg.own))
}
