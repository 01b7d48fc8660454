import type { InputBuilders } from './call-input.ts'

const empty = () => ({})
let newCoupons = 0
/** With every field of the form. */
const createCouponForm = (courseId: number) => ({
  ...{ code: `NEW-${++newCoupons}`, kind: 'percent' as const, value: 10, course_ids: [courseId] },
  ...{ starts: '2020-01-01T00:00:00.000Z', ends: '2099-01-01T00:00:00.000Z', max_uses: 10, max_per_student: 1 },
})
const REASON = 'Asked for by email'

export const COMMERCE_INPUTS = {
  getPaymentSettings: empty,
  getPublicCourse: async ({ pricedCourse }) => ({ course_id: await pricedCourse() }),
  checkCoupon: async ({ pricedCourse, coupon }) => ({ course_id: await pricedCourse(), code: (await coupon()).code }),
  getCheckout: async ({ pricedCourse }) => ({ course_id: await pricedCourse() }),
  createOrder: async ({ pricedCourse, coupon }) => ({
    ...{ course_id: await pricedCourse(), coupon: (await coupon()).code, provider: 'test', total: 45 },
  }),
  getOrder: async ({ order }) => ({ order_id: await order('paid') }),
  getMyOrders: () => ({ page: 1 }),
  getOrders: () => ({ page: 1, search_text: 'a', select_data: '' }),
  getOrderEvents: async ({ order }) => ({ order_id: await order('paid') }),
  payTestOrder: async ({ order }) => ({
    ...{ order_id: await order('open test'), card: '4242424242424242', confirmed: true },
  }),
  settleTestOrder: async ({ order }) => ({ order_id: await order('processing test') }),
  cancelOrder: async ({ order }) => ({ order_id: await order('open test'), reason: REASON }),
  refundOrder: async ({ order }) => ({
    ...{ order_id: await order('paid'), reason: REASON, refundable: 10, review: 'remove' },
  }),
  markOrderPaid: async ({ order }) => ({ order_id: await order('open manual'), reference: 'Transfer of 3 May' }),
  markRefundSent: async ({ unsentRefund }) => ({ order_id: await unsentRefund(), amount: 10 }),
  resendReceipt: async ({ refundedOrder }) => ({ order_id: await refundedOrder() }),
  grantAccess: async ({ owner, pricedCourse }) => ({
    ...{ student_id: owner.id, course_id: await pricedCourse(), reason: REASON },
  }),
  revokeAccess: async ({ owner, course }) => ({
    ...{ student_id: owner.id, course_id: (await course()).courseId, reason: REASON },
  }),
  getCoupons: () => ({ page: 1, search_text: 'a' }),
  addCoupon: async ({ pricedCourse }) => createCouponForm(await pricedCourse()),
  updateCoupon: async ({ pricedCourse, coupon }) => ({
    ...createCouponForm(await pricedCourse()),
    coupon_id: (await coupon()).id,
  }),
  endCoupon: async ({ coupon }) => ({ coupon_id: (await coupon()).id }),
  deleteCoupon: async ({ coupon }) => ({ coupon_id: (await coupon()).id }),
  getRevenue: () => ({ days: 30 }),
} satisfies Partial<InputBuilders>
