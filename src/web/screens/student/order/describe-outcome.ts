import { isAmountProblem, isPaymentProblem, isReturnedProblem } from '#contract/payment-problem.ts'
import { formatMoney } from '#contract/money.ts'
import type { Order } from '#contract/schemas/commerce/orders.ts'
import { isRefundPending } from '#web/features/orders/order-status.tsx'
import { formatDate } from '#web/ui/format/format-date.ts'

export interface Outcome {
  tone: 'good' | 'waiting' | 'bad' | 'ended'
  title: string
  text: string
}

/** How an order stands, in words. */
export function describeOutcome(order: Order): Outcome {
  switch (order.status) {
    case 'pending':
      return describePending(order)
    case 'paid':
      return isRefundPending(order) ? describeRefundRequest(order) : describePaid(order)
    case 'partially_refunded':
      return isRefundPending(order) ? describeRefundRequest(order) : describePartialRefund(order)
    case 'refunded':
      return describeRefund(order)
    case 'disputed':
      return {
        tone: 'bad',
        title: 'Payment disputed',
        text: 'Your bank is reviewing this payment. Access from this order is suspended until it decides.',
      }
    case 'lost':
      return {
        tone: 'bad',
        title: 'Payment returned',
        text: 'Your bank returned this payment, so access from this order has ended.',
      }
    case 'cancelled':
      if (order.problem !== null && isPaymentProblem(order.problem)) return describeDecline(order.problem)
      return {
        tone: 'ended',
        title: 'Order canceled',
        text: order.provider === 'manual' ? `There is nothing to pay. ${PAID_LATE}` : 'Nothing was charged.',
      }
    case 'expired':
      if (order.problem !== null) return describeDecline(order.problem)
      return {
        tone: 'ended',
        title: 'Order expired',
        text: `It was not paid in time. ${order.provider === 'manual' ? PAID_LATE : 'Nothing was charged.'}`,
      }
  }
}

/** A bank transfer is on its way for days, and an admin notes it by hand. */
const PAID_LATE = 'If you have paid already, tell us in Chat.'

function describePending({ processing, problem, provider, checkout_url, items }: Order): Outcome {
  const opens = items.length > 1 ? 'The courses open' : 'The course opens'
  if (processing) {
    return {
      tone: 'waiting',
      title: 'Still processing',
      text: `Your payment is on its way. ${opens} as soon as it arrives, and we send you an email. You can close this tab.`,
    }
  }
  if (problem !== null) return describeDecline(problem)
  if (provider === 'manual') {
    return {
      tone: 'waiting',
      title: 'Waiting for your payment',
      text: `Pay with the details below. ${opens} when your payment arrives, and we send you an email.`,
    }
  }
  if (provider === 'stripe' && checkout_url !== null) {
    return {
      tone: 'waiting',
      title: 'Waiting for the payment service',
      text: 'If you have paid, this page updates by itself within a few minutes. You can close this tab.',
    }
  }
  return { tone: 'waiting', title: 'Not paid yet', text: `${opens} as soon as you have paid.` }
}

function describeDecline(problem: string): Outcome {
  return isPaymentProblem(problem)
    ? {
        tone: 'bad',
        title: isAmountProblem(problem) ? 'Wrong amount paid' : 'Paid too late',
        text: `${toSentence(problem)}${isReturnedProblem(problem) ? '' : ' We refund it.'} Questions? Ask us in Chat.`,
      }
    : { tone: 'bad', title: 'Declined, nothing was charged', text: toSentence(problem) }
}

function describePaid({ total, items, access_open }: Order): Outcome {
  const open = items.length > 1 ? 'Your courses are open' : 'Your course is open'
  if (total === 0)
    return { tone: 'good', title: 'Order complete', text: `There was nothing to pay.${access_open ? ` ${open}.` : ''}` }
  const next = access_open ? `${open}, and your receipt` : 'Your receipt'
  return { tone: 'good', title: 'Payment received', text: `Thank you. ${next} is in your email.` }
}

function describePartialRefund(order: Order): Outcome {
  const stays = order.items.length > 1 ? ' Your courses stay open.' : ' Your course stays open.'
  return {
    tone: 'good',
    title: 'Partly refunded',
    text: `${getRefunded(order)}.${describeArrival(order)}${order.access_open ? stays : ''}`,
  }
}

function describeRefund(order: Order): Outcome {
  const date = order.refunded_date === null ? '' : ` on ${formatDate(order.refunded_date)}`
  const bought = order.items.length > 1 ? 'the courses' : 'the course'
  return {
    tone: 'ended',
    title: 'Refunded',
    text: `${getRefunded(order)}${date}.${describeArrival(order)} Access from this order has ended. Your progress is kept and comes back if you buy ${bought} again.`,
  }
}

/** Whether and when the money comes, where that is not at once. */
function describeArrival({ status, provider, refund_to_send, refund_sent_date }: Order): string {
  if (provider === 'stripe' && status === 'refunded') return ' It can take 5 to 10 days to arrive.'
  if (refund_sent_date !== null) return ` The money was sent on ${formatDate(refund_sent_date)}.`
  return refund_to_send > 0 ? ' We return it the way you paid.' : ''
}

function describeRefundRequest({ refund_pending }: Order): Outcome {
  return refund_pending
    ? {
        tone: 'waiting',
        title: 'Refund on its way',
        text: 'The payment service has not confirmed it yet. We keep trying and send you an email when it is done.',
      }
    : {
        tone: 'waiting',
        title: 'Refund requested',
        text: 'We review your request and tell you the result by email.',
      }
}

const getRefunded = ({ refunded, currency }: Order) => `${formatMoney(refunded, currency)} was refunded`

const toSentence = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`)
