import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { AppError } from '#contract/errors.ts'
import type { Order } from '#contract/schemas/commerce/orders.ts'
import { mockSignedIn } from '#web/testing/factories.ts'
import type { CallMocks } from '#web/testing/render-screen.tsx'
import { showScreen } from '#web/testing/show-screen.ts'
import { buildOrder } from './build-order.ts'
// Lazy routes: loading them here keeps the import's time out of the tests that open them.
import './order/order-screen.tsx'
import './orders-screen.tsx'

const PENDING = buildOrder({
  ...{ order_id: 502, number: '2026-000502', status: 'pending', provider: 'manual', paid_date: null, total: 1_200 },
  buyer: { student_id: 8, name: 'Ken Watanabe', email: 'ken@mail.example' },
})
const PART = buildOrder({ order_id: 503, number: '2026-000503', status: 'partially_refunded', refunded: 12.5 })
const ASKED = buildOrder({ order_id: 504, number: '2026-000504', refund_requested_date: '2026-11-21T09:30:00.000Z' })
const FREE = buildOrder({ order_id: 505, number: '2026-000505', total: 0, provider: null })

const settings = (values: object = {}) => ({
  getPaymentSettings: () => ({
    msg: { providers: ['test' as const], currency: 'USD', tax_rate: 0, tax_included: true, ...values },
  }),
})
const showOrders = (orders: Order[], mocks: CallMocks = {}, address = '/dashboard/orders') =>
  showScreen(address, {
    ...mockSignedIn({ role: 'admin' }),
    ...settings(),
    getOrders: () => ({ msg: orders, nextPage: null }),
    ...mocks,
  })
const findRow = (text: RegExp) => screen.findByRole('row', { name: text })

describe('The orders panel', () => {
  it('lists number, buyer, course, date, status and total of each order', async () => {
    await showOrders([buildOrder(), PENDING, PART, ASKED, FREE])
    const cells = within(await findRow(/000501/)).getAllByRole('cell')
    expect(cells.map(({ textContent }) => textContent).slice(1)).toEqual([
      'Databases',
      'Nov 20, 2026',
      'Paid',
      '$60.00',
    ])
    expect(cells[0]?.textContent).toContain('2026-000501Mara Ilves · mara@mail.example')
    expect((await findRow(/000502/)).textContent).toMatch(/Awaiting payment.*\$1,200\.00$/)
    expect((await findRow(/000503/)).textContent).toMatch(/Partly refunded.*\$60\.00−\$12\.50 refunded$/)
    expect((await findRow(/000504/)).textContent).toContain('Refund requested')
    expect((await findRow(/000505/)).textContent).toMatch(/Free$/)
    expect(screen.getByRole('link', { name: '2026-000501' }).getAttribute('href')).toBe('/dashboard/orders/501')
    expect(screen.getByText('No more orders')).toBeTruthy()
  })

  it('loads and exports what the search and the filter of the address admit', async () => {
    const { user, calls } = await showOrders([ASKED], {}, '/dashboard/orders?type=Refund%20requested')
    const getLastInput = () => calls.findLast(({ name }) => name === 'getOrders')?.input
    expect(getLastInput()).toEqual({ page: 1, search_text: '', select_data: 'refund_requested' })
    await user.selectOptions(screen.getByRole('combobox', { name: 'Show' }), 'Charged back')
    await user.type(screen.getByRole('searchbox', { name: 'Search by number, name, email or course' }), 'mara{Enter}')
    await waitFor(() => expect(getLastInput()).toEqual({ page: 1, search_text: 'mara', select_data: 'lost' }))
    await waitFor(() =>
      expect(screen.getByRole('link', { name: 'Export CSV' }).getAttribute('href')).toBe(
        '/api/exports/orders.csv?search_text=mara&select_data=lost',
      ),
    )
  })

  it('names a filter as the badge of its orders', async () => {
    const { calls } = await showOrders([buildOrder({ status: 'cancelled' })], {}, '/dashboard/orders?type=Canceled')
    expect((await findRow(/000501/)).textContent).toContain('Canceled')
    expect(calls.find(({ name }) => name === 'getOrders')?.input).toMatchObject({ select_data: 'cancelled' })
  })

  it('returns from an order to the list as it was filtered', async () => {
    const { user } = await showOrders(
      [buildOrder()],
      { getOrder: () => ({ msg: buildOrder() }), getOrderEvents: () => ({ msg: [] }) },
      '/dashboard/orders?search=mara&type=Paid',
    )
    await user.click(await screen.findByRole('link', { name: '2026-000501' }))
    await screen.findByRole('heading', { level: 1, name: 'Order 2026-000501' })
    expect(screen.getByRole('link', { name: 'All orders' }).getAttribute('href')).toBe(
      '/dashboard/orders?search=mara&type=Paid',
    )
  })

  it('says that there are no orders yet', async () => {
    await showOrders([])
    expect(await screen.findByText('No orders yet')).toBeTruthy()
    expect(screen.queryByText('Prices are shown but not charged.')).toBeNull()
  })

  it('says that payments are off', async () => {
    await showOrders([], settings({ providers: [] }))
    expect(await screen.findByText(/^Payments are off/)).toBeTruthy()
    expect(screen.getByText('Prices are shown but not charged.')).toBeTruthy()
  })

  it('says that no order matches, and clears the filters', async () => {
    const { user } = await showOrders([], {}, '/dashboard/orders?search=nobody')
    expect(await screen.findByText('No orders match “nobody”.')).toBeTruthy()
    await user.click(screen.getByRole('link', { name: 'Clear filters' }))
    expect(await screen.findByText('No orders yet')).toBeTruthy()
  })

  it('loads again after a failure', async () => {
    let isDown = true
    const { user } = await showOrders([], {
      getOrders: () => {
        if (isDown) throw new AppError('connection')
        return { msg: [buildOrder()], nextPage: null }
      },
    })
    const retry = await screen.findByRole('button', { name: 'Try again' })
    isDown = false
    await user.click(retry)
    expect(await findRow(/000501/)).toBeTruthy()
  })
})

it('puts the other panels below the eight of the spec', async () => {
  await showOrders([])
  const links = within(screen.getByRole('navigation', { name: 'Dashboard' })).getAllByRole('link')
  expect(links.map(({ textContent }) => textContent)).toEqual([
    ...['Users', 'Courses', 'Blogs', 'Analytics', 'Reviews', 'Chat', 'System log', 'Maintenance'],
    ...['Orders', 'Coupons', 'Paths', 'Certificates', 'Submissions', 'Audit log', 'Trash', 'System'],
  ])
  expect(
    links.filter((link) => link.getAttribute('aria-current') === 'page').map(({ textContent }) => textContent),
  ).toEqual(['Orders'])
})
