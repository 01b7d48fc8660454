import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { AppError, ERRORS } from '#contract/errors.ts'
import type { Order } from '#contract/schemas/commerce/orders.ts'
import { buildCourse, buildLesson, buildReview, mockSignedIn } from '#web/testing/factories.ts'
import { failWith } from '#web/testing/fail-with.ts'
import { buildOrder, buildPaidOrder } from '#web/testing/order-factories.ts'
import { type CallMocks, renderScreen } from '#web/testing/render-screen.tsx'
import { spyOnConsoleError } from '#web/testing/spy-on-console-error.ts'
import { stubTimeZone } from '#web/testing/stub-time-zone.ts'

function showOrder(first: Order, mocks: CallMocks = {}) {
  let order = first
  const view = renderScreen('/student/purchases/501', {
    ...mockSignedIn(),
    getOrder: () => ({ msg: order }),
    enrollCourse: () => ({ msg: 'You are enrolled' }),
    getReviewSummary: () => ({ msg: { counts: [0, 0, 0, 0, 0], own: null } }),
    ...mocks,
  })
  return {
    ...view,
    setOrder: (next: Order) => {
      order = next
    },
    countCalls: (name: string) => view.calls.filter((call) => call.name === name).length,
    getInput: (name: string) => view.calls.find((call) => call.name === name)?.input,
  }
}

const status = async () => within(await screen.findByRole('region', { name: 'Status' }))
const heading = async (name: string) => (await status()).findByRole('heading', { name })
const now = () => new Date().toISOString()

const PATH_ITEMS = [41, 42].map((course_id) => ({ course_id, title: `Course ${course_id}`, price: 30 }))

describe('The page of an order', () => {
  it('waits while the payment is on its way, and enrolls once it has arrived', async () => {
    const { setOrder, countCalls, getInput } = showOrder(buildOrder({ processing: true, provider: 'stripe' }))
    await heading('Still processing')
    screen.getByText(/You can close this tab/)
    expect(countCalls('enrollCourse')).toBe(0)
    setOrder(buildPaidOrder({ paid_date: now() }))
    await heading('Payment received')
    await waitFor(() => expect(countCalls('enrollCourse')).toBe(1))
    expect(getInput('enrollCourse')).toEqual({
      course_id: 41,
      course_title: 'Database Management from first principles',
    })
    expect(screen.getByRole('link', { name: 'Start learning' }).getAttribute('href')).toMatch(
      /^\/student\/CoursePage\/41-/,
    )
  })

  it('waits for the payment service after the return from it', async () => {
    const { setOrder } = showOrder(buildOrder({ provider: 'stripe', checkout_url: 'https://checkout.example/c/1' }))
    await heading('Waiting for the payment service')
    setOrder(buildPaidOrder({ paid_date: now() }))
    await heading('Payment received')
  })

  it('offers to pay an order that was left unpaid', async () => {
    showOrder(buildOrder())
    await heading('Not paid yet')
    expect(screen.getByRole('link', { name: 'Continue to payment' }).getAttribute('href')).toBe(
      '/student/purchases/501/pay',
    )
  })

  it('leads to the checkout page while the payment service has not made a checkout', async () => {
    showOrder(buildOrder({ provider: 'stripe', checkout_url: null }))
    await heading('Not paid yet')
    expect(screen.getByRole('link', { name: 'Continue to payment' }).getAttribute('href')).toBe('/student/checkout/41')
  })

  it('says that a declined payment charged nothing, and offers another try', async () => {
    showOrder(buildOrder({ problem: 'The card has expired' }))
    await heading('Declined, nothing was charged')
    screen.getByText('The card has expired.')
    expect(screen.getByRole('link', { name: 'Try again' }).getAttribute('href')).toBe('/student/purchases/501/pay')
  })

  it('says why a payment failed days later, and leads back to the checkout', async () => {
    showOrder(buildOrder({ status: 'expired', checkout_url: null, problem: 'The account is closed' }))
    await heading('Declined, nothing was charged')
    screen.getByText('The account is closed.')
    screen.getByRole('link', { name: 'Back to checkout' })
  })

  it.each(['pending', 'cancelled', 'expired'] as const)(
    'does not say that nothing was charged when another amount was paid: %s',
    async (orderStatus) => {
      showOrder(buildOrder({ status: orderStatus, problem: '$59.99 was paid instead of $60.00' }))
      await heading('Wrong amount paid')
      ;(await status()).getByText(/^\$59\.99 was paid instead of \$60\.00\. We refund it/)
      expect(screen.queryByText(/[Nn]othing was charged/)).toBeNull()
    },
  )

  it.each(['cancelled', 'expired'] as const)(
    'does not say that nothing was charged when it was paid after its end: %s',
    async (orderStatus) => {
      showOrder(buildOrder({ status: orderStatus, problem: '$60.00 was paid for an order that is not open' }))
      await heading('Paid too late')
      ;(await status()).getByText(/^\$60\.00 was paid for an order that is not open\. We refund it/)
      expect(screen.queryByText(/[Nn]othing was charged/)).toBeNull()
    },
  )

  it.each([
    ['$59.99 was paid instead of $60.00, and was refunded', 'Wrong amount paid'],
    ['$60.00 was paid for an order that is not open, and was refunded', 'Paid too late'],
    ['$60.00 was paid for an order that is not open, and the bank took it back', 'Paid too late'],
  ])('promises no refund of what was returned: %s', async (problem, title) => {
    showOrder(buildOrder({ status: 'expired', problem }))
    await heading(title)
    ;(await status()).getByText(`${problem}. Questions? Ask us in Chat.`)
  })

  it('settles a test payment at once when asked to', async () => {
    const { user, setOrder } = showOrder(buildOrder({ processing: true }), {
      settleTestOrder: () => {
        setOrder(buildPaidOrder({ paid_date: now() }))
        return { msg: buildPaidOrder({ paid_date: now() }) }
      },
    })
    await user.click(await screen.findByRole('button', { name: 'Settle the test payment now' }))
    await heading('Payment received')
  })

  it('shows the course as enrolled when the enrollment arrives after the course', async () => {
    let isEnrolled = false
    let enroll = () => {}
    const course = () => buildCourse({ enrolled: isEnrolled, lessons: 1 })
    const { user } = showOrder(buildPaidOrder({ paid_date: now() }), {
      enrollCourse: () =>
        new Promise((resolve) => {
          enroll = () => {
            isEnrolled = true
            resolve({ msg: 'You are enrolled' })
          }
        }),
      getCourseData: () => ({
        msg: {
          msg: { course: course(), materials: [buildLesson()], completed: [], sections: [] },
          enrolled: isEnrolled,
        },
      }),
      getReviews: () => ({ msg: [], nextPage: null }),
    })
    await user.click(await screen.findByRole('link', { name: 'Start learning' }))
    await screen.findByRole('button', { name: /^Enroll Today/ })
    enroll()
    await screen.findByRole('region', { name: 'Progress' })
  })

  it('enrolls in what the next order bought, too', async () => {
    const { router, calls } = showOrder(buildPaidOrder({ paid_date: now() }), {
      getOrder: ({ order_id }) => {
        const course_id = Number(order_id) - 460
        return {
          msg: buildPaidOrder({
            order_id: Number(order_id),
            paid_date: now(),
            items: [{ course_id, title: `Course ${course_id}`, price: 60 }],
          }),
        }
      },
    })
    await heading('Payment received')
    // As the browser's history leads from one to the other.
    await router.navigate('/student/purchases/502')
    const getEnrolled = () => calls.flatMap(({ name, input }) => (name === 'enrollCourse' ? [input] : []))
    await waitFor(() => expect(getEnrolled()).toMatchObject([{ course_id: 41 }, { course_id: 42 }]))
  })

  it('does not enroll again when an old order is looked at', async () => {
    const { countCalls } = showOrder(buildPaidOrder())
    await heading('Payment received')
    expect(countCalls('enrollCourse')).toBe(0)
  })

  it('offers another try when the course could not be opened', async () => {
    spyOnConsoleError()
    let isDown = true
    const { user } = showOrder(buildPaidOrder({ paid_date: now() }), {
      enrollCourse: () => {
        if (isDown) throw new AppError('not_ready')
        return { msg: 'You are enrolled' }
      },
    })
    expect((await screen.findByRole('alert')).textContent).toContain(ERRORS.not_ready[1])
    isDown = false
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await screen.findByRole('link', { name: 'Start learning' })
  })

  it('shows how to pay a manual order, with a reference to copy', async () => {
    const { user } = showOrder(
      buildOrder({ provider: 'manual', checkout_url: null, instructions: 'IBAN DE00 1234\nLantern Ltd' }),
    )
    await heading('Waiting for your payment')
    screen.getByText(/IBAN DE00 1234/)
    await user.click(screen.getByRole('button', { name: 'Copy reference' }))
    await screen.findByText('Copied')
    expect(await navigator.clipboard.readText()).toBe('2026-000123')
    screen.getByRole('button', { name: 'Copy amount' })
  })

  it('says when a manual order ends where the student is', async () => {
    stubTimeZone('America/New_York')
    showOrder(buildOrder({ provider: 'manual', checkout_url: null, expires_date: '2026-12-05T02:30:00.000Z' }))
    await screen.findByText('Without a payment this order ends on December 4, 2026.')
  })

  it('says that the courses of a path open when the payment arrives', async () => {
    showOrder(buildOrder({ provider: 'manual', checkout_url: null, items: PATH_ITEMS }))
    await heading('Waiting for your payment')
    screen.getByText(/The courses open when your payment arrives/)
  })

  it('cancels an unpaid order', async () => {
    const { user, setOrder } = showOrder(buildOrder({ provider: 'manual', checkout_url: null }), {
      cancelOrder: () => {
        const cancelled = buildOrder({ provider: 'manual', checkout_url: null, status: 'cancelled' })
        setOrder(cancelled)
        return { msg: cancelled }
      },
    })
    await user.click(await screen.findByRole('button', { name: 'Cancel order' }))
    await heading('Order canceled')
    screen.getByText('There is nothing to pay. If you have paid already, tell us in Chat.')
    expect(screen.getByRole('link', { name: 'Back to checkout' }).getAttribute('href')).toBe('/student/checkout/41')
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Status' })))
  })

  it('links to the receipt of a paid order and the credit note of a refunded one', async () => {
    showOrder(buildPaidOrder({ status: 'refunded', refunded: 60, refunded_date: '2026-11-21T09:00:00.000Z' }))
    await heading('Refunded')
    screen.getByText(/^\$60\.00 was refunded on November 21, 2026\./)
    expect(screen.getByRole('link', { name: /^Receipt/ }).getAttribute('href')).toBe('/api/orders/501/receipt.pdf')
    expect(screen.getByRole('link', { name: /^Credit note/ }).getAttribute('href')).toBe(
      '/api/orders/501/credit-note.pdf',
    )
    expect(screen.queryByRole('button', { name: 'Refund' })).toBeNull()
    expect(screen.queryByRole('link', { name: 'Start learning' })).toBeNull()
  })

  it.each([
    [buildPaidOrder({ status: 'partially_refunded', refunded: 20 }), 'Partly refunded', /^\$20\.00 was refunded/],
    [buildPaidOrder({ status: 'disputed' }), 'Payment disputed', /suspended until it decides/],
    [buildPaidOrder({ status: 'lost' }), 'Payment returned', /access from this order has ended/],
    [buildOrder({ status: 'cancelled' }), 'Order canceled', /^Nothing was charged\.$/],
    [buildOrder({ status: 'expired' }), 'Order expired', /Nothing was charged/],
    [
      buildOrder({ status: 'expired', provider: 'manual' }),
      'Order expired',
      /^It was not paid in time\. If you have paid already, tell us in Chat\.$/,
    ],
    [buildPaidOrder({ total: 0, provider: null }), 'Order complete', /nothing to pay/],
  ])('shows %# in words', async (order, title, text) => {
    showOrder(order)
    await heading(title)
    screen.getByText(text)
  })

  it.each(['refunded', 'cancelled'] as const)('leads to a course that is open otherwise: %s', async (orderStatus) => {
    showOrder(buildPaidOrder({ status: orderStatus, access_open: true, can_buy_again: false }))
    await screen.findByRole('link', { name: 'Start learning' })
    expect(screen.queryByRole('link', { name: /^(Buy again|Back to checkout)$/ })).toBeNull()
  })

  it.each([
    [
      'leads to the courses of a refunded path that is open otherwise as a whole',
      false,
      'Go to My Courses',
      'Buy again',
    ],
    ['offers a refunded path again while courses of it are not open', true, 'Buy again', 'Go to My Courses'],
  ])('%s', async (_title, can_buy_again, link, otherLink) => {
    const path = { path_id: 71, path_title: 'Data analyst', items: PATH_ITEMS }
    showOrder(buildPaidOrder({ ...path, status: 'refunded', access_open: true, can_buy_again }))
    await screen.findByRole('link', { name: link })
    expect(screen.queryByRole('link', { name: otherLink })).toBeNull()
  })

  it('does not offer again what is not sold any more', async () => {
    showOrder(buildPaidOrder({ status: 'refunded', can_buy_again: false }))
    await heading('Refunded')
    expect((await status()).queryByRole('link')).toBeNull()
  })

  it('offers a refunded order again', async () => {
    showOrder(buildPaidOrder({ status: 'refunded' }))
    const link = await screen.findByRole('link', { name: 'Buy again' })
    expect(link.getAttribute('href')).toBe('/student/checkout/41')
  })

  it('shows a page of its own for an order of somebody else', async () => {
    spyOnConsoleError()
    showOrder(buildOrder(), { getOrder: failWith('order_not_found') })
    await screen.findByRole('heading', { name: 'Order not found' })
    expect(
      within(screen.getByRole('main')).getAllByRole('link', { name: 'My purchases' })[0]?.getAttribute('href'),
    ).toBe('/student/purchases')
  })
})

describe('A refund', () => {
  it.each([
    [
      { provider: 'stripe', items: buildOrder().items },
      /It can take 5 to 10 days to arrive\. Access .* ended\. .* buy the course again/,
    ],
    [{ provider: 'manual', items: buildOrder().items }, /was refunded\. Access from this order has ended\./],
    [{ provider: 'test', items: PATH_ITEMS }, /was refunded\. Access .* buy the courses again/],
  ] as const)('says what has become of the money and the access: %#', async (values, text) => {
    showOrder(buildPaidOrder({ ...values, items: [...values.items], status: 'refunded', refunded: 60 }))
    await heading('Refunded')
    screen.getByText(text)
  })

  it.each([
    [{ refund_to_send: 60 }, /^\$60\.00 was refunded\. We return it the way you paid\./],
    [
      { refund_sent_date: '2026-11-22T09:00:00.000Z' },
      /^\$60\.00 was refunded\. The money was sent on November 22, 2026\./,
    ],
  ])('of a manual order says whether the money was sent: %#', async (values, text) => {
    showOrder(buildPaidOrder({ ...values, provider: 'manual', status: 'refunded', refunded: 60 }))
    await heading('Refunded')
    screen.getByText(text)
  })

  it('shows the days left and the rule, and refunds after a confirmation', async () => {
    const refunded = buildPaidOrder({ status: 'refunded', refunded: 60, refundable_until: null })
    const { user, setOrder, getInput } = showOrder(buildPaidOrder(), {
      refundOrder: () => {
        setOrder(refunded)
        return { msg: refunded }
      },
    })
    const box = within(await screen.findByRole('region', { name: 'Refund' }))
    box.getByText(/10 days left/)
    box.getByText(/Full refund within 30 days, no questions asked/)
    await user.click(box.getByRole('button', { name: 'Refund' }))
    const dialog = within(screen.getByRole('dialog', { name: 'Refund $60.00?' }))
    expect(document.activeElement).toBe(dialog.getByRole('button', { name: 'Keep the course' }))
    dialog.getByText(/^The course closes at once, or after our review if you have had three refunds in a year\./)
    expect(dialog.queryByRole('radio')).toBeNull()
    await user.click(dialog.getByRole('button', { name: 'Refund $60.00' }))
    await heading('Refunded')
    expect(screen.queryByRole('dialog')).toBeNull()
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Status' })))
    expect(getInput('refundOrder')).toEqual({ order_id: 501, review: 'keep' })
  })

  it('is possible until the day that it is where the student is', async () => {
    stubTimeZone('America/New_York')
    showOrder(buildPaidOrder({ refundable_until: '2026-12-22T02:30:00.000Z' }))
    const box = within(await screen.findByRole('region', { name: 'Refund' }))
    box.getByText(/^Until December 21, 2026/)
  })

  it('lets the student remove the review', async () => {
    const { user, getInput } = showOrder(buildPaidOrder(), {
      getReviewSummary: () => ({ msg: { counts: [0, 0, 0, 0, 1], own: buildReview() } }),
      refundOrder: () => ({ msg: buildPaidOrder({ status: 'refunded', refunded: 60 }) }),
    })
    await user.click(await screen.findByRole('button', { name: 'Refund' }))
    expect((await screen.findByRole<HTMLInputElement>('radio', { name: /Keep my review/ })).checked).toBe(true)
    await user.click(screen.getByRole('radio', { name: /Remove my review/ }))
    await user.click(screen.getByRole('button', { name: 'Refund $60.00' }))
    await waitFor(() => expect(getInput('refundOrder')).toEqual({ order_id: 501, review: 'remove' }))
  })

  it('of the rest is offered after an admin has refunded a part', async () => {
    const order = buildPaidOrder({ status: 'partially_refunded', refunded: 19.99 })
    const { user } = showOrder(order)
    await heading('Partly refunded')
    await user.click(await screen.findByRole('button', { name: 'Refund' }))
    screen.getByRole('dialog', { name: 'Refund $40.01?' })
  })

  it('of a path names its courses, and asks about the review of any of them', async () => {
    const { user } = showOrder(buildPaidOrder({ path_id: 71, path_title: 'Data analyst', items: PATH_ITEMS }), {
      getReviewSummary: ({ course_id }) => ({
        msg: { counts: [0, 0, 0, 0, 0], own: course_id === 42 ? buildReview() : null },
      }),
    })
    await (await status()).findByText(/Your courses are open/)
    await user.click(await screen.findByRole('button', { name: 'Refund' }))
    const dialog = within(screen.getByRole('dialog'))
    dialog.getByText(/^The courses close at once/)
    dialog.getByRole('button', { name: 'Keep the courses' })
    await dialog.findByRole('radio', { name: /Remove my review/ })
  })

  it('is not made when the student keeps the course', async () => {
    const { user, countCalls } = showOrder(buildPaidOrder())
    await user.click(await screen.findByRole('button', { name: 'Refund' }))
    await user.click(screen.getByRole('button', { name: 'Keep the course' }))
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(countCalls('refundOrder')).toBe(0)
  })

  it('that an admin reviews is shown as requested, without another button', async () => {
    const { user, setOrder } = showOrder(buildPaidOrder(), {
      refundOrder: () => {
        const requested = buildPaidOrder({ refund_requested_date: now() })
        setOrder(requested)
        return { msg: requested }
      },
    })
    await user.click(await screen.findByRole('button', { name: 'Refund' }))
    await user.click(screen.getByRole('button', { name: 'Refund $60.00' }))
    await heading('Refund requested')
    expect(screen.queryByRole('button', { name: 'Refund' })).toBeNull()
  })

  it('that the payment service has not confirmed is on its way, and the course is closed', async () => {
    showOrder(buildPaidOrder({ refundable: 0, refund_requested_date: now(), refund_pending: true, access_open: false }))
    await heading('Refund on its way')
    screen.getByText(/We keep trying/)
    expect(screen.queryByRole('region', { name: 'Refund' })).toBeNull()
    expect(screen.queryByRole('link', { name: 'Start learning' })).toBeNull()
  })

  it('of a part that is on its way leaves the course open, and the rest can be refunded', async () => {
    const { user } = showOrder(buildPaidOrder({ refundable: 40, refund_pending: true }))
    await heading('Refund on its way')
    screen.getByRole('link', { name: 'Start learning' })
    await user.click(screen.getByRole('button', { name: 'Refund' }))
    screen.getByRole('dialog', { name: 'Refund $40.00?' })
  })

  it.each([
    ['that the payment service has refused for good', { refund_requested_date: now() }, 'Refund requested'],
    ['of a part, with the rest refused for good', { status: 'partially_refunded', refunded: 20 }, 'Partly refunded'],
    ['that never was, with the access ended by an admin,', {}, 'Payment received'],
  ] as const)('%s does not lead to a closed course', async (_title, values, title) => {
    showOrder(buildPaidOrder({ ...values, access_open: false }))
    await heading(title)
    expect((await status()).queryByText(/open/)).toBeNull()
    expect(screen.queryByRole('link', { name: 'Start learning' })).toBeNull()
  })

  it('that fails says why in the dialog, which stays open, while the order is still asked for', async () => {
    let isRefused = false
    const { user } = showOrder(buildPaidOrder(), {
      getOrder: () => (isRefused ? new Promise(() => {}) : { msg: buildPaidOrder() }),
      refundOrder: () => {
        isRefused = true
        throw new AppError('refund_too_late')
      },
    })
    await user.click(await screen.findByRole('button', { name: 'Refund' }))
    await user.click(screen.getByRole('button', { name: 'Refund $60.00' }))
    const dialog = within(screen.getByRole('dialog'))
    await dialog.findByText(ERRORS.refund_too_late[1])
  })

  it('is no longer offered after its time', async () => {
    showOrder(buildPaidOrder({ refundable_until: null }))
    await screen.findByText(/The time for a refund is over/)
    expect(screen.queryByRole('button', { name: 'Refund' })).toBeNull()
  })
})
