import type { Order } from '#contract/schemas/commerce/orders.ts'

const FIRST_PAUSE_MS = 1_000
const MAX_PAUSE_MS = 15_000

/** True while only the payment service knows whether the order is paid. */
export const isAwaitingPayment = ({ status, processing, provider, problem }: Order) =>
  status === 'pending' && (processing || (provider === 'stripe' && problem === null))

interface OrderQueryState {
  data: { msg: Order } | undefined
  dataUpdateCount: number
  errorUpdateCount: number
}

/** How long to wait before asking for the order again, growing with each time; false when there is nothing to wait for. */
export function getPollPause({ data, dataUpdateCount, errorUpdateCount }: OrderQueryState): number | false {
  if (!data || !isAwaitingPayment(data.msg)) return false
  return Math.min(FIRST_PAUSE_MS * 1.5 ** (dataUpdateCount + errorUpdateCount), MAX_PAUSE_MS)
}
