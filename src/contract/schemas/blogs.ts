import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/endpoint.ts'
import { id, instant, page } from './fields.ts'

export const blog = z.object({
  blog_id: z.int(),
  title: z.string(),
  subtitle: z.string(),
  /** Sanitized HTML. */
  content: z.string(),
  image_url: z.string(),
  created_date: instant,
})
export type Blog = z.infer<typeof blog>

export const getBlogData = defineEndpoint({
  summary: 'Lists posts, newest first; with `blog_id` returns that post.',
  input: z.union([z.object({ blog_id: id }), z.object({ page, blog_id: z.optional(z.null()) })], {
    error: 'Send a page or a blog_id',
  }),
  output: z.array(blog),
  nextPage: z.nullable(z.int()),
})
