import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/endpoint.ts'
import { id, instant, ignoredFields, page, multiLineText, userRole } from './fields.ts'
import { LIMITS, TRASH_DAYS } from '#contract/limits.ts'

const STARS_ERROR = { error: 'Stars must be a whole number from 1 to 5' }

export const review = z.object({
  review_id: z.int(),
  review_text: z.string(),
  stars: z.int(),
  review_date: instant,
  first_name: z.string(),
  image_url: z.string(),
  /** The author's, for the badge beside the name. A name proves nothing. */
  role: userRole,
  course_id: z.int(),
  /** The author has taken the money back since. */
  refunded: z.boolean(),
})
export type Review = z.infer<typeof review>

export const addReview = defineEndpoint({
  summary: 'Reviews a course that the student is enrolled in. A second review replaces the first.',
  input: z.object({
    course_id: id,
    student_id: z.optional(id),
    review_text: multiLineText('A review', { max: LIMITS.review }),
    stars: z._default(z.int(STARS_ERROR).check(z.minimum(1, STARS_ERROR), z.maximum(5, STARS_ERROR)), 1),
    ...ignoredFields('course_title', 'email', 'first_name', 'image_url', 'role'),
  }),
  output: review,
})

export const getReviews = defineEndpoint({
  summary: 'Lists the reviews of a course, newest first. An admin who names no course gets those of all courses.',
  input: z.object({ page, course_id: z.optional(id) }),
  /** With the course's title in the list of all courses. */
  output: z.array(z.extend(review, { course_title: z.optional(z.string()) })),
  nextPage: z.nullable(z.int()),
})

export const getReviewSummary = defineEndpoint({
  summary: 'Returns how many reviews gave each number of stars, and your own review.',
  input: z.object({ course_id: id }),
  output: z.object({
    /** Reviews with one star, two stars, … five. */
    counts: z.tuple([z.int(), z.int(), z.int(), z.int(), z.int()]),
    own: z.nullable(review),
  }),
})

export const deleteReview = defineEndpoint({
  summary: `Deletes your own review. An admin moves any review to the trash for ${TRASH_DAYS} days.`,
  input: z.object({ review_id: id }),
  output: z.string(),
})
