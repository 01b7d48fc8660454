import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/endpoint.ts'
import { id, instant, page } from './fields.ts'

export const blog = z.object({
  blog_id: z.int(),
  title: z.string(),
  subtitle: z.string(),
  /** HTML, cleaned before it was kept. */
  content: z.string(),
  image_url: z.string(),
  created_date: instant,
})
export type Blog = z.infer<typeof blog>

export const getBlogData = defineEndpoint({
  summary: 'The blog by page, newest first; with `blog_id` that one post.',
  input: z.union([z.object({ blog_id: id }), z.object({ page, blog_id: z.optional(z.null()) })], {
    error: 'A page or a blog_id was expected',
  }),
  output: z.array(blog),
  nextPage: z.nullable(z.int()),
})
