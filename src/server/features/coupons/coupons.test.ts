import { eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Coupon } from '#contract/schemas/commerce/coupons.ts'
import { coupons, courses } from '#server/platform/db/schema.ts'
import { insertOrder } from '#server/testing/commerce/order-rows.ts'
import type { SignedInUser } from '#server/testing/factories.ts'
import { useTestApp } from '#server/testing/test-app.ts'

const t = useTestApp()
let admin: SignedInUser
beforeAll(async () => {
  admin = await t.make.signedIn({ role: 'admin' })
})

let lastCode = 0
const createForm = (values: object = {}) => ({ code: `CODE-${++lastCode}`, kind: 'percent', value: 25, ...values })
const send = (name: 'getCoupons' | 'addCoupon' | 'updateCoupon' | 'endCoupon' | 'deleteCoupon', input: object) =>
  t.send(name, input, admin.cookie)
async function add(values: object = {}): Promise<Coupon> {
  const { status, body } = await send('addCoupon', createForm(values))
  expect(status).toBe(200)
  return body.msg as Coupon
}
const find = async (search_text: string) => (await send('getCoupons', { page: 1, search_text })).body.msg as Coupon[]

describe('addCoupon', () => {
  it('stores every field and returns them', async () => {
    const [one, two] = [await t.make.course(), await t.make.course()]
    const fields = {
      ...{ kind: 'amount', value: 12.34, course_ids: [two.id, one.id] },
      ...{ starts: '2020-01-01T00:00:00.000Z', ends: '2020-02-01T00:00:00.000Z', max_uses: 5, max_per_student: 2 },
    }
    const coupon = await add(fields)
    expect(coupon).toEqual({
      ...fields,
      coupon_id: expect.any(Number),
      code: `CODE-${lastCode}`,
      course_titles: [two.title, one.title],
      used: 0,
      state: 'ended',
      version: expect.any(String),
      deletable: true,
      created_date: expect.stringMatching(/Z$/),
    })
    expect(await find(coupon.code)).toEqual([coupon])
  })

  it('takes off for every course, from now on, once per student, when nothing else is said', async () => {
    expect(await add()).toMatchObject({ course_ids: [], starts: null, ends: null, max_uses: null, max_per_student: 1 })
  })

  it('keeps hundredths of a percent', async () => {
    expect(await add({ value: 33.33 })).toMatchObject({ value: 33.33 })
  })

  it('stores the code in capitals, and refuses a second one in another case', async () => {
    expect(await add({ code: 'spring-ü' })).toMatchObject({ code: 'SPRING-Ü' })
    expect(await send('addCoupon', createForm({ code: ' Spring-Ü ' }))).toMatchObject({
      status: 409,
      body: { code: 'coupon_code_taken' },
    })
  })

  it('adds one coupon when twenty admins add the same code at once', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => send('addCoupon', createForm({ code: 'RACE' }))))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, ...Array(19).fill(409)])
  })

  it('refuses courses that do not exist or are in the trash', async () => {
    const course = await t.make.course()
    await t.db.update(courses).set({ deletedAt: new Date() }).where(eq(courses.id, course.id))
    for (const course_ids of [[course.id], [999_999_999]])
      expect(await send('addCoupon', createForm({ course_ids }))).toMatchObject({ body: { code: 'course_not_found' } })
  })

  it.each([
    { code: '' },
    { code: 'TWO WORDS' },
    { code: '=1+1' },
    { code: 'X'.repeat(41) },
    { code: 'ß'.repeat(21) },
    { kind: 'gift' },
    { value: 0 },
    { value: -5 },
    { value: 100.01 },
    { value: 10.005 },
    { kind: 'amount', value: 100_001 },
    { value: '25' },
    { max_uses: 0 },
    { max_uses: 1.5 },
    { max_per_student: -1 },
    { course_ids: [0] },
    { course_ids: Array.from({ length: 101 }, (_, n) => n + 1) },
    { starts: 'tomorrow' },
    { starts: '2026-01-01T00:00:00Z', ends: '2026-01-01T00:00:00.000Z' },
  ])('returns 400 for %j', async (values) => {
    const { status, body } = await send('addCoupon', createForm(values))
    expect([status, body.code]).toEqual([400, 'invalid_input'])
  })

  it('writes the change to the log', async () => {
    const { code } = await add({ value: 10, max_uses: 3 })
    expect((await t.findLogMessages(admin.id)).at(-1)).toBe(
      `Added the coupon “${code}”: 10% off, at most 3 in all, at most 1 per student`,
    )
  })
})

describe('updateCoupon', () => {
  it('changes every field and keeps the id', async () => {
    const before = await add()
    const course = await t.make.course()
    const changes = { ...createForm(), kind: 'amount', value: 5, course_ids: [course.id], max_per_student: null }
    const { body } = await send('updateCoupon', { coupon_id: before.coupon_id, ...changes })
    expect(body.msg).toMatchObject({ ...changes, coupon_id: before.coupon_id, course_titles: [course.title] })
    expect((await t.findLogMessages(admin.id)).at(-1)).toContain(`Changed the coupon “${changes.code}”: $5.00 off,`)
  })

  it('refuses the code of another coupon, and changes nothing', async () => {
    const [one, other] = [await add(), await add()]
    const input = { ...createForm({ code: other.code.toLowerCase() }), coupon_id: one.coupon_id }
    expect(await send('updateCoupon', input)).toMatchObject({ status: 409, body: { code: 'coupon_code_taken' } })
    expect(await find(one.code)).toEqual([one])
  })

  it('keeps a course that was deleted since, but takes no other deleted one', async () => {
    const [course, other] = [await t.make.course(), await t.make.course()]
    const coupon = await add({ course_ids: [course.id] })
    await t.db.delete(courses).where(eq(courses.id, course.id))
    await t.db.delete(courses).where(eq(courses.id, other.id))
    const save = (course_ids: number[]) =>
      send('updateCoupon', { ...createForm(), coupon_id: coupon.coupon_id, course_ids })
    expect((await save([course.id])).body.msg).toMatchObject({
      course_ids: [course.id],
      course_titles: ['Deleted course'],
    })
    expect((await save([other.id])).status).toBe(404)
  })

  it('refuses to undo what another admin has changed since the form was loaded', async () => {
    const { coupon_id, code, version } = await add()
    const save = (more: object) => send('updateCoupon', { ...createForm({ code }), coupon_id, ...more })
    await send('endCoupon', { coupon_id })
    expect(await save({ version })).toMatchObject({ status: 409, body: { code: 'changed_meanwhile' } })
    const [ended] = await find(code)
    expect(ended?.ends).not.toBeNull()
    expect((await save({ version: ended?.version })).body.msg).toMatchObject({ ends: null })
    expect((await save({ value: 5 })).status).toBe(200)
  })

  it('returns 404 for a coupon that is gone', async () => {
    expect(await send('updateCoupon', { ...createForm(), coupon_id: 999_999_999 })).toMatchObject({
      status: 404,
      body: { code: 'coupon_not_found' },
    })
  })
})

describe('endCoupon', () => {
  it('ends a coupon now, keeps an earlier end, and changes nothing else', async () => {
    const before = await add({ max_uses: 5 })
    const { body } = await send('endCoupon', { coupon_id: before.coupon_id })
    const ended = body.msg as Coupon
    expect(ended).toEqual({ ...before, ends: expect.any(String), state: 'ended', version: expect.any(String) })
    expect(Date.parse(ended.ends ?? '')).toBeLessThanOrEqual(Date.now())
    expect((await send('endCoupon', { coupon_id: before.coupon_id })).body.msg).toEqual(ended)
  })

  it('refuses a coupon that has not started', async () => {
    const { coupon_id } = await add({ starts: new Date(Date.now() + 3_600_000).toISOString() })
    expect(await send('endCoupon', { coupon_id })).toMatchObject({ status: 400, body: { code: 'invalid_input' } })
  })

  it('returns 404 for a coupon that is gone', async () => {
    expect((await send('endCoupon', { coupon_id: 999_999_999 })).body.code).toBe('coupon_not_found')
  })
})

describe('deleteCoupon', () => {
  it('deletes a coupon without orders', async () => {
    const { coupon_id, code, deletable } = await add()
    expect(deletable).toBe(true)
    expect((await send('deleteCoupon', { coupon_id })).status).toBe(200)
    expect(await find(code)).toEqual([])
    expect((await send('deleteCoupon', { coupon_id })).body.code).toBe('coupon_not_found')
    expect((await t.findLogMessages(admin.id)).at(-1)).toBe(`Deleted the coupon “${code}”`)
  })

  it.each(['paid', 'cancelled'] as const)('keeps a coupon that a %s order names', async (status) => {
    const { coupon_id, code } = await add()
    const course = await t.make.course()
    await insertOrder(t.db, admin.id, course.id, { couponId: coupon_id, couponCode: code, status })
    expect(await send('deleteCoupon', { coupon_id })).toMatchObject({ status: 409, body: { code: 'coupon_in_use' } })
    expect(await find(code)).toMatchObject([{ deletable: false }])
  })
})

describe('getCoupons', () => {
  it('counts the orders that use a coupon, without the cancelled and the expired', async () => {
    const { coupon_id, code } = await add()
    const course = await t.make.course()
    for (const status of ['paid', 'refunded', 'pending', 'cancelled', 'expired'] as const)
      await insertOrder(t.db, admin.id, course.id, { couponId: coupon_id, couponCode: code, status })
    expect(await find(code)).toMatchObject([{ used: 3 }])
  })

  it.each([
    ['active', { startsAt: sql`now() - interval '1 hour'`, endsAt: sql`now() + interval '1 hour'`, maxUses: 2 }],
    ['scheduled', { startsAt: sql`now() + interval '1 hour'`, maxUses: 2 }],
    ['ended', { endsAt: sql`now() - interval '1 hour'`, maxUses: 1 }],
    ['used_up', { maxUses: 1 }],
  ])('says that a coupon is %s, as orders are told', async (state, values) => {
    const { coupon_id, code } = await add()
    const course = await t.make.course()
    await insertOrder(t.db, admin.id, course.id, { couponId: coupon_id, couponCode: code })
    await t.db.update(coupons).set(values).where(eq(coupons.id, coupon_id))
    expect(await find(code)).toMatchObject([{ state, used: 1 }])
  })

  it('returns 20 a page, newest first, and finds part of a code in any case', async () => {
    await t.db
      .insert(coupons)
      .values(Array.from({ length: 41 }, (_, n) => ({ code: `MANY_${n}%`, kind: 'percent' as const, value: 100 })))
    const pages = await Promise.all([1, 2, 3].map((page) => send('getCoupons', { page, search_text: 'many_' })))
    expect(pages.map(({ body }) => [(body.msg as Coupon[]).length, body.nextPage])).toEqual([
      [20, 2],
      [20, 3],
      [1, null],
    ])
    expect(pages[0]?.body.msg).toMatchObject([
      { code: 'MANY_40%', value: 1 },
      ...Array.from({ length: 19 }, () => ({})),
    ])
    expect((await find('y_40%')).map(({ code }) => code)).toEqual(['MANY_40%'])
    expect(await find('y%40')).toEqual([])
  })
})
