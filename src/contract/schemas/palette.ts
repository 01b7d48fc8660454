import * as z from 'zod/mini'
import { courseTitle } from './courses.ts'
import { endpoint } from '#contract/endpoint.ts'
import { search } from './fields.ts'
import { user } from './users.ts'

/** Of each kind. */
export const FOUND_MAX = 5

export const findAnything = endpoint({
  summary: 'The first few courses, users and posts, drafts too, whose title, name or e-mail holds the text.',
  access: 'admin',
  input: z.object({ search_text: search }),
  output: z.object({
    courses: z.array(courseTitle),
    users: z.array(z.pick(user, { student_id: true, first_name: true, last_name: true, email: true, image_url: true })),
    blogs: z.array(z.object({ blog_id: z.int(), title: z.string() })),
  }),
})
export type Found = z.infer<typeof findAnything.output>
