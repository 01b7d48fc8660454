import { sql } from 'drizzle-orm'
import type { Review } from '#contract/schemas/reviews.ts'
import { enrollments, entitlements, orders, reviews, users } from '#server/platform/db/schema.ts'
import { hasAccess } from '#server/features/access/has-access.ts'

/** The author took the money back, alone or through the bank, and has not joined again. */
const isRefunded = sql<boolean>`coalesce((
  select true from ${entitlements} join ${orders} on ${orders.id} = ${entitlements.orderId}
  where ${entitlements.userId} = ${reviews.userId} and ${entitlements.courseId} = ${reviews.courseId}
    and ${orders.status} in ('refunded', 'lost')
    and not exists (
      select 1 from ${enrollments} where ${enrollments.userId} = ${entitlements.userId}
        and ${enrollments.courseId} = ${entitlements.courseId} and ${hasAccess})
  limit 1), false)`

/** With the author's current name and picture. */
export const reviewColumns = {
  id: reviews.id,
  courseId: reviews.courseId,
  text: reviews.text,
  stars: reviews.stars,
  createdAt: reviews.createdAt,
  firstName: users.firstName,
  imageUrl: users.imageUrl,
  role: users.role,
  isRefunded,
}

interface ReviewRow {
  id: number
  courseId: number
  text: string
  stars: number
  createdAt: Date
  firstName: string
  imageUrl: string
  role: Review['role']
  isRefunded: boolean
}

export function toReview(row: ReviewRow): Review {
  return {
    review_id: row.id,
    review_text: row.text,
    stars: row.stars,
    review_date: row.createdAt.toISOString(),
    first_name: row.firstName,
    image_url: row.imageUrl,
    role: row.role,
    course_id: row.courseId,
    refunded: row.isRefunded,
  }
}
