import { desc, eq } from 'drizzle-orm'
import { REVIEWS_PER_PAGE } from '#contract/reviews.ts'
import { reviews, users } from '#server/db/schema.ts'
import type { Handler } from '#server/handler.ts'
import { cutPage } from '../cut-page.ts'

export const getReviews: Handler<'getReviews'> = async ({ db }, { page, course_id }) => {
  const found = await db
    .select({
      id: reviews.id,
      text: reviews.text,
      stars: reviews.stars,
      createdAt: reviews.createdAt,
      firstName: users.firstName,
      imageUrl: users.imageUrl,
    })
    .from(reviews)
    .innerJoin(users, eq(users.id, reviews.userId))
    .where(eq(reviews.courseId, course_id))
    .orderBy(desc(reviews.id))
    .limit(REVIEWS_PER_PAGE + 1)
    .offset((page - 1) * REVIEWS_PER_PAGE)
  const { rows, nextPage } = cutPage(found, page, REVIEWS_PER_PAGE)
  const msg = rows.map((row) => ({
    review_id: row.id,
    review_text: row.text,
    stars: row.stars,
    review_date: row.createdAt.toISOString(),
    first_name: row.firstName,
    image_url: row.imageUrl,
    course_id,
  }))
  return { msg, nextPage }
}
