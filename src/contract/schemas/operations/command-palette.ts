import * as z from 'zod/mini'
import { courseTitle } from '#contract/schemas/courses.ts'
import { defineEndpoint } from '#contract/endpoint.ts'
import { search } from '#contract/schemas/fields.ts'
import { user } from '#contract/schemas/accounts/users.ts'

export const findAnything = defineEndpoint({
  summary: 'Searches courses, users and posts, drafts included, by title, name or email.',
  input: z.object({ search_text: search }),
  output: z.object({
    courses: z.array(courseTitle),
    users: z.array(z.pick(user, { student_id: true, first_name: true, last_name: true, email: true, image_url: true })),
    blogs: z.array(z.object({ blog_id: z.int(), title: z.string() })),
  }),
})
export type SearchResults = z.infer<typeof findAnything.output>
