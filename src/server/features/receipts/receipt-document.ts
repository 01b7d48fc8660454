import type { PaymentProviderName } from '#contract/choices.ts'
import { formatMoney, toDollars } from '#contract/money.ts'
import { isTestOrder } from '#server/features/orders/is-test-order.ts'
import { type Receipt, sumRefunds } from './read-receipt.ts'

export interface AmountRow {
  label: string
  amount: string
  isStrong?: boolean
}

/** What a receipt or a credit note says, in the order in which it is read. */
export interface ReceiptDocument {
  title: 'Receipt' | 'Credit note'
  number: string
  date: Date
  status: { text: string; isGood: boolean }
  notice: string | null
  seller: readonly string[]
  buyer: string[]
  details: { label: string; value: string }[]
  /** The heads of the two columns. */
  columns: [string, string]
  rows: AmountRow[]
  sums: AmountRow[]
  notes: string[]
}

const METHODS: Record<PaymentProviderName, string> = {
  test: 'Test payment',
  manual: 'Bank transfer or other',
  stripe: 'Online payment with Stripe',
}

const dateFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

export const formatDay = (date: Date) => dateFormat.format(date)

export const formatRate = (hundredths: number) => `${hundredths / 100}%`

export function toReceiptDocument(receipt: Receipt, currentSeller: readonly string[]): ReceiptDocument {
  const { order, items } = receipt
  const money = createMoneyFormat(order)
  return {
    ...toSharedParts(receipt, currentSeller),
    title: 'Receipt',
    number: order.number,
    date: order.paidAt,
    columns: ['Course', 'Price'],
    rows: items.map(({ title, listCents }) => ({ label: title, amount: money(listCents) })),
    sums: [...toSubtractions(receipt), toTotalRow(receipt), ...toRefundRows(receipt)],
    notes: toTaxNotes(receipt),
  }
}

export function toCreditNoteDocument(receipt: Receipt, currentSeller: readonly string[]): ReceiptDocument {
  const { order, items, refunds } = receipt
  const refunded = sumRefunds(receipt)
  const money = createMoneyFormat(order)
  // The whole tax when everything is refunded.
  const tax = order.totalCents === 0 ? 0 : Math.round((order.taxCents * refunded) / order.totalCents)
  return {
    ...toSharedParts(receipt, currentSeller),
    title: 'Credit note',
    number: toCreditNoteNumber(order.number),
    date: refunds.at(-1)?.doneAt ?? order.paidAt,
    columns: [`Refunds for ${order.pathTitle ?? items.map(({ title }) => title).join(', ')}`, 'Amount'],
    rows: refunds.map(({ amountCents, doneAt }) => ({
      label: `Refunded on ${formatDay(doneAt)}`,
      amount: money(amountCents),
    })),
    sums: [{ label: 'Total refunded', amount: money(refunded), isStrong: true }],
    notes: [
      `This credit note belongs to receipt ${order.number} of ${formatDay(order.paidAt)} over ${money(order.totalCents)}.`,
      ...(tax === 0 ? [] : [`The refund includes ${money(tax)} tax (${formatRate(order.taxRate)}).`]),
    ],
  }
}

/** One credit note for an order has all its refunds. */
export const toCreditNoteNumber = (orderNumber: string) => `${orderNumber}-C`

function toSharedParts(receipt: Receipt, currentSeller: readonly string[]) {
  const { order } = receipt
  const isRefunded = sumRefunds(receipt) > 0
  const details = [
    { label: 'Order', value: order.number },
    ...(order.pathTitle === null ? [] : [{ label: 'Path', value: order.pathTitle }]),
    { label: 'Ordered', value: formatDay(order.createdAt) },
    { label: 'Paid', value: formatDay(order.paidAt) },
    { label: 'Payment', value: order.provider === null ? 'Nothing to pay' : METHODS[order.provider] },
    ...(order.paymentReference === null ? [] : [{ label: 'Reference', value: order.paymentReference }]),
  ]
  return {
    // An order that was made before sellers were stored with it has none.
    seller: order.seller.length > 0 ? order.seller : currentSeller,
    buyer: [order.buyerName, order.buyerEmail],
    details,
    status: toStatus(receipt, isRefunded),
    notice: isTestOrder(order) ? 'Test mode. No money was charged.' : null,
  }
}

function toStatus(receipt: Receipt, isRefunded: boolean) {
  const { status, totalCents } = receipt.order
  if (status === 'lost') return { text: 'CHARGED BACK', isGood: false }
  if (!isRefunded) return { text: 'PAID', isGood: true }
  return { text: sumRefunds(receipt) === totalCents ? 'REFUNDED' : 'PARTLY REFUNDED', isGood: false }
}

function toTotalRow({ order }: Receipt): AmountRow {
  return { label: 'Total paid', amount: createMoneyFormat(order)(order.totalCents), isStrong: true }
}

/** From the list price to the total. */
function toSubtractions({ order }: Receipt): AmountRow[] {
  const money = createMoneyFormat(order)
  const { discountCents, couponCents, couponCode, taxCents, taxIncluded, taxRate } = order
  return [
    ...(discountCents === 0 ? [] : [{ label: 'Discount', amount: money(-discountCents) }]),
    ...(couponCents === 0 ? [] : [{ label: `Coupon ${couponCode ?? ''}`.trim(), amount: money(-couponCents) }]),
    ...(taxIncluded || taxCents === 0 ? [] : [{ label: `Tax ${formatRate(taxRate)}`, amount: money(taxCents) }]),
  ]
}

function toRefundRows(receipt: Receipt): AmountRow[] {
  const { order, refunds } = receipt
  if (refunds.length === 0) return []
  const money = createMoneyFormat(order)
  const rows = refunds.map(({ amountCents, doneAt }) => ({
    label: `Refunded on ${formatDay(doneAt)}`,
    amount: money(-amountCents),
  }))
  const rest = order.totalCents - sumRefunds(receipt)
  return [...rows, { label: 'Paid after refunds', amount: money(rest), isStrong: true }]
}

function toTaxNotes({ order }: Receipt): string[] {
  const { taxIncluded, taxCents, totalCents, taxRate } = order
  if (!taxIncluded || taxCents === 0) return []
  const money = createMoneyFormat(order)
  return [`The total of ${money(totalCents)} includes ${money(taxCents)} tax (${formatRate(taxRate)}).`]
}

const createMoneyFormat =
  ({ currency }: Receipt['order']) =>
  (cents: number) =>
    // A real minus sign has the width of a digit.
    formatMoney(toDollars(cents), currency).replace('-', '−')

export const toFileName = ({ title, number }: ReceiptDocument) =>
  `${title.toLowerCase().replace(' ', '-')}-${number}.pdf`
