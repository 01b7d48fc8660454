import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/endpoint.ts'
import { id } from '#contract/schemas/fields.ts'

export const handleUploads = defineEndpoint({
  summary:
    'Uploads a picture as `multipart/form-data` (`image`, `id`) for yourself or, as an admin, for any user, course, post or learning path. Up to 5 MB and 40 megapixels.',
  input: z.object({
    /** Of the user, course, post or path; one sequence numbers them all. */
    id,
    image: z.instanceof(Uint8Array, { error: 'Choose a picture' }),
  }),
  output: z.object({ image_url: z.string() }),
})
