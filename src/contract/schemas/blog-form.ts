import * as z from 'zod/mini'
import { blog } from './blogs.ts'
import { VISIBILITY_FILTERS } from '#contract/choices.ts'
import { LIMITS } from '#contract/limits.ts'
import { defineEndpoint } from '#contract/endpoint.ts'
import { id, hasOnlyStorableCharacters, singleLineText, ignoredFields, page, search, version } from './fields.ts'

export const adminBlog = z.extend(z.omit(blog, { content: true }), {
  /** False for a draft. */
  public: z.boolean(),
  comments: z.int(),
})
export type AdminBlog = z.infer<typeof adminBlog>

export const getBlogsAdmin = defineEndpoint({
  summary: 'All posts by page without their content, drafts too, newest first.',
  input: z.object({
    page,
    search_text: search,
    select_data: z._default(z.enum(VISIBILITY_FILTERS, { error: 'No such choice' }), ''),
  }),
  output: z.array(adminBlog),
  nextPage: z.nullable(z.int()),
})

export const getBlogForm = defineEndpoint({
  summary: 'A post as its form has it, draft or not, and the version to save against.',
  input: z.object({ blog_id: id }),
  output: z.object({ blog: z.extend(blog, { public: z.boolean() }), version: z.int() }),
})
export type BlogForm = z.infer<typeof getBlogForm.output>

const subtitle = z.string({ error: 'Sub title is text' }).check(
  z.normalize('NFC'),
  z.trim(),
  z.maxLength(LIMITS.subtitle, { error: `Sub title can have at most ${LIMITS.subtitle} characters` }),
  z.refine((text) => hasOnlyStorableCharacters(text) && !text.includes('\n'), {
    error: 'Sub title holds characters that cannot be kept',
  }),
)

const content = z.string({ error: 'Content is HTML' }).check(
  z.refine(hasOnlyStorableCharacters, { error: 'The content holds characters that cannot be kept' }),
  z.maxLength(LIMITS.content, {
    error: `A post can have at most ${LIMITS.content.toLocaleString('en-US')} characters of HTML`,
  }),
)

const blogFormFields = {
  title: singleLineText('Title', { max: LIMITS.title }),
  subtitle,
  /** HTML, cleaned on the server before it is kept. */
  content,
  /** False keeps it a draft. Left out, a new post is public and an old one stays what it is. */
  public: z.optional(z.boolean({ error: 'Public is true or false' })),
  admin_id: z.optional(id),
  ...ignoredFields('role', 'email', 'image_url', 'created_date'),
}
const saveResult = z.object({ id: z.int(), msg: z.string() })

export const addBlog = defineEndpoint({
  summary: 'Adds a post.',
  input: z.object(blogFormFields),
  output: saveResult,
})

export const updateBlog = defineEndpoint({
  summary: 'Changes a post. With a `version` that is no longer the newest it is 409 and nothing is written.',
  input: z.object({ blog_id: id, version: z.optional(version), ...blogFormFields }),
  output: saveResult,
})

export const deleteBlog = defineEndpoint({
  summary: 'Deletes a post with its comments and pictures.',
  input: z.object({ blog_id: id }),
  output: z.string(),
})

export const addContentPicture = defineEndpoint({
  summary:
    'Takes a picture that stands in a post’s content, as `multipart/form-data` (`image`; an `id` is ignored). Up to 5 MB and 40 megapixels.',
  input: z.object({ id: z.optional(id), image: z.instanceof(Uint8Array, { error: 'A picture was expected' }) }),
  output: z.object({ image_url: z.string() }),
})
