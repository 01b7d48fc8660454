import * as z from 'zod/mini'
import { PAYMENT_PROVIDERS } from '#contract/choices.ts'
import { defineEndpoint } from '#contract/endpoint.ts'

export const getPaymentSettings = defineEndpoint({
  summary: 'Returns how courses are paid for.',
  input: z.object({}),
  output: z.object({
    /** In the order in which they are offered; empty when prices are shown but not charged. */
    providers: z.array(z.enum(PAYMENT_PROVIDERS)),
    /** ISO 4217. */
    currency: z.string(),
    /** In percent. */
    tax_rate: z.number(),
    /** True when prices contain the tax. */
    tax_included: z.boolean(),
  }),
})
export type PaymentSettings = z.infer<typeof getPaymentSettings.output>
