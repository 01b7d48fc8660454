import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/endpoint.ts'
import { id, instant, ignoredFields, page, multiLineText, userRole } from './fields.ts'
import { LIMITS, TRASH_DAYS } from '#contract/limits.ts'

export const comment = z.object({
  comment_id: z.int(),
  comment_text: z.string(),
  created_date: instant,
  first_name: z.string(),
  image_url: z.string(),
  /** The author's, for the badge beside the name. A name proves nothing. */
  role: userRole,
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
  summary: `Deletes your own comment. An admin moves any comment to the trash for ${TRASH_DAYS} days.`,
  input: z.object({ comment_id: id }),
  output: z.string(),
})
