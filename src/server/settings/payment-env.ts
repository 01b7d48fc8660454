import * as z from 'zod/mini'
import { PAYMENT_PROVIDERS, type PaymentProviderName } from '#contract/choices.ts'
import { hasProtocol, onOff, text } from './setting-types.ts'

const PROVIDER_NAMES: readonly string[] = PAYMENT_PROVIDERS

const toLines = (value: string) => value.split('|').map((line) => line.trim())
const toNames = (value: string) => (value === 'off' ? [] : value.split(',').map((name) => name.trim()))

/** Promises an email that the seller has to write. */
export const DEFAULT_INSTRUCTIONS = 'We will send you an email on how to pay. Name the order number with your payment.'

/** The settings of the shop; part of every setting in env.ts. */
export const paymentSettings = {
  PAYMENTS: z.optional(
    z.pipe(
      text('PAYMENTS must be off, test, manual, stripe, or manual and stripe separated by a comma', isProviderList),
      z.transform((value) => toNames(value) as PaymentProviderName[]),
    ),
  ),
  CURRENCY: z._default(text('CURRENCY must be a currency with cents, such as USD or EUR', isCurrencyWithCents), 'USD'),
  TAX_RATE: z._default(
    z.pipe(
      text(
        'TAX_RATE must be a percentage from 0 to 100 with at most two decimals',
        (value) => /^\d{1,3}(\.\d{1,2})?$/.test(value) && Number(value) <= 100,
      ),
      z.transform((value) => Math.round(Number(value) * 100)),
    ),
    0,
  ),
  TAX_INCLUDED: z._default(onOff('TAX_INCLUDED'), true),
  SELLER: z._default(
    z.pipe(
      text('SELLER must have at most 10 lines of 100 characters, separated by |', isShortText),
      z.transform(toLines),
    ),
    ['Learn Lantern'],
  ),
  PAYMENT_INSTRUCTIONS: z._default(
    text('PAYMENT_INSTRUCTIONS must have at most 1000 characters', ({ length }) => length <= 1_000),
    DEFAULT_INSTRUCTIONS,
  ),
  STRIPE_SECRET_KEY: z.optional(
    text('STRIPE_SECRET_KEY must begin with sk_test_, sk_live_, rk_test_ or rk_live_', (value) =>
      /^[sr]k_(test|live)_\w+$/.test(value),
    ),
  ),
  STRIPE_WEBHOOK_SECRET: z.optional(
    text('STRIPE_WEBHOOK_SECRET must begin with whsec_', (value) => /^whsec_\S+$/.test(value)),
  ),
  STRIPE_API_URL: z.optional(
    text('STRIPE_API_URL must be an address such as http://127.0.0.1:12111', (value) =>
      hasProtocol(value, /^https?:$/),
    ),
  ),
}

type PaymentValues = z.output<z.ZodMiniObject<typeof paymentSettings>>

export interface StripeSettings {
  secretKey: string
  webhookSecret: string
  /** Undefined: Stripe's own. */
  apiUrl: string | undefined
}

export interface PaymentEnv {
  /** Undefined: `test` while the demo academy is on, else `manual`. Empty: off. */
  providers: readonly PaymentProviderName[] | undefined
  currency: string
  /** In hundredths of a percent. */
  taxRate: number
  taxIncluded: boolean
  seller: readonly string[]
  instructions: string
  /** Undefined unless `PAYMENTS` names it. */
  stripe: StripeSettings | undefined
}

export function toPaymentEnv(values: PaymentValues): PaymentEnv {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret } = values
  const isStripeOn = values.PAYMENTS?.includes('stripe') && secretKey !== undefined && webhookSecret !== undefined
  return {
    providers: values.PAYMENTS,
    currency: values.CURRENCY,
    taxRate: values.TAX_RATE,
    taxIncluded: values.TAX_INCLUDED,
    seller: values.SELLER,
    instructions: values.PAYMENT_INSTRUCTIONS,
    stripe: isStripeOn ? { secretKey, webhookSecret, apiUrl: values.STRIPE_API_URL } : undefined,
  }
}

/** Settings that are right alone and wrong together, as one sentence. */
export function findPaymentProblem(values: PaymentValues, publicUrl: string): string | undefined {
  const { PAYMENTS: names = [], STRIPE_SECRET_KEY: key, STRIPE_WEBHOOK_SECRET: webhookSecret } = values
  if (names.includes('test') && names.length > 1)
    return 'PAYMENTS must not name test beside another: nobody could tell which orders are paid'
  if (!names.includes('stripe')) return undefined
  if (key === undefined) return 'STRIPE_SECRET_KEY must be set while PAYMENTS names stripe'
  if (webhookSecret === undefined) return 'STRIPE_WEBHOOK_SECRET must be set while PAYMENTS names stripe'
  if (key.includes('_live_') && !publicUrl.startsWith('https:'))
    return 'PUBLIC_URL must be https while STRIPE_SECRET_KEY is a live key'
  return undefined
}

function isProviderList(value: string): boolean {
  const names = toNames(value)
  return names.every((name) => PROVIDER_NAMES.includes(name)) && new Set(names).size === names.length
}

/** Amounts are counted in hundredths, which the yen and some others do not have. */
function isCurrencyWithCents(value: string): boolean {
  if (!Intl.supportedValuesOf('currency').includes(value)) return false
  const format = new Intl.NumberFormat('en', { style: 'currency', currency: value })
  return format.resolvedOptions().maximumFractionDigits === 2
}

function isShortText(value: string): boolean {
  const lines = toLines(value)
  return lines.length <= 10 && lines.every(({ length }) => length <= 100)
}
