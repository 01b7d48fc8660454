import { expect, test } from 'vitest'
import { makeCoupon, PRICED } from '#server/testing/commerce/orders.ts'
import { useTestApp } from '#server/testing/test-app.ts'

const t = useTestApp({ PAYMENTS: 'test', THROTTLE: 'on' })

/** In a quarter of an hour. */
const MAX_REFUSED = 20

test('limits the refused codes of a student, of checks and orders together, and of no other student', async () => {
  const [me, other] = [await t.make.signedIn(), await t.make.signedIn()]
  const course_id = (await t.make.course(PRICED)).id
  const { code } = await makeCoupon(t)
  const check = (guess: string, { cookie } = me) => t.call('checkCoupon', { course_id, code: guess }, cookie)
  const order = (coupon: string, { cookie } = me) => t.call('createOrder', { course_id, coupon }, cookie)
  // Codes that are accepted, and failures for other reasons, do not count.
  for (let n = 0; n < MAX_REFUSED; n++) expect((await check(code)).status).toBe(200)
  const dearer = { course_id, coupon: code, total: 1 }
  for (let n = 0; n < 3; n++) expect((await t.call('createOrder', dearer, me.cookie)).body.code).toBe('price_changed')
  const guesses = await Promise.all(
    Array.from({ length: MAX_REFUSED + 10 }, (_, n) => (n % 2 ? check(`GUESS${n}`) : order(`GUESS${n}`))),
  )
  const codes = guesses.map(({ body }) => body.code)
  expect(codes.filter((one) => one === 'coupon_not_valid')).toHaveLength(MAX_REFUSED)
  expect(codes.filter((one) => one === 'too_often')).toHaveLength(10)
  // The right code tells no more than a wrong one.
  for (const { status, body, headers } of [await check(code), await order(code)]) {
    expect([status, body.msg]).toEqual([429, 'Too many coupon codes. Wait some minutes and try again'])
    expect(Number(headers['retry-after'])).toBeGreaterThan(60)
  }
  expect((await t.call('createOrder', { course_id }, me.cookie)).status).toBe(200)
  expect((await check('GUESS', other)).status).toBe(404)
  expect((await order(code, other)).status).toBe(200)
})
