import { useQueryClient } from '@tanstack/react-query'
import type { CallInput, CallResponse } from '#contract/contract.ts'
import type { Order } from '#contract/schemas/commerce/orders.ts'
import { call, query } from '#web/data/api.ts'
import { useCallMutation } from '#web/data/use-call-mutation.ts'
import { useShowToast } from '#web/ui/toasts.tsx'

type OrderWrite = 'markOrderPaid' | 'markRefundSent' | 'refundOrder' | 'cancelOrder'

interface OrderMutation {
  /** The toast after a success. */
  getText: (order: Order) => string
  onDone: () => void
}

/** Changes the order and shows it as the server answers. A refusal stays in the dialog. */
export function useChangeOrder<Name extends OrderWrite>(
  name: Name,
  { order_id }: Order,
  { getText, onDone }: OrderMutation,
) {
  const client = useQueryClient()
  const showToast = useShowToast()
  const { queryKey } = query('getOrder', { order_id })
  return useCallMutation(name, {
    mutationFn: (input: Omit<CallInput<Name>, 'order_id'>): Promise<CallResponse<Name>> =>
      call(name, { ...input, order_id } as CallInput<Name>),
    onSuccess: ({ msg }) => {
      client.setQueryData(queryKey, { msg: msg as Order })
      onDone()
      showToast({ variant: 'success', text: getText(msg as Order) })
    },
    // Another admin may have changed the order meanwhile. The mutation would wait for a promise that is returned.
    onError: () => void client.invalidateQueries({ queryKey }),
  })
}

export function useResendReceipt({ order_id }: Order) {
  const showToast = useShowToast()
  return useCallMutation('resendReceipt', {
    mutationFn: () => call('resendReceipt', { order_id }),
    onSuccess: ({ msg }) => showToast({ variant: 'success', text: msg }),
    onError: ({ message }) => showToast({ variant: 'error', text: `Couldn’t resend the receipt. ${message}` }),
  })
}
