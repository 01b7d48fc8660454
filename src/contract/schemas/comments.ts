import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/endpoint.ts'
import { id, instant, isStaff, ignoredFields, page, multiLineText } from './fields.ts'
import { LIMITS } from '#contract/limits.ts'

export const comment = z.object({
  comment_id: z.int(),
  comment_text: z.string(),
  created_date: instant,
  first_name: z.string(),
  image_url: z.string(),
  isStaff,
  blog_id: z.int(),
})
export type Comment = z.infer<typeof comment>

export const addComment = defineEndpoint({
  summary: 'Adds a comment to a post.',
  input: z.object({
    blog_id: id,
    student_id: z.optional(id),
    comment_text: multiLineText('A comment', { max: LIMITS.comment }),
    ...ignoredFields('blog_title', 'email', 'first_name', 'role'),
  }),
  output: comment,
})

export const getComments = defineEndpoint({
  summary: 'Lists the comments on a post, newest first.',
  input: z.object({ page, blog_id: id }),
  output: z.array(comment),
  nextPage: z.nullable(z.int()),
})

/** Separate, because a comment names its author by first name only. */
export const getOwnComments = defineEndpoint({
  summary: 'Returns the ids of your comments on a post.',
  input: z.object({ blog_id: id }),
  output: z.array(z.int()),
})

export const deleteComment = defineEndpoint({
  summary: 'Deletes your own comment, or as an admin any comment.',
  input: z.object({ comment_id: id }),
  output: z.string(),
})
