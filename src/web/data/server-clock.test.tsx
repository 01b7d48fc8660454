import { dehydrate, hydrate, QueryClientProvider, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Transport } from '#contract/contract.ts'
import { query } from './api.ts'
import { createQueryClient } from './query-client.ts'
import { dateByBrowser, toServerTime } from './server-clock.ts'
import { maintenanceQuery } from './site-state.ts'

const NOW = Date.parse('2026-11-28T12:00:00.000Z')
const paymentSettings = query('getPaymentSettings', {})

beforeEach(() => {
  // Not the performance clock, which the tests replace.
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
  vi.setSystemTime(NOW)
})
afterEach(() => {
  arrive(createPage(0))
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** @param transferSize bytes of the page that came over the network */
function arrive(page: ReturnType<typeof createPage>, transferSize = 9_000): void {
  vi.stubGlobal('performance', { ...performance, getEntriesByType: () => [{ transferSize }] })
  dateByBrowser(page)
}

/** The state of a page by the server's clock, the second answer a moment after the first. @param lag of that clock */
function createPage(lag: number) {
  vi.setSystemTime(NOW - lag)
  const client = createQueryClient((() => Promise.reject(new Error('No calls'))) as Transport, { retry: false })
  client.setQueryData(maintenanceQuery.queryKey, { msg: [{ status: true }] }, { updatedAt: NOW - lag - 40 })
  client.setQueryData(paymentSettings.queryKey, {
    msg: { providers: [], currency: 'EUR', tax_rate: 0, tax_included: true },
  })
  const page = dehydrate(client)
  vi.setSystemTime(NOW)
  return page
}

function Screen() {
  const { currency } = useSuspenseQuery(paymentSettings).data.msg
  useQuery(maintenanceQuery)
  return <p>{currency}</p>
}

/** The calls of a page that has just arrived, and of what is shown on it later. */
function show(page: ReturnType<typeof createPage>) {
  const calls: string[] = []
  const transport = ((name: string) => {
    calls.push(name)
    return new Promise(() => {})
  }) as Transport
  const client = createQueryClient(transport, { retry: false })
  hydrate(client, page)
  const view = () =>
    render(
      <QueryClientProvider client={client}>
        <Screen />
      </QueryClientProvider>,
    )
  view()
  screen.getByText('EUR')
  return { calls, showLater: () => void view() }
}

it.each([
  ['has taken five seconds', 5_000],
  ['comes from a server whose clock is an hour behind', 3_600_000],
  ['comes from a server whose clock is an hour ahead', -3_600_000],
])('a page that %s is not asked for again at once, but a second later', (_title, lag) => {
  const page = createPage(lag)
  arrive(page)
  const { calls, showLater } = show(page)
  expect(calls).toEqual([])
  vi.setSystemTime(NOW + 1_100)
  showLater()
  expect(calls.toSorted()).toEqual(['getMaintenace', 'getPaymentSettings'])
})

it('a page from the browser’s own cache, as after Back, is asked for again at once', () => {
  const page = createPage(5_000)
  arrive(page, 0)
  expect(show(page).calls.toSorted()).toEqual(['getMaintenace', 'getPaymentSettings'])
})

it.each([5_000, -3_600_000])('the times of answers are the server’s, as in its HTML: %i', (lag) => {
  const page = createPage(lag)
  const before = page.queries.map(({ state }) => state.dataUpdatedAt)
  arrive(page)
  const dates = page.queries.map(({ state }) => state.dataUpdatedAt)
  expect(dates).toEqual([NOW - 40, NOW])
  expect(dates.map(toServerTime)).toEqual(before)
})
