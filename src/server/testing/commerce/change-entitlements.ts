import type { EntitlementSource } from '#contract/choices.ts'
import {
  grantEntitlement,
  restoreOrderEntitlements,
  revokeEntitlements,
  suspendOrderEntitlements,
} from '#server/features/access/entitlements.ts'
import type { TestApp } from '#server/testing/test-app.ts'

/** Changes of entitlements, each in a transaction of its own. */
export function createEntitlementChanges(t: Pick<TestApp, 'db'>) {
  return {
    suspend: (orderId: number) => t.db.transaction((tx) => suspendOrderEntitlements(tx, orderId, 'Refunded')),
    restore: (orderId: number) => t.db.transaction((tx) => restoreOrderEntitlements(tx, orderId, 'Refunded')),
    revoke: (userId: number, courseId: number) =>
      t.db.transaction((tx) => revokeEntitlements(tx, { userId, courseId, reason: 'A mistake' })),
    grant: (
      userId: number,
      courseId: number,
      source: EntitlementSource,
      more: { orderId?: number; endsAt?: Date } = {},
    ) => t.db.transaction((tx) => grantEntitlement(tx, { userId, courseId, source, ...more })),
  }
}
