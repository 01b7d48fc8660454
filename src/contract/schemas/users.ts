import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/endpoint.ts'
import { birthdate, email, gender, id, instant, singleLineText, ignoredFields } from './fields.ts'
import { LIMITS } from '#contract/limits.ts'

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

export const getUserData = defineEndpoint({
  summary: "One user's data: one's own, or for an admin anyone's.",
  input: z.object({ id: z.optional(id) }),
  output: z.object({ data: z.array(user) }),
})

export const updateUser = defineEndpoint({
  summary:
    "Changes one's own profile. A new e-mail must be free and needs a sign-in of the last ten minutes; where mail is set up it stays as it was until the new address confirms.",
  input: z.object({
    student_id: z.optional(id),
    first_name: singleLineText('First name', { max: LIMITS.name }),
    last_name: singleLineText('Last name', { max: LIMITS.name }),
    email,
    /** An account made by Google may have neither. */
    birthdate: z.nullable(birthdate),
    gender: z.nullable(gender),
    ...ignoredFields('image_url', 'isImageChange'),
  }),
  output: z.string(),
})

export const confirmEmail = defineEndpoint({
  summary: 'Puts a new e-mail in place, with the token of the link that was sent there.',
  input: z.object({ token: z.string({ error: 'A token is text' }).check(z.maxLength(100)) }),
  output: z.string(),
})
