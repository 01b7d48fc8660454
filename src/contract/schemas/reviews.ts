import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/endpoint.ts'
import { id, instant, ignoredFields, page, multiLineText } from './fields.ts'
import { LIMITS } from '#contract/limits.ts'

export const review = z.object({
  review_id: z.int(),
  review_text: z.string(),
  stars: z.int(),
  review_date: instant,
  first_name: z.string(),
  image_url: z.string(),
  course_id: z.int(),
})
export type Review = z.infer<typeof review>

export const addReview = defineEndpoint({
  summary: 'Reviews a course that one is enrolled in. A second review replaces the first.',
  input: z.object({
    course_id: id,
    student_id: z.optional(id),
    review_text: multiLineText('A review', { max: LIMITS.review }),
    stars: z._default(z.int({ error: 'Stars are a whole number from 1 to 5' }).check(z.minimum(1), z.maximum(5)), 1),
    ...ignoredFields('course_title', 'email', 'first_name', 'image_url', 'role'),
  }),
  output: review,
})

export const getReviews = defineEndpoint({
  summary: 'The reviews of a course by page, newest first.',
  input: z.object({ page, course_id: id }),
  output: z.array(review),
  nextPage: z.nullable(z.int()),
})

export const getReviewSummary = defineEndpoint({
  summary: "How a course's stars are spread, and one's own review of it.",
  input: z.object({ course_id: id }),
  output: z.object({
    /** How many reviews gave one star, two stars, … five. */
    counts: z.tuple([z.int(), z.int(), z.int(), z.int(), z.int()]),
    own: z.nullable(review),
  }),
})

export const deleteReview = defineEndpoint({
  summary: "Removes one's own review, or as an admin anyone's.",
  input: z.object({ review_id: id }),
  output: z.string(),
})
