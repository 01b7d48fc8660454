import type { Call } from './call.ts'

/** Courses are bought with these. */
export const COMMERCE_CALLS = {
  getPaymentSettings: { method: 'GET', access: 'anyone', tags: ['site'], isCached: true },
  getPublicCourse: { method: 'POST', access: 'anyone', tags: ['courses', 'reviews'], isCached: true },
  checkCoupon: { method: 'POST', access: 'student', tags: ['coupons', 'courses', 'paths'] },
  getCheckout: { method: 'POST', access: 'student', tags: ['courses', 'paths', 'progress', 'orders'] },
  createOrder: { method: 'POST', access: 'student', invalidates: ['orders', 'coupons', 'progress', 'account', 'log'] },
  getOrder: { method: 'POST', access: 'user', tags: ['orders'] },
  getMyOrders: { method: 'POST', access: 'user', tags: ['orders'] },
  getOrders: { method: 'POST', access: 'admin', tags: ['orders'] },
  getOrderEvents: { method: 'POST', access: 'admin', tags: ['orders'] },
  payTestOrder: { method: 'POST', access: 'student', invalidates: ['orders', 'progress', 'account', 'log'] },
  settleTestOrder: { method: 'POST', access: 'student', invalidates: ['orders', 'progress', 'account', 'log'] },
  cancelOrder: { method: 'POST', access: 'user', invalidates: ['orders', 'coupons', 'log'] },
  refundOrder: {
    method: 'POST',
    access: 'user',
    invalidates: ['orders', 'progress', 'account', 'users', 'reviews', 'courses', 'log'],
  },
  markOrderPaid: { method: 'POST', access: 'admin', invalidates: ['orders', 'users', 'log'] },
  markRefundSent: { method: 'POST', access: 'admin', invalidates: ['orders', 'log'] },
  resendReceipt: { method: 'POST', access: 'admin', invalidates: ['orders', 'log'] },
  grantAccess: { method: 'POST', access: 'admin', invalidates: ['users', 'orders', 'coupons', 'log'] },
  revokeAccess: { method: 'POST', access: 'admin', invalidates: ['users', 'log'] },
  getCoupons: { method: 'POST', access: 'admin', tags: ['coupons', 'courses'] },
  addCoupon: { method: 'POST', access: 'admin', invalidates: ['coupons', 'log'] },
  updateCoupon: { method: 'PUT', access: 'admin', invalidates: ['coupons', 'log'] },
  endCoupon: { method: 'PUT', access: 'admin', invalidates: ['coupons', 'log'] },
  deleteCoupon: { method: 'POST', access: 'admin', invalidates: ['coupons', 'log'] },
  getRevenue: { method: 'POST', access: 'admin', tags: ['orders'] },
} as const satisfies Record<string, Call>
