import { useSuspenseQuery } from '@tanstack/react-query'
import { query } from '#web/data/api.ts'

interface PriceFormat {
  /** Whole amounts without decimals, unlike on a receipt. */
  format: (amount: number) => string
  /** The currency's sign, such as `$` or `CHF`. */
  symbol: string
}

/** Prices in the site's currency. The route loads `getPaymentSettings`. */
export function usePriceFormat(): PriceFormat {
  return getPriceFormat(useSuspenseQuery(query('getPaymentSettings', {})).data.msg.currency)
}

/** Making a number format takes longer than a component's rendering. */
const formats = new Map<string, PriceFormat>()

function getPriceFormat(currency: string): PriceFormat {
  const known = formats.get(currency)
  if (known) return known
  const options = { style: 'currency', currency, trailingZeroDisplay: 'stripIfInteger' } as const
  const numbers = new Intl.NumberFormat('en-US', options)
  const symbol = numbers.formatToParts(0).find(({ type }) => type === 'currency')?.value ?? currency
  const made = { format: numbers.format, symbol }
  formats.set(currency, made)
  return made
}
