import { useQueryClient } from '@tanstack/react-query'
import type { Order } from '#contract/schemas/commerce/orders.ts'
import { call } from '#web/data/api.ts'
import { useOrderMutation } from '#web/features/orders/use-order-mutation.ts'
import { storeOrder } from '#web/features/orders/use-order.ts'
import { Button } from '#web/ui/button.tsx'
import { useFocusOnUnmount } from '#web/ui/hooks/use-focus-on-unmount.ts'

/** Ends the wait of a test payment, which settles by itself after a while. */
export function SettleButton({ order: { order_id } }: { order: Order }) {
  const client = useQueryClient()
  const control = useFocusOnUnmount<HTMLDivElement>()
  const { mutate, isPending } = useOrderMutation('settleTestOrder', {
    mutationFn: () => call('settleTestOrder', { order_id }),
    onSuccess: ({ msg }) => storeOrder(client, msg),
    // Settled by itself meanwhile, for one.
    onError: () => void client.refetchQueries({ queryKey: ['getOrder', { order_id }] }),
  })
  return (
    <div ref={control} className="mt-5">
      <Button variant="secondary" aria-disabled={isPending} onClick={() => mutate()}>
        {isPending ? 'Settling…' : 'Settle the test payment now'}
      </Button>
    </div>
  )
}
