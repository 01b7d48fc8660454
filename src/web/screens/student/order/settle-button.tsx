import { useQueryClient } from '@tanstack/react-query'
import type { Order } from '#contract/schemas/orders.ts'
import { call } from '#web/data/api.ts'
import { useOrderMutation } from '#web/features/orders/use-order-mutation.ts'
import { storeOrder } from '#web/features/orders/use-order.ts'
import { Button } from '#web/ui/button.tsx'

/** Ends the wait of a test payment, which settles by itself after a while. */
export function SettleButton({ order: { order_id } }: { order: Order }) {
  const client = useQueryClient()
  const { mutate, isPending } = useOrderMutation('settleTestOrder', {
    mutationFn: () => call('settleTestOrder', { order_id }),
    onSuccess: ({ msg }) => storeOrder(client, msg),
    // Settled by itself meanwhile, for one.
    onError: () => client.refetchQueries({ queryKey: ['getOrder', { order_id }] }),
  })
  return (
    <Button variant="secondary" className="mt-5" aria-disabled={isPending} onClick={() => mutate()}>
      {isPending ? 'Settling …' : 'Settle the test payment now'}
    </Button>
  )
}
