import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { id, instant, page } from './fields.ts'

export const REVIEWS_PER_PAGE = 10

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

export const getReviews = endpoint({
  summary: 'The reviews of a course by page, newest first.',
  access: 'user',
  input: z.object({ page, course_id: id }),
  output: z.array(review),
  nextPage: z.nullable(z.int()),
  keeps: ['reviews'],
})
