import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/endpoint.ts'
import { id, instant, ignoredFields, page, multiLineText } from './fields.ts'
import { LIMITS } from '#contract/limits.ts'

export const comment = z.object({
  comment_id: z.int(),
  comment_text: z.string(),
  created_date: instant,
  first_name: z.string(),
  image_url: z.string(),
  blog_id: z.int(),
})
export type Comment = z.infer<typeof comment>

export const addComment = defineEndpoint({
  summary: 'Comments on a blog post.',
  input: z.object({
    blog_id: id,
    student_id: z.optional(id),
    comment_text: multiLineText('A comment', { max: LIMITS.comment }),
    ...ignoredFields('blog_title', 'email', 'first_name', 'role'),
  }),
  output: comment,
})

export const getComments = defineEndpoint({
  summary: 'The comments on a blog post by page, newest first.',
  input: z.object({ page, blog_id: id }),
  output: z.array(comment),
  nextPage: z.nullable(z.int()),
})

/** Comments tell nobody who wrote them but by first name: one's own are asked for apart. */
export const getOwnComments = defineEndpoint({
  summary: "The ids of one's own comments on a blog post.",
  input: z.object({ blog_id: id }),
  output: z.array(z.int()),
})

export const deleteComment = defineEndpoint({
  summary: "Removes one's own comment, or as an admin anyone's.",
  input: z.object({ comment_id: id }),
  output: z.string(),
})
