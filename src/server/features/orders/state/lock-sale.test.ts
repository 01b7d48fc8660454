import { expect, test } from 'vitest'
import { PRICED } from '#server/testing/commerce/orders.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { lockSale } from './lock-sale.ts'

const t = useTestApp()

test('nothing is sold to an account that was deleted meanwhile', async () => {
  const course = await t.make.course(PRICED)
  const locking = t.db.transaction((tx) => lockSale(tx, 999_999_999, [course.id]))
  await expect(locking).rejects.toMatchObject({ code: 'not_signed_in' })
})
