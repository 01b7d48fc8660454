import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { AppError, ERRORS } from '#contract/errors.ts'
import type { Order } from '#contract/schemas/commerce/orders.ts'
import { mockSignedIn } from '#web/testing/factories.ts'
import { buildCheckout, buildOrder, buildPaidOrder } from '#web/testing/order-factories.ts'
import { type CallMocks, renderScreen } from '#web/testing/render-screen.tsx'

function showTestPayment(mocks: CallMocks = {}, first: Order = buildOrder()) {
  let order = first
  const view = renderScreen('/student/purchases/501/pay', {
    ...mockSignedIn(),
    getOrder: () => ({ msg: order }),
    getCheckout: () => ({ msg: buildCheckout() }),
    enrollCourse: () => ({ msg: 'You are enrolled' }),
    cancelOrder: () => ({ msg: (order = buildOrder({ status: 'cancelled' })) }),
    payTestOrder: ({ card, confirmed }) => {
      if (confirmed === false)
        throw new AppError('payment_declined', { text: 'The payment was not confirmed. Nothing was charged' })
      if (card === '4000000000000002') throw new AppError('payment_declined')
      if (card === '4000000000009995')
        throw new AppError('payment_declined', { text: 'The card has not enough funds. Nothing was charged' })
      order = card === '4000000000000077' ? buildOrder({ processing: true }) : buildPaidOrder()
      return { msg: order }
    },
    ...mocks,
  })
  return {
    ...view,
    getPath: () => view.router.state.location.pathname,
    countPayments: () => view.calls.filter(({ name }) => name === 'payTestOrder').length,
    setOrder: (next: Order) => {
      order = next
    },
  }
}

const payButton = () => screen.findByRole('button', { name: 'Pay' })

describe('The test payment page', () => {
  it('says that nothing is charged and pays once with the card that succeeds', async () => {
    let finish = () => {}
    const { user, getPath, countPayments, calls, setOrder } = showTestPayment({
      payTestOrder: async () => {
        await new Promise<void>((resolve) => {
          finish = resolve
        })
        setOrder(buildPaidOrder())
        return { msg: buildPaidOrder() }
      },
    })
    const button = await payButton()
    screen.getByText('Test mode. No money is charged.')
    screen.getByText('$60.00')
    expect(screen.getByRole<HTMLInputElement>('radio', { name: /Payment succeeds/ }).checked).toBe(true)
    expect(screen.queryByRole('textbox')).toBeNull()
    await user.dblClick(button)
    await waitFor(() => expect(countPayments()).toBeGreaterThan(0))
    finish()
    await screen.findByRole('heading', { name: 'Payment received' })
    expect(getPath()).toBe('/student/purchases/501')
    expect(countPayments()).toBe(1)
    expect(calls.find(({ name }) => name === 'payTestOrder')?.input).toEqual({
      order_id: 501,
      card: '4242424242424242',
    })
  })

  it('says that a card was declined, and takes another one', async () => {
    const { user } = showTestPayment()
    await user.click(await screen.findByRole('radio', { name: /declined/ }))
    await user.click(await payButton())
    expect((await screen.findByRole('alert')).textContent).toBe(
      `${ERRORS.payment_declined[1]}. Choose another card and try again.`,
    )
    await user.click(screen.getByRole('radio', { name: /Not enough funds/ }))
    await user.click(await payButton())
    await screen.findByText(/not enough funds\. Nothing was charged\. Choose/)
    await user.click(screen.getByRole('radio', { name: /Payment succeeds/ }))
    await user.click(await payButton())
    await screen.findByRole('heading', { name: 'Payment received' })
  })

  it('pays with a card that needs a confirmation only once the student confirms', async () => {
    const { user, calls, countPayments } = showTestPayment()
    await user.click(await screen.findByRole('radio', { name: /confirmation/ }))
    await user.click(await payButton())
    const dialog = () => within(screen.getByRole('dialog', { name: 'Confirm $60.00?' }))
    dialog().getByText('Test mode. No money is charged.')
    expect(document.activeElement).toBe(dialog().getByRole('button', { name: 'Confirm' }))
    expect(countPayments()).toBe(0)
    await user.click(dialog().getByRole('button', { name: 'Decline' }))
    await screen.findByText('The payment was not confirmed. Nothing was charged. Choose another card and try again.')
    expect(screen.queryByRole('dialog')).toBeNull()
    await user.click(await payButton())
    await user.click(dialog().getByRole('button', { name: 'Confirm' }))
    await screen.findByRole('heading', { name: 'Payment received' })
    expect(calls.filter(({ name }) => name === 'payTestOrder').map(({ input }) => input)).toEqual(
      [false, true].map((confirmed) => ({ order_id: 501, card: '4000002500003155', confirmed })),
    )
  })

  it('shows a payment that settles later as still processing', async () => {
    const { user } = showTestPayment()
    await user.click(await screen.findByRole('radio', { name: /settles after/ }))
    await user.click(await payButton())
    await screen.findByRole('heading', { name: 'Still processing' })
  })

  it('goes back to the checkout when it is cancelled', async () => {
    const { user, getPath } = showTestPayment()
    await user.click(await screen.findByRole('button', { name: 'Cancel' }))
    await screen.findByRole('heading', { name: 'Checkout' })
    expect(getPath()).toBe('/student/checkout/41')
  })

  it('goes back to the checkout of the path when its order is cancelled', async () => {
    const order = buildOrder({ path_id: 5, path_title: 'Light' })
    const cancelled = buildOrder({ ...order, status: 'cancelled' })
    const { user, getPath, setOrder } = showTestPayment(
      {
        cancelOrder: () => {
          setOrder(cancelled)
          return { msg: cancelled }
        },
      },
      order,
    )
    await user.click(await screen.findByRole('button', { name: 'Cancel' }))
    await screen.findByRole('heading', { name: 'Checkout' })
    expect(getPath()).toBe('/student/checkout/path/5')
  })

  it('dismisses the message of a cancellation that failed', async () => {
    const { user } = showTestPayment({
      cancelOrder: () => {
        throw new AppError('busy')
      },
    })
    await user.click(await screen.findByRole('button', { name: 'Cancel' }))
    await screen.findByText(ERRORS.busy[1])
    await user.click(screen.getByRole('button', { name: 'Dismiss' }))
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('leads to an order that was paid in another tab, without paying again', async () => {
    const { user, setOrder, countPayments } = showTestPayment({
      payTestOrder: () => {
        throw new AppError('order_state')
      },
    })
    const button = await payButton()
    setOrder(buildPaidOrder())
    await user.click(button)
    await screen.findByRole('heading', { name: 'Payment received' })
    expect(countPayments()).toBe(1)
  })

  it.each([
    ['a paid order', buildPaidOrder()],
    ['an order whose payment is on its way', buildOrder({ processing: true })],
    ['an expired order', buildOrder({ status: 'expired', checkout_url: null })],
    ['an order of another payment method', buildOrder({ provider: 'manual', checkout_url: null })],
  ])('leads from %s to the order', async (_, order) => {
    const { getPath } = showTestPayment({}, order)
    await waitFor(() => expect(getPath()).toBe('/student/purchases/501'))
    await screen.findByRole('heading', { name: 'Order 2026-000123', level: 1 })
    expect(screen.queryByRole('radio')).toBeNull()
  })
})
