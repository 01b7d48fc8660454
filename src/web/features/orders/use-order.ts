import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { orderPath } from '#contract/paths/record-paths.ts'
import type { Order } from '#contract/schemas/commerce/orders.ts'
import { call, query } from '#web/data/api.ts'
import { useOrderMutation } from './use-order-mutation.ts'

export const getOrderQuery = (orderId: number) => query('getOrder', { order_id: orderId })

/** Shows an answer that a call has just given, without asking for it again. */
export function storeOrder(client: QueryClient, order: Order): void {
  client.setQueryData(getOrderQuery(order.order_id).queryKey, { msg: order })
}

export function useCancelOrder({ order_id }: Order, onCanceled?: () => void) {
  const client = useQueryClient()
  return useOrderMutation('cancelOrder', {
    mutationFn: () => call('cancelOrder', { order_id }),
    onSuccess: ({ msg }) => {
      storeOrder(client, msg)
      onCanceled?.()
    },
  })
}

/** Where an open order is paid: a page of this site, or the payment service's. */
export function getPaymentUrl(order: Order): { to: string; isExternal: boolean } {
  const url = order.checkout_url
  if (url === null) return { to: orderPath(order), isExternal: false }
  return { to: url, isExternal: !url.startsWith('/') }
}

export function useGoToPayment(): (order: Order) => void {
  const navigate = useNavigate()
  return (order) => {
    const { to, isExternal } = getPaymentUrl(order)
    if (isExternal) window.location.assign(to)
    else void navigate(to)
  }
}
