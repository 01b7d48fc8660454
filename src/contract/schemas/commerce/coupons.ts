import * as z from 'zod/mini'
import { COUPON_KINDS, COUPON_STATES } from '#contract/choices.ts'
import { defineEndpoint } from '#contract/endpoint.ts'
import { LIMITS } from '#contract/limits.ts'
import { id, instant, page, search, singleLineText } from '#contract/schemas/fields.ts'

/** In capitals, which can be longer. */
export const couponCode = singleLineText('A coupon code', { max: LIMITS.couponCode }).check(
  z.regex(/^[\p{L}\p{N}_-]+$/u, { error: 'A coupon code has letters, digits, - and _ only' }),
  z.toUpperCase(),
  z.maxLength(LIMITS.couponCode, { error: `A coupon code can have at most ${LIMITS.couponCode} characters` }),
)

const uses = (label: string) =>
  z.nullable(
    z.int({ error: `${label} must be a whole number` }).check(
      z.minimum(1, { error: `${label} must be at least 1` }),
      z.maximum(LIMITS.couponUses, {
        error: `${label} can be at most ${LIMITS.couponUses.toLocaleString('en-US')}`,
      }),
    ),
  )

const fields = z.object({
  code: couponCode,
  kind: z.enum(COUPON_KINDS, { error: 'A coupon takes off a percentage or an amount' }),
  /** Percent, or dollars. */
  value: z.number({ error: 'A value must be a number' }).check(
    z.positive({ error: 'A value must be more than 0' }),
    z.maximum(LIMITS.price, { error: `A value can be at most ${LIMITS.price.toLocaleString('en-US')}` }),
    z.refine((value) => Number(value.toFixed(2)) === value, { error: 'A value can have at most two decimals' }),
  ),
  /** Empty: every course. */
  course_ids: z._default(z.array(id).check(z.maxLength(100, { error: 'A coupon can name at most 100 courses' })), []),
  /** Null: at once. */
  starts: z._default(z.nullable(instant), null),
  /** Null: never. */
  ends: z._default(z.nullable(instant), null),
  /** Null: without a limit. */
  max_uses: z._default(uses('The number of uses'), null),
  max_per_student: z._default(uses('The uses per student'), 1),
})

const rules = [
  z.refine<{ kind: string; value: number }>(({ kind, value }) => kind !== 'percent' || value <= 100, {
    error: 'A percentage can be at most 100',
    path: ['value'],
  }),
  z.refine<{ starts: string | null; ends: string | null }>(
    ({ starts, ends }) => starts === null || ends === null || Date.parse(starts) < Date.parse(ends),
    { error: 'The end must be after the start', path: ['ends'] },
  ),
] as const

export const coupon = z.object({
  coupon_id: z.int(),
  code: z.string(),
  kind: z.enum(COUPON_KINDS),
  value: z.number(),
  course_ids: z.array(z.int()),
  /** Titles of `course_ids`, in their order. */
  course_titles: z.array(z.string()),
  starts: z.nullable(instant),
  ends: z.nullable(instant),
  max_uses: z.nullable(z.int()),
  max_per_student: z.nullable(z.int()),
  /** Orders that use it, open ones included. */
  used: z.int(),
  /** By the database's clock, as for orders. */
  state: z.enum(COUPON_STATES),
  /** Another one after each change. */
  version: z.string(),
  /** No order names it, cancelled ones included. */
  deletable: z.boolean(),
  created_date: instant,
})
export type Coupon = z.infer<typeof coupon>

export const getCoupons = defineEndpoint({
  summary: 'Lists coupons, newest first.',
  input: z.object({ page, search_text: search }),
  output: z.array(coupon),
  nextPage: z.nullable(z.int()),
})

export const addCoupon = defineEndpoint({
  summary: 'Adds a coupon.',
  input: fields.check(...rules),
  output: coupon,
})

export const updateCoupon = defineEndpoint({
  summary: 'Changes a coupon. Orders that have used it keep their price.',
  input: z
    .extend(fields, {
      coupon_id: id,
      /** Of the coupon as the form has loaded it. After another change the call answers `changed_meanwhile`. */
      version: z.optional(
        z.string({ error: 'A version must be a text' }).check(z.maxLength(64, { error: 'The version is not valid' })),
      ),
    })
    .check(...rules),
  output: coupon,
})

export const endCoupon = defineEndpoint({
  summary: 'Ends a coupon now: no later order can use it.',
  input: z.object({ coupon_id: id }),
  output: coupon,
})

export const deleteCoupon = defineEndpoint({
  summary: 'Deletes a coupon that no order has used.',
  input: z.object({ coupon_id: id }),
  output: z.string(),
})
