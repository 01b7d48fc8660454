import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { AppError, ERRORS } from '#contract/errors.ts'
import { mockSignedIn } from '#web/testing/factories.ts'
import { failWith } from '#web/testing/fail-with.ts'
import { buildCheckout, buildOrder, buildPaidOrder, buildQuote } from '#web/testing/order-factories.ts'
import { type CallMocks, renderScreen } from '#web/testing/render-screen.tsx'
import { spyOnConsoleError } from '#web/testing/spy-on-console-error.ts'

function showCheckout(
  values: Parameters<typeof buildCheckout>[0] = {},
  mocks: CallMocks = {},
  address = '/student/checkout/41',
) {
  const view = renderScreen(address, {
    ...mockSignedIn(),
    getCheckout: () => ({ msg: buildCheckout(values) }),
    getOrder: () => ({ msg: buildOrder() }),
    ...mocks,
  })
  const countCalls = (name: string) => view.calls.filter((call) => call.name === name).length
  const getInput = (name: string) => view.calls.find((call) => call.name === name)?.input
  return { ...view, countCalls, getInput, getPath: () => view.router.state.location.pathname }
}

const getLines = () =>
  [...document.querySelectorAll('dl > div')].map((line) => [...line.children].map((part) => part.textContent))
const pay = (total = '$60.00') => screen.findByRole('button', { name: `Pay ${total}` })

describe('The checkout', () => {
  it('shows the price from the list price to the total, the refund rule and the test mode', async () => {
    showCheckout()
    await pay()
    expect(getLines()).toEqual([
      ['Price', '$80.00'],
      ['Discount', '-$20.00'],
      ['Total', '$60.00'],
    ])
    screen.getByText('Test mode. No money is charged.')
    screen.getByText(
      'Full refund within 30 days, no questions asked. After three refunds in a year, requests are reviewed.',
    )
  })

  it('shows a tax that is part of the total below it', async () => {
    showCheckout({
      quote: buildQuote({ list_price: 60, discount: 0, tax: 9.58 }),
      settings: { providers: ['stripe'], currency: 'EUR', tax_rate: 19, tax_included: true },
    })
    await pay('€60.00')
    expect(getLines()).toEqual([
      ['Total', '€60.00'],
      ['Includes 19% tax', '€9.58'],
    ])
    expect(screen.queryByText(/Test mode/)).toBeNull()
  })

  it('shows a tax that is added above the total', async () => {
    showCheckout({
      quote: buildQuote({ list_price: 60, discount: 0, tax: 11.4, total: 71.4 }),
      settings: { providers: ['stripe'], currency: 'USD', tax_rate: 19, tax_included: false },
    })
    await pay('$71.40')
    expect(getLines()).toEqual([
      ['Price', '$60.00'],
      ['Tax (19%)', '$11.40'],
      ['Total', '$71.40'],
    ])
  })

  it('orders once on a double click and opens the test payment page', async () => {
    const { user, countCalls, getInput, getPath } = showCheckout(
      {},
      {
        createOrder: () => ({ msg: buildOrder() }),
      },
    )
    await user.dblClick(await pay())
    await screen.findByRole('heading', { name: 'Test payment' })
    expect(getPath()).toBe('/student/purchases/501/pay')
    expect(countCalls('createOrder')).toBe(1)
    expect(getInput('createOrder')).toEqual({ course_id: 41, total: 60, provider: 'test' })
  })

  it('says that nothing was charged when the server cannot be reached, and orders at the next click', async () => {
    let isOffline = true
    const { user, countCalls } = showCheckout(
      {},
      {
        createOrder: () => {
          if (isOffline) throw new AppError('connection')
          return { msg: buildOrder() }
        },
      },
    )
    await user.click(await pay())
    expect((await screen.findByRole('alert')).textContent).toBe(
      'We couldn’t reach the server. Nothing was charged. Try again.',
    )
    isOffline = false
    await user.click(await pay())
    await screen.findByRole('heading', { name: 'Test payment' })
    expect(countCalls('createOrder')).toBe(2)
  })

  it('shows the new total when the price has changed, and orders only after another click', async () => {
    let total = 60
    const { user, countCalls } = showCheckout(
      {},
      {
        getCheckout: () => ({ msg: buildCheckout({ quote: buildQuote({ total, list_price: total, discount: 0 }) }) }),
        createOrder: (input) => {
          if (input.total !== 75) {
            total = 75
            throw new AppError('price_changed')
          }
          return { msg: buildOrder({ total: 75 }) }
        },
      },
    )
    await user.click(await pay())
    expect((await screen.findByRole('alert')).textContent).toBe('The price has changed. The new total is $75.00.')
    expect(countCalls('createOrder')).toBe(1)
    await user.click(await pay('$75.00'))
    await screen.findByRole('heading', { name: 'Test payment' })
  })

  it('of another course begins without the coupon of the first', async () => {
    const { user, router, getInput } = showCheckout(
      {},
      {
        checkCoupon: () => ({ msg: buildQuote({ total: 10 }) }),
        getCheckout: ({ course_id }) => ({
          msg: buildCheckout({ quote: buildQuote({ total: course_id === 42 ? 90 : 60 }) }),
        }),
      },
    )
    await pay()
    await user.type(screen.getByLabelText('Coupon code'), 'TEN{Enter}')
    await pay('$10.00')
    expect(getInput('checkCoupon')).toEqual({ course_id: 41, code: 'TEN' })
    // As the browser's history leads from one to the other.
    await router.navigate('/student/checkout/42')
    await pay('$90.00')
  })

  it('leads into a course that the student has already', async () => {
    showCheckout({ owned: true })
    await screen.findByRole('heading', { name: 'You already have this course' })
    expect(screen.getByRole('link', { name: 'Go to course' }).getAttribute('href')).toContain('/student/CoursePage/41-')
    expect(screen.queryByRole('button', { name: /^Pay/ })).toBeNull()
  })

  it('shows that the course was bought in another tab meanwhile', async () => {
    let owned = false
    const { user } = showCheckout(
      {},
      {
        getCheckout: () => ({ msg: buildCheckout({ owned }) }),
        createOrder: () => {
          owned = true
          throw new AppError('already_owned')
        },
      },
    )
    await user.click(await pay())
    await screen.findByRole('heading', { name: 'You already have this course' })
  })

  it('has nothing to pay where courses are not charged', async () => {
    showCheckout({ settings: { providers: [], currency: 'USD', tax_rate: 0, tax_included: true } })
    await screen.findByRole('heading', { name: 'There is nothing to pay' })
    expect(screen.queryByRole('button', { name: /^Pay/ })).toBeNull()
  })

  it('sells a path with its courses, without those that the student has', async () => {
    const path = { path_id: 71, title: 'Web developer', image_url: '', courses: 3 }
    const items = [
      { course_id: 42, title: 'CSS', price: 40 },
      { course_id: 43, title: 'Forms', price: 20 },
    ]
    const { user, getInput, getPath } = showCheckout(
      { course: null, path, items },
      { createOrder: () => ({ msg: buildOrder({ path_id: 71, path_title: 'Web developer', items }) }) },
      '/student/checkout/path/71',
    )
    await pay()
    expect(getInput('getCheckout')).toEqual({ path_id: 71 })
    screen.getByText('Path of 3 courses, lifetime access')
    screen.getByText('Forms')
    screen.getByText(/The shares of the courses that you have already are taken off/)
    await user.click(await pay())
    await screen.findByRole('heading', { name: 'Test payment' })
    expect(getInput('createOrder')).toEqual({ path_id: 71, total: 60, provider: 'test' })
    expect(getPath()).toBe('/student/purchases/501/pay')
  })

  it('leads to a path whose courses the student has already', async () => {
    const path = { path_id: 71, title: 'Web developer', image_url: '', courses: 3 }
    showCheckout({ course: null, path, items: [], owned: true }, {}, '/student/checkout/path/71')
    await screen.findByRole('heading', { name: 'You already have these courses' })
    expect(screen.getByRole('link', { name: 'Go to path' }).getAttribute('href')).toBe('/paths/71-web-developer')
  })

  it('continues an open order with its own prices', async () => {
    showCheckout({ open_order: buildOrder({ total: 48, coupon: 12, coupon_code: 'SPRING' }), quote: buildQuote() })
    const link = await screen.findByRole('link', { name: 'Continue to payment' })
    expect(link.getAttribute('href')).toBe('/student/purchases/501/pay')
    expect(getLines()).toContainEqual(['Coupon SPRING', '-$12.00'])
    expect(getLines()).toContainEqual(['Total', '$48.00'])
    expect(screen.queryByRole('button', { name: /^Pay/ })).toBeNull()
  })

  it('leads to the payment service’s page of an open order', async () => {
    showCheckout({ open_order: buildOrder({ provider: 'stripe', checkout_url: 'https://checkout.example/c/1' }) })
    const link = await screen.findByRole('link', { name: 'Continue to payment' })
    expect(link.getAttribute('href')).toBe('https://checkout.example/c/1')
  })

  it('cancels an open order and offers a new one', async () => {
    let isOpen = true
    const { user, getInput } = showCheckout(
      {},
      {
        getCheckout: () => ({ msg: buildCheckout({ open_order: isOpen ? buildOrder() : null }) }),
        cancelOrder: () => {
          isOpen = false
          return { msg: buildOrder({ status: 'cancelled' }) }
        },
      },
    )
    await user.click(await screen.findByRole('button', { name: 'Cancel order' }))
    await pay()
    expect(getInput('cancelOrder')).toEqual({ order_id: 501 })
    screen.getByText('Order 2026-000123 was canceled')
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Checkout' })))
  })

  it('offers no second payment while one is on its way', async () => {
    showCheckout({ open_order: buildOrder({ processing: true }) })
    expect((await screen.findByRole('link', { name: 'View order' })).getAttribute('href')).toBe(
      '/student/purchases/501',
    )
    expect(screen.queryByRole('button', { name: 'Cancel order' })).toBeNull()
    expect(screen.queryByRole('link', { name: 'Continue to payment' })).toBeNull()
  })

  it('offers the open order when the browser brings the page back from the payment service', async () => {
    // jsdom does not leave the page, and says so on the console.
    let isOrdered = false
    const order = buildOrder({ provider: 'stripe', checkout_url: 'https://checkout.example/c/1' })
    const { user, countCalls } = showCheckout(
      {},
      {
        getCheckout: () => ({
          msg: buildCheckout({
            settings: { providers: ['stripe'], currency: 'USD', tax_rate: 0, tax_included: true },
            open_order: isOrdered ? order : null,
          }),
        }),
        createOrder: () => {
          isOrdered = true
          return { msg: order }
        },
      },
    )
    await user.click(await pay())
    const leaving = await screen.findByRole('button', { name: 'One moment…' })
    await user.click(leaving)
    expect(countCalls('createOrder')).toBe(1)
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
    const link = await screen.findByRole('link', { name: 'Continue to payment' })
    expect(link.getAttribute('href')).toBe('https://checkout.example/c/1')
  })

  it('offers the payment methods of the site and orders with the chosen one', async () => {
    const { user, getInput, getPath } = showCheckout(
      { settings: { providers: ['stripe', 'manual'], currency: 'USD', tax_rate: 0, tax_included: true } },
      {
        createOrder: () => ({ msg: buildOrder({ provider: 'manual', checkout_url: null }) }),
        getOrder: () => ({ msg: buildOrder({ provider: 'manual', checkout_url: null }) }),
      },
    )
    await pay()
    const group = within(screen.getByRole('group', { name: 'Payment method' }))
    expect(group.getByRole<HTMLInputElement>('radio', { name: /Card or wallet/ }).checked).toBe(true)
    await user.click(group.getByRole('radio', { name: /Bank transfer/ }))
    await user.click(screen.getByRole('button', { name: 'Place order for $60.00' }))
    await screen.findByRole('heading', { name: 'Waiting for your payment' })
    expect(getPath()).toBe('/student/purchases/501')
    expect(getInput('createOrder')).toEqual({ course_id: 41, total: 60, provider: 'manual' })
  })

  it('shows No Course Found for a course that does not exist', async () => {
    spyOnConsoleError()
    showCheckout({}, { getCheckout: failWith('course_not_found') })
    await screen.findByText('No Course Found')
  })
})

describe('A coupon at the checkout', () => {
  const withCoupon = buildQuote({ coupon: 15, total: 45 })

  it('lowers the total and is ordered with; removed, the price is back', async () => {
    const { user, getInput } = showCheckout(
      {},
      { checkCoupon: () => ({ msg: withCoupon }), createOrder: () => ({ msg: buildOrder() }) },
    )
    await user.type(await screen.findByLabelText('Coupon code'), 'spring')
    await user.click(screen.getByRole('button', { name: 'Apply' }))
    await pay('$45.00')
    expect(getLines()).toContainEqual(['Coupon SPRING', '-$15.00'])
    const remove = screen.getByRole('button', { name: 'Remove coupon SPRING' })
    expect(document.activeElement).toBe(remove)
    expect(getInput('checkCoupon')).toEqual({ course_id: 41, code: 'spring' })

    await user.click(remove)
    await pay('$60.00')
    expect(document.activeElement).toBe(screen.getByLabelText('Coupon code'))

    await user.keyboard('spring{Enter}')
    await user.click(await pay('$45.00'))
    await waitFor(() =>
      expect(getInput('createOrder')).toEqual({ course_id: 41, total: 45, provider: 'test', coupon: 'SPRING' }),
    )
  })

  it('shows at the field why it is not valid', async () => {
    const { user } = showCheckout(
      {},
      {
        checkCoupon: () => {
          throw new AppError('coupon_not_valid', { text: 'This coupon has ended' })
        },
      },
    )
    const field = await screen.findByLabelText('Coupon code')
    await user.type(field, 'OLD{Enter}')
    await screen.findByText('This coupon has ended')
    expect(field.getAttribute('aria-invalid')).toBe('true')
    await pay('$60.00')
  })

  it('asks for a code before it asks the server', async () => {
    const { user, countCalls } = showCheckout()
    await user.click(await screen.findByRole('button', { name: 'Apply' }))
    screen.getByText('Enter a coupon code')
    expect(countCalls('checkCoupon')).toBe(0)
  })

  it('is removed with its reason when the last use went to someone else', async () => {
    const { user } = showCheckout(
      {},
      { checkCoupon: () => ({ msg: withCoupon }), createOrder: failWith('coupon_not_valid') },
    )
    await user.type(await screen.findByLabelText('Coupon code'), 'LAST{Enter}')
    await user.click(await pay('$45.00'))
    await screen.findByText(ERRORS.coupon_not_valid[1])
    await pay('$60.00')
  })

  it('that pays everything opens the course at once', async () => {
    const { user, calls, getPath, getInput } = showCheckout(
      {},
      {
        checkCoupon: () => ({ msg: buildQuote({ coupon: 60, total: 0 }) }),
        createOrder: () => ({ msg: buildPaidOrder({ total: 0, coupon: 60, provider: null }) }),
        enrollCourse: () => ({ msg: 'You are enrolled' }),
        getCourseData: failWith('course_not_found'),
      },
    )
    spyOnConsoleError()
    await user.type(await screen.findByLabelText('Coupon code'), 'FREE{Enter}')
    await user.click(await screen.findByRole('button', { name: 'Get this course' }))
    await waitFor(() => expect(getPath()).toMatch(/^\/student\/CoursePage\/41-/))
    expect(getInput('createOrder')).toMatchObject({ coupon: 'FREE', total: 0 })
    expect(calls.map(({ name }) => name).filter((name) => /Order|enroll/.test(name))).toEqual([
      'createOrder',
      'enrollCourse',
    ])
  })
})
