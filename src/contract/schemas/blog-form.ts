import * as z from 'zod/mini'
import { blog } from './blogs.ts'
import { VISIBILITY_FILTERS } from '#contract/choices.ts'
import { LIMITS, TRASH_DAYS } from '#contract/limits.ts'
import { defineEndpoint } from '#contract/endpoint.ts'
import { id, hasOnlyStorableCharacters, singleLineText, ignoredFields, page, search, version } from './fields.ts'

export const adminBlog = z.extend(z.omit(blog, { content: true }), {
  /** False for a draft. */
  public: z.boolean(),
  comments: z.int(),
})
export type AdminBlog = z.infer<typeof adminBlog>

export const getBlogsAdmin = defineEndpoint({
  summary: 'Lists all posts without their content, drafts included, newest first.',
  input: z.object({
    page,
    search_text: search,
    select_data: z._default(z.enum(VISIBILITY_FILTERS, { error: 'Unknown filter' }), ''),
  }),
  output: z.array(adminBlog),
  nextPage: z.nullable(z.int()),
})

export const getBlogForm = defineEndpoint({
  summary: 'Returns a post for its form, and the version to save against.',
  input: z.object({ blog_id: id }),
  output: z.object({ blog: z.extend(blog, { public: z.boolean() }), version: z.int() }),
})
export type BlogForm = z.infer<typeof getBlogForm.output>

const subtitle = z.string({ error: 'Sub title must be text' }).check(
  z.normalize('NFC'),
  z.trim(),
  z.maxLength(LIMITS.subtitle, { error: `Sub title can have at most ${LIMITS.subtitle} characters` }),
  z.refine((text) => hasOnlyStorableCharacters(text) && !text.includes('\n'), {
    error: 'Sub title contains characters that aren’t allowed',
  }),
)

const CONTENT_TOO_LARGE = `The content can have at most ${LIMITS.content / 1000} kB`

const content = z.string({ error: 'Content must be HTML' }).check(
  z.refine(hasOnlyStorableCharacters, { error: 'The content contains characters that aren’t allowed' }),
  z.maxLength(LIMITS.content, { error: CONTENT_TOO_LARGE, abort: true }),
  z.refine((html) => new TextEncoder().encode(html).length <= LIMITS.content, { error: CONTENT_TOO_LARGE }),
)

const blogFormFields = {
  title: singleLineText('Title', { max: LIMITS.title }),
  subtitle,
  /** HTML, sanitized before it is stored. */
  content,
  /** False for a draft. Without it a new post is public and an existing one unchanged. */
  public: z.optional(z.boolean({ error: 'Public must be true or false' })),
  admin_id: z.optional(id),
  ...ignoredFields('role', 'email', 'image_url', 'created_date'),
}
const saveResult = z.object({
  id: z.int(),
  msg: z.string(),
  /** To send with the next save. */
  version: z.int(),
})

export const addBlog = defineEndpoint({
  summary: 'Adds a post.',
  input: z.object(blogFormFields),
  output: saveResult,
})

export const updateBlog = defineEndpoint({
  summary: 'Updates a post. Answers 409 and writes nothing when `version` is not the latest.',
  input: z.object({ blog_id: id, version: z.optional(version), ...blogFormFields }),
  output: saveResult,
})

export const deleteBlog = defineEndpoint({
  summary: `Moves a post with its comments and pictures to the trash for ${TRASH_DAYS} days; \`deleteFromTrash\` removes them at once.`,
  input: z.object({ blog_id: id }),
  output: z.string(),
})

export const addContentPicture = defineEndpoint({
  summary:
    'Uploads a picture for a post’s content as `multipart/form-data` (`image`; an `id` is ignored). Up to 5 MB and 40 megapixels.',
  input: z.object({ id: z.optional(id), image: z.instanceof(Uint8Array, { error: 'Choose a picture' }) }),
  output: z.object({ image_url: z.string() }),
})
