import type { Order } from '#contract/schemas/commerce/orders.ts'
import { useCancelOrder } from '#web/features/orders/use-order.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { useFocusOnUnmount } from '#web/ui/hooks/use-focus-on-unmount.ts'

export function CancelOrderButton({ order }: { order: Order }) {
  const { mutate, isPending, error, reset } = useCancelOrder(order)
  const outcome = useFocusOnUnmount<HTMLDivElement>()
  return (
    <>
      <Button variant="secondary" aria-disabled={isPending} onClick={() => mutate()}>
        {isPending ? 'Canceling…' : 'Cancel order'}
      </Button>
      <div ref={outcome} aria-live="polite" className="w-full empty:hidden">
        {error && <Banner variant="error" text={error.message} onDismiss={reset} />}
      </div>
    </>
  )
}
