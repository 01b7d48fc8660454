import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { Order } from '#contract/schemas/commerce/orders.ts'
import { mockSignedIn } from '#web/testing/factories.ts'
import { failWith } from '#web/testing/fail-with.ts'
import { buildOrder, buildPaidOrder } from '#web/testing/order-factories.ts'
import { renderScreen } from '#web/testing/render-screen.tsx'
import { spyOnConsoleError } from '#web/testing/spy-on-console-error.ts'

const showPurchases = (orderPages: Order[][]) =>
  renderScreen('/student/purchases', {
    ...mockSignedIn(),
    getMyOrders: ({ page }) => ({
      msg: orderPages[Number(page) - 1] ?? [],
      nextPage: Number(page) < orderPages.length ? Number(page) + 1 : null,
    }),
  })

describe('My purchases', () => {
  it('lists each order with its state, date, total and receipt', async () => {
    showPurchases([
      [
        buildOrder({ order_id: 502, number: '2026-000124' }),
        buildPaidOrder(),
        buildPaidOrder({ order_id: 500, number: '2026-000122', status: 'refunded', refunded: 60 }),
      ],
    ])
    const [open, paid, refunded] = (await screen.findAllByRole('article')).map((row) => within(row))
    if (!open || !paid || !refunded) throw new Error('There are not three orders')
    open.getByText('Awaiting payment')
    expect(open.queryByRole('link', { name: /Receipt/ })).toBeNull()
    paid.getByText('Paid')
    paid.getByText('November 20, 2026')
    paid.getByText('$60.00')
    expect(paid.getByRole('link', { name: /^Database/ }).getAttribute('href')).toBe('/student/purchases/501')
    expect(paid.getByRole('link', { name: /^Receipt/ }).getAttribute('href')).toBe('/api/orders/501/receipt.pdf')
    expect(paid.queryByRole('link', { name: /Credit note/ })).toBeNull()
    refunded.getByText('Refunded')
    expect(refunded.getByRole('link', { name: /^Credit note/ }).getAttribute('href')).toBe(
      '/api/orders/500/credit-note.pdf',
    )
  })

  it('loads further orders', async () => {
    const { user } = showPurchases([[buildPaidOrder()], [buildPaidOrder({ order_id: 400, number: '2026-000100' })]])
    await screen.findByText('Order 2026-000123')
    await user.click(screen.getByRole('button', { name: 'Load more' }))
    await screen.findByText('Order 2026-000100')
    screen.getByText('No more data')
  })

  it('leads a student without orders to the courses', async () => {
    showPurchases([[]])
    await screen.findByText('No purchases yet')
    expect(within(screen.getByRole('main')).getByRole('link', { name: 'All courses' }).getAttribute('href')).toBe(
      '/student/allcourses',
    )
  })

  it('shows an error when the orders cannot be loaded', async () => {
    spyOnConsoleError()
    renderScreen('/student/purchases', { ...mockSignedIn(), getMyOrders: failWith('not_ready') })
    await screen.findByRole('button', { name: 'Reload page' })
  })
})
