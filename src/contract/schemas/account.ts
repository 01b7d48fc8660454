import * as z from 'zod/mini'
import { message } from './chat.ts'
import { comment } from './comments.ts'
import { course } from './courses.ts'
import { defineEndpoint } from '#contract/endpoint.ts'
import { email, id, instant, newPassword, password } from './fields.ts'
import { notification } from './notifications.ts'
import { review } from './reviews.ts'
import { user } from './users.ts'

// Beyond the spec's calls: what people may do with their own account.

export const signInSession = z.object({
  session_id: z.int(),
  /** Browser and system, in words: "Firefox on Linux". */
  device: z.string(),
  created_date: instant,
  /** To the minute. */
  last_seen: instant,
  /** The one that asks. */
  isCurrent: z.boolean(),
})
export type SignInSession = z.infer<typeof signInSession>

const account = z.object({
  hasPassword: z.boolean(),
  hasGoogle: z.boolean(),
  /** Empty when none waits. */
  pendingEmail: z.string(),
  /** Whether a mail comes when a chat message waits unread. */
  chatMails: z.boolean(),
})

export const getAccount = defineEndpoint({
  summary: 'How one signs in, where one is signed in, and a new e-mail that waits to be confirmed.',
  input: z.object({}),
  output: z.extend(account, { sessions: z.array(signInSession) }),
})

export const setChatMails = defineEndpoint({
  summary: 'Switches the mails about unread chat messages on or off.',
  input: z.object({ chatMails: z.boolean({ error: 'The new state is true or false' }) }),
  output: z.string(),
})

export const changePassword = defineEndpoint({
  summary:
    'Sets a new password and ends all other sessions. An account without one needs a sign-in of the last ten minutes instead.',
  input: z.object({ password: z.optional(password), new_password: newPassword }),
  output: z.string(),
})

export const endSession = defineEndpoint({
  summary: 'Signs one of one’s own sessions out.',
  input: z.object({ session_id: id }),
  output: z.string(),
})

export const endOtherSessions = defineEndpoint({
  summary: 'Signs out everywhere but here.',
  input: z.object({}),
  output: z.string(),
})

export const getOwnData = defineEndpoint({
  summary: 'Everything that is kept about oneself.',
  input: z.object({}),
  output: z.object({
    user,
    account,
    sessions: z.array(signInSession),
    notifications: z.array(notification),
    courses: z.array(
      z.object({
        ...z.pick(course, { course_id: true, title: true, progress: true }).shape,
        enrolled_date: instant,
        completed_date: z.nullable(instant),
        lessons: z.array(
          z.object({
            material_id: z.int(),
            title: z.string(),
            completed_date: z.nullable(instant),
            position: z.number(),
          }),
        ),
      }),
    ),
    reviews: z.array(z.omit(review, { first_name: true, image_url: true })),
    comments: z.array(z.omit(comment, { first_name: true, image_url: true })),
    messages: z.array(message),
    log: z.array(z.object({ message: z.string(), time: instant })),
  }),
})

export const deleteAccount = defineEndpoint({
  summary: 'Deletes one’s own account with all that belongs to it. `confirmation` is one’s e-mail, typed.',
  input: z.object({ confirmation: email, password: z.optional(password) }),
  output: z.string(),
})
