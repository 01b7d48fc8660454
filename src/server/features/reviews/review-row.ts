import type { Review } from '#contract/schemas/reviews.ts'
import { reviews, users } from '#server/platform/db/schema.ts'

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
    // TO BE REPLACED
    refunded: false,
  }
}
