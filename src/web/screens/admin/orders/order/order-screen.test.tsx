import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, test } from 'vitest'
import { toAmountProblem, toLateProblem, toRefundedProblem, toTakenBackProblem } from '#contract/payment-problem.ts'
import { AppError } from '#contract/errors.ts'
import type { OrderEvent } from '#contract/schemas/commerce/order-admin.ts'
import type { Order } from '#contract/schemas/commerce/orders.ts'
import { mockSignedIn } from '#web/testing/factories.ts'
import { type CallMocks, renderScreen } from '#web/testing/render-screen.tsx'
import { showScreen } from '#web/testing/show-screen.ts'
import { spyOnConsoleError } from '#web/testing/spy-on-console-error.ts'
import { stubTimeZone } from '#web/testing/stub-time-zone.ts'
import { buildOrder } from '../build-order.ts'
import './order-screen.tsx'

const EVENTS: OrderEvent[] = [
  { date: '2026-11-20T09:30:00.000Z', text: 'The order was made', by: 'mara@mail.example' },
  { date: '2026-11-20T09:31:00.000Z', text: 'Paid', by: null },
]

const DELETED_BUYER = { student_id: null, name: 'Mara Ilves', email: 'mara@mail.example' }

/** Answers with the order as the last change left it. */
async function showOrder(values: Partial<Order> = {}, mocks: CallMocks = {}) {
  let order = buildOrder(values)
  const change = (changes: Partial<Order>) => () => {
    order = { ...order, ...changes }
    return { msg: order }
  }
  const view = await showScreen(`/dashboard/orders/${order.order_id}`, {
    ...mockSignedIn({ role: 'admin' }),
    getOrder: () => ({ msg: order }),
    getOrderEvents: () => ({ msg: EVENTS }),
    markOrderPaid: change({ status: 'paid', refundable: 60, paid_date: '2026-11-21T09:31:00.000Z' }),
    refundOrder: change({
      status: 'refunded',
      refundable: 0,
      refunded: order.total,
      refunded_date: '2026-11-21T09:31:00.000Z',
    }),
    cancelOrder: change(order.status === 'pending' ? { status: 'cancelled' } : { refund_requested_date: null }),
    markRefundSent: change({ refund_to_send: 0, refund_sent_date: '2026-11-22T09:31:00.000Z' }),
    resendReceipt: () => ({ msg: 'The receipt was sent' }),
    ...mocks,
  })
  const getInput = (name: string) => view.calls.find((call) => call.name === name)?.input
  return { ...view, getInput }
}
const section = (name: string) => within(screen.getByRole('region', { name }))
const getActions = () =>
  screen
    .getAllByRole('button', { name: /paid|order|request|Refund|receipt/i })
    .map(({ textContent }) => textContent)
    .filter((text) => text !== 'Find anything')
const dialog = (name: string) => screen.findByRole('dialog', { name }).then((element) => within(element))

describe('an order in the dashboard', () => {
  it('shows items, amounts, buyer, payment and timeline', async () => {
    await showOrder({ coupon: 10, coupon_code: 'WELCOME', total: 54, tax: 4, tax_rate: 8, tax_included: false })
    expect(screen.getByRole('heading', { level: 1, name: 'Order 2026-000501' })).toBeTruthy()
    expect(screen.getByText('Paid', { selector: 'span' })).toBeTruthy()
    expect(section('Items').getByRole('link', { name: 'Databases' }).getAttribute('href')).toBe(
      '/dashboard/courses/edit/41',
    )
    const lines = section('Items')
      .getAllByRole('term')
      .map((term) => [term.textContent, term.nextElementSibling?.textContent])
    expect(lines).toEqual([
      ['Price', '$80.00'],
      ['Discount', '-$20.00'],
      ['Coupon WELCOME', '-$10.00'],
      ['Tax (8%)', '$4.00'],
      ['Total', '$54.00'],
    ])
    expect(section('Student').getByRole('link', { name: 'Mara Ilves' }).getAttribute('href')).toBe('/dashboard/users/7')
    expect(section('Payment').getByText('Test mode')).toBeTruthy()
    const events = section('Timeline').getAllByRole('listitem')
    expect(events.map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^The order was made.*2026.* · mara@mail\.example$/),
      expect.stringMatching(/^Paid.*2026[^·]*$/),
    ])
  })

  it('shows until when a refund is possible where the admin is', async () => {
    stubTimeZone('America/New_York')
    await showOrder({ refundable_until: '2026-12-22T02:30:00.000Z', paid_date: '2026-11-22T02:30:00.000Z' })
    expect(section('Payment').getByText('Dec 21, 2026')).toBeTruthy()
    expect(section('Payment').getByText('Nov 22, 2026')).toBeTruthy()
  })

  it('links the PDFs', async () => {
    await showOrder({ status: 'partially_refunded', refunded: 5 })
    const href = (name: RegExp) => screen.getByRole('link', { name }).getAttribute('href')
    expect([href(/^Receipt/), href(/^Credit note/)]).toEqual([
      '/api/orders/501/receipt.pdf',
      '/api/orders/501/credit-note.pdf',
    ])
  })

  it('links no buyer whose account was deleted', async () => {
    await showOrder({ buyer: DELETED_BUYER })
    expect(section('Student').queryByRole('link')).toBeNull()
    expect(section('Student').getByText('(account deleted)')).toBeTruthy()
  })

  it.each<[string, Partial<Order>, string[]]>([
    ['paid', {}, ['Refund', 'Resend receipt']],
    ['partly refunded', { status: 'partially_refunded', refunded: 5 }, ['Refund', 'Resend receipt']],
    ['free', { total: 0, provider: null }, ['Resend receipt']],
    ['refunded', { status: 'refunded', refunded: 60 }, ['Resend receipt']],
    ['paid, of a deleted account', { buyer: DELETED_BUYER }, ['Refund']],
    ['disputed', { status: 'disputed' }, ['Resend receipt']],
    ['pending, manual', { status: 'pending', provider: 'manual', paid_date: null }, ['Mark as paid', 'Cancel order']],
    ['pending, not manual', { status: 'pending', paid_date: null }, ['Cancel order']],
    ['paid with a refund on its way', { refundable: 0, refund_pending: true }, ['Resend receipt']],
    ['paid with a part on its way back', { refundable: 40, refund_pending: true }, ['Refund', 'Resend receipt']],
    [
      'paid with a request',
      { refund_requested_date: '2026-11-21T00:00:00.000Z' },
      ['Dismiss request', 'Refund', 'Resend receipt'],
    ],
  ])('offers what is possible with a %s order', async (_name, values, actions) => {
    await showOrder(values)
    expect(getActions()).toEqual(actions)
  })

  it('offers nothing while a payment is on its way', async () => {
    await showOrder({ status: 'pending', paid_date: null, processing: true })
    expect(screen.queryByRole('button', { name: /paid|refund|receipt|cancel/i })).toBeNull()
  })

  it('offers nothing for a cancelled order', async () => {
    await showOrder({ status: 'cancelled', paid_date: null })
    expect(screen.queryByRole('button', { name: /paid|refund|receipt|cancel/i })).toBeNull()
  })

  it.each<[RegExp, Partial<Order>]>([
    [/^The student’s bank disputes this payment\. The course is closed/, { status: 'disputed', access_open: false }],
    [
      /^The student’s bank disputes this payment\. The student can still open/,
      { status: 'disputed', access_open: true },
    ],
    [/^The bank took the payment back\. The course stays closed/, { status: 'lost', access_open: false }],
    [/^The bank took the payment back\. The student can still open/, { status: 'lost', access_open: true }],
    [/^A refund is on its way/, { refund_pending: true }],
    [/^A refund was requested on Nov 21, 2026/, { refund_requested_date: '2026-11-21T09:30:00.000Z' }],
    [/^A payment is on its way/, { status: 'pending', processing: true, paid_date: null }],
    [
      /Send \$20\.00 back yourself, then mark the refund as sent/,
      { status: 'refunded', refunded: 60, refund_to_send: 20 },
    ],
    [/when you mark this order as paid/, { status: 'pending', provider: 'manual', paid_date: null }],
    [
      /attempt to pay failed: The card was declined/,
      { status: 'pending', paid_date: null, problem: 'The card was declined' },
    ],
    ...(['pending', 'cancelled', 'expired'] as const).map((status): [RegExp, Partial<Order>] => [
      /^\$50\.00 was paid instead of \$60\.00\. Refund it in the payment service\.$/,
      { status, paid_date: null, problem: toAmountProblem('$50.00', '$60.00') },
    ]),
    [
      /^\$60\.00 was paid for an order that is not open\. Refund it in the payment service\.$/,
      { status: 'cancelled', paid_date: null, problem: toLateProblem('$60.00') },
    ],
    [
      /^\$60\.00 was paid for an order that is not open, and was refunded\.$/,
      { status: 'cancelled', paid_date: null, problem: toRefundedProblem(toLateProblem('$60.00')) },
    ],
    [
      /^\$60\.00 was paid for an order that is not open, and the bank took it back\.$/,
      { status: 'cancelled', paid_date: null, problem: toTakenBackProblem(toLateProblem('$60.00')) },
    ],
  ])('says what an admin has to know: %s', async (text, values) => {
    await showOrder(values)
    expect(screen.getByText(text)).toBeTruthy()
  })
})

describe('marking a manual order as paid', () => {
  const MANUAL = { status: 'pending', provider: 'manual', paid_date: null } as const

  it('needs a reference, and shows the paid order', async () => {
    const { user, getInput } = await showOrder(MANUAL)
    await user.click(screen.getByRole('button', { name: 'Mark as paid' }))
    const form = await dialog('Mark as paid')
    expect(form.getByText(/Confirm that \$60\.00 has arrived/)).toBeTruthy()
    await user.click(form.getByRole('button', { name: 'Mark as paid' }))
    expect(form.getByText('Reference is required')).toBeTruthy()
    expect(getInput('markOrderPaid')).toBeUndefined()
    await user.type(form.getByLabelText('Reference'), 'Transfer 7{Enter}')
    expect(await screen.findByText('Order 2026-000501 is paid')).toBeTruthy()
    expect(getInput('markOrderPaid')).toEqual({ order_id: 501, reference: 'Transfer 7' })
    expect(getActions()).toEqual(['Refund', 'Resend receipt'])
    expect(document.activeElement?.textContent).toContain('Refund')
  })

  it('says that nothing opens after the account was deleted', async () => {
    const { user } = await showOrder({ ...MANUAL, buyer: DELETED_BUYER })
    await user.click(screen.getByRole('button', { name: 'Mark as paid' }))
    const form = await dialog('Mark as paid')
    expect(form.getByText(/The account was deleted, so no course opens and no receipt is sent\.$/)).toBeTruthy()
  })

  it('stays open with the reason when the server refuses', async () => {
    const { user } = await showOrder(MANUAL, {
      markOrderPaid: () => {
        throw new AppError('order_state')
      },
    })
    await user.click(screen.getByRole('button', { name: 'Mark as paid' }))
    const form = await dialog('Mark as paid')
    await user.type(form.getByLabelText('Reference'), 'Transfer 7{Enter}')
    expect(await form.findByText(new AppError('order_state').message)).toBeTruthy()
    expect(form.getByLabelText('Reference')).toHaveProperty('value', 'Transfer 7')
  })

  it('says at once that it failed, while the order is still asked for', async () => {
    let isDown = false
    const { user } = await showOrder(MANUAL, {
      getOrder: () => (isDown ? new Promise(() => {}) : { msg: buildOrder(MANUAL) }),
      markOrderPaid: () => {
        isDown = true
        throw new AppError('connection')
      },
    })
    await user.click(screen.getByRole('button', { name: 'Mark as paid' }))
    const form = await dialog('Mark as paid')
    await user.type(form.getByLabelText('Reference'), 'Transfer 7{Enter}')
    await form.findByText(new AppError('connection').message)
    expect(form.queryByText('Saving…')).toBeNull()
  })

  it('sends one call for two quick clicks', async () => {
    const { user, calls } = await showOrder(MANUAL, { markOrderPaid: () => new Promise(() => {}) })
    await user.click(screen.getByRole('button', { name: 'Mark as paid' }))
    const form = await dialog('Mark as paid')
    await user.type(form.getByLabelText('Reference'), 'x')
    await user.dblClick(form.getByRole('button', { name: 'Mark as paid' }))
    expect(await form.findByText('Saving…')).toBeTruthy()
    expect(calls.filter(({ name }) => name === 'markOrderPaid')).toHaveLength(1)
  })
})

test('a refund of a manual order is marked as sent after a confirmation', async () => {
  const { user, getInput } = await showOrder({
    ...{ status: 'refunded', refunded: 60, provider: 'manual', refund_to_send: 60 },
  })
  expect(getActions()).toEqual(['Mark refund as sent', 'Resend receipt'])
  await user.click(screen.getByRole('button', { name: 'Mark refund as sent' }))
  const form = await dialog('Mark refund as sent')
  form.getByText(/^Confirm that you have sent \$60\.00 back\./)
  await user.click(form.getByRole('button', { name: 'Mark as sent' }))
  await screen.findByText('The refund of order 2026-000501 is marked as sent')
  expect(getInput('markRefundSent')).toEqual({ order_id: 501, amount: 60 })
  expect(getActions()).toEqual(['Resend receipt'])
  expect(screen.queryByText(/back yourself/)).toBeNull()
  section('Payment').getByText('Refund sent')
})

test('marks as sent the amount that was asked about, when more was refunded meanwhile', async () => {
  let order = buildOrder({ status: 'refunded', refunded: 60, provider: 'manual', refund_to_send: 20 })
  const { user, calls } = await showOrder(order, {
    getOrder: () => ({ msg: order }),
    markRefundSent: () => {
      order = { ...order, refund_to_send: 30 }
      throw new AppError('connection')
    },
  })
  await user.click(screen.getByRole('button', { name: 'Mark refund as sent' }))
  const form = await dialog('Mark refund as sent')
  await user.click(form.getByRole('button', { name: 'Mark as sent' }))
  await screen.findByText(/Send \$30\.00 back yourself/)
  form.getByText(/^Confirm that you have sent \$20\.00 back\./)
  await user.click(await form.findByRole('button', { name: 'Mark as sent' }))
  await waitFor(() =>
    expect(calls.filter(({ name }) => name === 'markRefundSent').map(({ input }) => input)).toEqual([
      { order_id: 501, amount: 20 },
      { order_id: 501, amount: 20 },
    ]),
  )
})

describe('refunding an order', () => {
  const openRefund = async (view: Awaited<ReturnType<typeof showOrder>>) => {
    await view.user.click(screen.getByRole('button', { name: 'Refund' }))
    return dialog('Refund')
  }

  it('refunds all of it with a reason', async () => {
    const view = await showOrder()
    const form = await openRefund(view)
    await view.user.click(form.getByRole('button', { name: 'Refund $60.00' }))
    expect(form.getByText('Reason is required')).toBeTruthy()
    await view.user.type(form.getByLabelText('Reason'), 'Bought twice{Enter}')
    expect(await screen.findByText('Order 2026-000501 was refunded')).toBeTruthy()
    expect(view.getInput('refundOrder')).toEqual({ order_id: 501, reason: 'Bought twice', refundable: 60 })
  })

  it('refunds a part of what is left', async () => {
    const view = await showOrder({ status: 'partially_refunded', refunded: 45.1 })
    const form = await openRefund(view)
    expect(form.getByRole('radio', { name: 'The rest: $14.90' })).toBeTruthy()
    await view.user.click(form.getByRole('radio', { name: 'A part' }))
    await view.user.type(form.getByLabelText('Reason'), 'Kind')
    const submit = () => view.user.click(form.getByRole('button', { name: 'Refund this part' }))
    await submit()
    expect(form.getByText('Enter an amount, such as 12.50')).toBeTruthy()
    await view.user.type(form.getByLabelText('Amount (USD)'), '14.91')
    await submit()
    expect(form.getByText('At most $14.90 can be refunded')).toBeTruthy()
    await view.user.clear(form.getByLabelText('Amount (USD)'))
    await view.user.type(form.getByLabelText('Amount (USD)'), '14,90')
    await submit()
    expect(form.getByText('That is all that is left. Choose “The rest” instead')).toBeTruthy()
    await view.user.clear(form.getByLabelText('Amount (USD)'))
    await view.user.type(form.getByLabelText('Amount (USD)'), '14,80')
    await submit()
    await waitFor(() =>
      expect(view.getInput('refundOrder')).toEqual({
        ...{ order_id: 501, reason: 'Kind', amount: 14.8, refundable: 14.9 },
      }),
    )
  })

  it('says after a lost answer what could be refunded when the dialog was opened', async () => {
    let order = buildOrder()
    const view = await showOrder(order, {
      getOrder: () => ({ msg: order }),
      refundOrder: () => {
        order = { ...order, status: 'partially_refunded', refunded: 12.5, refundable: 47.5 }
        throw new AppError('connection')
      },
    })
    const form = await openRefund(view)
    await view.user.click(form.getByRole('radio', { name: 'A part' }))
    await view.user.type(form.getByLabelText('Amount (USD)'), '12.50')
    await view.user.type(form.getByLabelText('Reason'), 'Kind{Enter}')
    await form.findByText(new AppError('connection').message)
    await screen.findByText('Partly refunded', { selector: 'span' })
    await view.user.click(form.getByRole('button', { name: 'Refund this part' }))
    const input = { order_id: 501, reason: 'Kind', amount: 12.5, refundable: 60 }
    await waitFor(() => {
      const refunds = view.calls.filter(({ name }) => name === 'refundOrder')
      expect(refunds.map((call) => call.input)).toEqual([input, input])
    })
  })

  it.each(['The student keeps the course', 'The course closes at once'])(
    'says that the money of a manual order is sent back by hand: %s',
    async (effect) => {
      const view = await showOrder({ provider: 'manual' })
      const form = await openRefund(view)
      if (effect.includes('keeps')) await view.user.click(form.getByRole('radio', { name: 'A part' }))
      expect(
        form.getByText(new RegExp(`^${effect}.* Send the money back yourself, then mark the refund as sent\\.$`)),
      ).toBeTruthy()
    },
  )

  it.each<[string, Partial<Order>]>([
    ['paid', {}],
    ['partly refunded', { status: 'partially_refunded', refunded: 5 }],
  ])(
    'says that a refund of a %s order is on its way when the payment service has not taken it yet',
    async (_, values) => {
      const view = await showOrder(values, {
        refundOrder: () => ({ msg: buildOrder({ ...values, refund_pending: true }) }),
      })
      const form = await openRefund(view)
      await view.user.type(form.getByLabelText('Reason'), 'Kind{Enter}')
      expect(await screen.findByText(/^The refund is on its way/)).toBeTruthy()
    },
  )
})

it('dismisses a request for a refund with a reason', async () => {
  const { user, getInput } = await showOrder({ refund_requested_date: '2026-11-21T09:30:00.000Z' })
  await user.click(screen.getByRole('button', { name: 'Dismiss request' }))
  const form = await dialog('Dismiss the request?')
  await user.type(form.getByLabelText('Reason'), 'All lessons were watched{Enter}')
  expect(await screen.findByText('The request was dismissed')).toBeTruthy()
  expect(getInput('cancelOrder')).toEqual({ order_id: 501, reason: 'All lessons were watched' })
  expect(screen.queryByRole('button', { name: 'Dismiss request' })).toBeNull()
})

it('cancels a pending order with a reason', async () => {
  const { user, getInput } = await showOrder({ status: 'pending', paid_date: null })
  await user.click(screen.getByRole('button', { name: 'Cancel order' }))
  const form = await dialog('Cancel the order?')
  await user.type(form.getByLabelText('Reason'), 'Asked by phone{Enter}')
  expect(await screen.findByText('Order 2026-000501 was canceled')).toBeTruthy()
  expect(getInput('cancelOrder')).toEqual({ order_id: 501, reason: 'Asked by phone' })
})

it('shows in the timeline that the receipt was sent again', async () => {
  const events = [...EVENTS]
  const { user } = await showOrder(
    {},
    {
      getOrderEvents: () => ({ msg: [...events] }),
      resendReceipt: () => {
        events.push({ date: '2026-11-21T09:31:00.000Z', text: 'Receipt sent again', by: 'admin@mail.example' })
        return { msg: 'Receipt sent' }
      },
    },
  )
  await user.click(screen.getByRole('button', { name: 'Resend receipt' }))
  expect(await section('Timeline').findByText('Receipt sent again')).toBeTruthy()
})

it('resends the receipt, or says why not', async () => {
  let isDown = false
  const { user } = await showOrder(
    {},
    {
      resendReceipt: () => {
        if (isDown) throw new AppError('too_often')
        return { msg: 'The receipt was sent' }
      },
    },
  )
  await user.click(screen.getByRole('button', { name: 'Resend receipt' }))
  expect(await screen.findByText('The receipt was sent')).toBeTruthy()
  isDown = true
  await user.click(screen.getByRole('button', { name: 'Resend receipt' }))
  expect(await screen.findByText(/^Couldn’t resend the receipt\. Too many requests/)).toBeTruthy()
})

it.each(['999', 'abc'])('says that there is no order %s', async (id) => {
  spyOnConsoleError()
  renderScreen(`/dashboard/orders/${id}`, {
    ...mockSignedIn({ role: 'admin' }),
    getOrder: () => {
      throw new AppError('order_not_found')
    },
    getOrderEvents: () => {
      throw new AppError('order_not_found')
    },
  })
  expect(await screen.findByRole('heading', { level: 1, name: 'Order not found' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'All orders' }).getAttribute('href')).toBe('/dashboard/orders')
})
