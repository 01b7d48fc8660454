import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { gender, id, instant, page } from './fields.ts'

export const USERS_PER_PAGE = 20

export const user = z.object({
  student_id: z.int(),
  email: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  /** A name under `/uploads/`, or empty. */
  image_url: z.string(),
  role: z.enum(['student', 'admin']),
  /** True while the user has a session that has not ended. */
  status_user: z.boolean(),
  joined_at: instant,
  birthdate: z.nullable(z.string()),
  gender: z.nullable(gender),
  /** How many courses the user has joined. */
  course_joined: z.int(),
})
export type User = z.infer<typeof user>

export const getUserData = endpoint({
  summary: "One user's data: one's own, or for an admin anyone's.",
  access: 'user',
  input: z.object({ id: z.optional(id) }),
  output: z.object({ data: z.array(user) }),
})

export const getUsers = endpoint({
  summary: 'All users by page, newest first.',
  access: 'admin',
  input: z.object({ page }),
  output: z.array(user),
  nextPage: z.nullable(z.int()),
})
