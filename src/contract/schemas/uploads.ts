import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/endpoint.ts'
import { id } from './fields.ts'

/** What the browser's file picker offers; the server looks at the content, not at names or types. */
export const PICTURE_TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/avif'] as const

export const handleUploads = defineEndpoint({
  summary:
    'Takes a picture as `multipart/form-data` (`image`, `id`) for oneself or, as an admin, for any user, course or post. Up to 5 MB and 40 megapixels.',
  access: 'user',
  input: z.object({
    /** Of the user, course or post: one sequence numbers all three. */
    id,
    image: z.instanceof(Uint8Array, { error: 'A picture was expected' }),
  }),
  output: z.object({ image_url: z.string() }),
  invalidates: ['account', 'reviews', 'comments', 'courses', 'blogs'],
  isMultipart: true,
})
