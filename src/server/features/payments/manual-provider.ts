import type { PaymentProvider } from '#server/platform/payments/provider.ts'

/** Bank transfer, cash or a purchase order: an admin marks the order paid, and sends money back by hand. */
export const manualProvider: PaymentProvider = {
  name: 'manual',
  takesMoney: true,
  createCheckout: async ({ number }) => ({ reference: number, url: null }),
  getStatus: async () => ({ state: 'open' }),
  refund: async ({ order, refundId }) => ({ status: 'succeeded', reference: `${order.number}-R${refundId}` }),
  endCheckout: async () => ({ state: 'ended' }),
}
