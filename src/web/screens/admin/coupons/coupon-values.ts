import type { Resolver, ResolverOptions } from 'react-hook-form'
import type { CallInput } from '#contract/contract.ts'
import type { COUPON_KINDS } from '#contract/choices.ts'
import { addCoupon, type Coupon } from '#contract/schemas/commerce/coupons.ts'
import { parseAmount, parseWholeNumber } from '#web/features/panels/parse-amount.ts'
import { schemaResolver } from '#web/ui/form/schema-resolver.ts'

/** The form's fields as typed. They have the names of the call's fields, so that its errors fit. */
export interface CouponValues {
  code: string
  kind: (typeof COUPON_KINDS)[number]
  value: string
  scope: 'all' | 'some'
  course_ids: number[]
  /** In the browser's time zone: `2026-11-22T09:30`. */
  starts: string
  ends: string
  max_uses: string
  max_per_student: string
}

export const toCouponValues = (coupon: Coupon | null): CouponValues => ({
  code: coupon?.code ?? '',
  kind: coupon?.kind ?? 'percent',
  value: coupon ? String(coupon.value) : '',
  scope: coupon && coupon.course_ids.length > 0 ? 'some' : 'all',
  course_ids: coupon?.course_ids ?? [],
  starts: toLocalTime(coupon?.starts ?? null),
  ends: toLocalTime(coupon?.ends ?? null),
  max_uses: coupon?.max_uses?.toString() ?? '',
  max_per_student: coupon ? (coupon.max_per_student?.toString() ?? '') : '1',
})

/** @param coupon as it was loaded: a time that was not changed keeps its seconds */
export const toCouponInput = (values: CouponValues, coupon: Coupon | null): CallInput<'addCoupon'> => ({
  code: values.code,
  kind: values.kind,
  value: parseAmount(values.value) ?? Number.NaN,
  course_ids: values.scope === 'all' ? [] : values.course_ids,
  starts: toInstant(values.starts, coupon?.starts ?? null),
  ends: toInstant(values.ends, coupon?.ends ?? null),
  max_uses: toLimit(values.max_uses),
  max_per_student: toLimit(values.max_per_student),
})

const resolveInput = schemaResolver(addCoupon.input)

/** Validates as the server does. */
export const createCouponResolver =
  (coupon: Coupon | null): Resolver<CouponValues> =>
  async (values, _context, options) => {
    const result = await resolveInput(
      toCouponInput(values, coupon),
      undefined,
      options as unknown as Parameters<typeof resolveInput>[2],
    )
    const errors = { ...result.errors } as Awaited<ReturnType<Resolver<CouponValues>>>['errors']
    if (values.scope === 'some' && values.course_ids.length === 0)
      errors.course_ids = { type: 'required', message: 'Choose at least one course' }
    for (const name of ['starts', 'ends'] as const)
      if (isUnfinished(options.fields[name]) || isInvalidTime(values[name]))
        errors[name] = { type: 'badInput', message: 'Enter the date and the time' }
    return Object.keys(errors).length > 0 ? { values: {}, errors } : { values, errors: {} }
  }

/** A day without a time has no value, as an empty field has none. */
const isUnfinished = (field: ResolverOptions<CouponValues>['fields'][string] | undefined) =>
  field?.ref instanceof HTMLInputElement && field.ref.validity.badInput

/** Browsers let a year have up to six digits. */
const isInvalidTime = (text: string) => text !== '' && Number.isNaN(Date.parse(text))

const toLimit = (text: string) => (text.trim() === '' ? null : parseWholeNumber(text))

function toLocalTime(instant: string | null): string {
  if (instant === null) return ''
  const date = new Date(instant)
  const local = new Date(date.getTime() - date.getTimezoneOffset() * 60_000)
  return local.toISOString().slice(0, 16)
}

function toInstant(text: string, loaded: string | null): string | null {
  if (text === toLocalTime(loaded)) return loaded
  const date = new Date(text)
  return Number.isNaN(date.getTime()) ? null : date.toISOString()
}
