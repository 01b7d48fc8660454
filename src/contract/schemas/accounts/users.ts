import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/endpoint.ts'
import { birthdate, email, gender, id, instant, personName, ignoredFields, userRole } from '#contract/schemas/fields.ts'

export const user = z.object({
  student_id: z.int(),
  email: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  /** A name under `/uploads/`, or empty. */
  image_url: z.string(),
  role: userRole,
  /** True while the user has an active session. */
  status_user: z.boolean(),
  joined_at: instant,
  birthdate: z.nullable(z.string()),
  gender: z.nullable(gender),
  /** Number of joined courses. */
  course_joined: z.int(),
})
export type User = z.infer<typeof user>

export const getUserData = defineEndpoint({
  summary: 'Returns your own data, or for an admin any user’s.',
  input: z.object({ id: z.optional(id) }),
  output: z.object({ data: z.array(user) }),
})

export const updateUser = defineEndpoint({
  summary:
    'Updates your profile. A new email must not be taken and needs a login within the last ten minutes; where email is set up, it changes once the new address is confirmed.',
  input: z.object({
    student_id: z.optional(id),
    first_name: personName('First name'),
    /** Empty only where none is set: accounts made with Google or imported may have one name. */
    last_name: personName('Last name', { min: 0 }),
    email,
    /** An account created with Google may have neither. */
    birthdate: z.nullable(birthdate),
    gender: z.nullable(gender),
    ...ignoredFields('image_url', 'isImageChange'),
  }),
  output: z.string(),
})

export const confirmEmail = defineEndpoint({
  summary: 'Confirms a new email with the token of the link that was sent to it.',
  input: z.object({ token: z.string({ error: 'A token must be text' }).check(z.maxLength(100)) }),
  output: z.string(),
})
