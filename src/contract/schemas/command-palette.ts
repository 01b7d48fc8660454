import * as z from 'zod/mini'
import { courseTitle } from './courses.ts'
import { defineEndpoint } from '#contract/endpoint.ts'
import { search } from './fields.ts'
import { user } from './users.ts'

export const findAnything = defineEndpoint({
  summary: 'The first few courses, users and posts, drafts too, whose title, name or e-mail holds the text.',
  input: z.object({ search_text: search }),
  output: z.object({
    courses: z.array(courseTitle),
    users: z.array(z.pick(user, { student_id: true, first_name: true, last_name: true, email: true, image_url: true })),
    blogs: z.array(z.object({ blog_id: z.int(), title: z.string() })),
  }),
})
export type SearchResults = z.infer<typeof findAnything.output>
