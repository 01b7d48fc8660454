import { expect, test } from 'vitest'
import type { Order } from '#contract/schemas/commerce/orders.ts'
import { buildOrder, buildPaidOrder } from '#web/testing/order-factories.ts'
import { getPollPause } from './get-poll-pause.ts'

const getPauses = (order: Order) =>
  Array.from({ length: 12 }, (_, times) =>
    getPollPause({ data: { msg: order }, dataUpdateCount: times, errorUpdateCount: 0 }),
  )

test('waits longer after each time, up to 15 seconds', () => {
  const pauses = getPauses(buildOrder({ processing: true }))
  expect(pauses.slice(0, 4)).toEqual([1_000, 1_500, 2_250, 3_375])
  expect(pauses).toEqual(pauses.toSorted((a, b) => Number(a) - Number(b)))
  expect(pauses.at(-1)).toBe(15_000)
})

test('waits longer after failures, too', () => {
  const data = { msg: buildOrder({ processing: true }) }
  expect(getPollPause({ data, dataUpdateCount: 1, errorUpdateCount: 1 })).toBe(2_250)
})

test.each([
  ['paid', buildPaidOrder()],
  ['open on the test page', buildOrder()],
  ['manual', buildOrder({ provider: 'manual' })],
  ['declined', buildOrder({ provider: 'stripe', problem: 'The card was declined' })],
])('does not ask again about an order that is %s', (_, order) => {
  expect(getPauses(order).every((pause) => pause === false)).toBe(true)
})
