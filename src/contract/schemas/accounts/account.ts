import * as z from 'zod/mini'
import { LEARNING_EVENT_KINDS } from '#contract/choices.ts'
import { certificate } from '#contract/schemas/learning/certificates.ts'
import { message } from '#contract/schemas/chat.ts'
import { comment } from '#contract/schemas/comments.ts'
import { course } from '#contract/schemas/courses.ts'
import { defineEndpoint } from '#contract/endpoint.ts'
import { email, id, instant, newPassword, password } from '#contract/schemas/fields.ts'
import { notification } from '#contract/schemas/notifications.ts'
import { order } from '#contract/schemas/commerce/orders.ts'
import { quizAnswer } from '#contract/schemas/learning/quiz-answer.ts'
import { review } from '#contract/schemas/reviews.ts'
import { submission } from '#contract/schemas/learning/submissions.ts'
import { user } from './users.ts'

export const signInSession = z.object({
  session_id: z.int(),
  /** Browser and system: "Firefox on Linux". */
  device: z.string(),
  created_date: instant,
  /** To the minute. */
  last_seen: instant,
  isCurrent: z.boolean(),
})
export type SignInSession = z.infer<typeof signInSession>

const account = z.object({
  hasPassword: z.boolean(),
  hasGoogle: z.boolean(),
  /** Empty when none is waiting for confirmation. */
  pendingEmail: z.string(),
  /** Whether a link that confirms an email was sent and has not expired. */
  hasEmailLink: z.boolean(),
  /** Whether unread chat messages are also sent by email. */
  chatMails: z.boolean(),
  secondFactor: z.object({
    /** Whether codes of an authenticator app are asked for. */
    hasTotp: z.boolean(),
    passkeys: z.array(
      z.object({
        passkey_id: z.int(),
        name: z.string(),
        created_date: instant,
        last_used: z.nullable(instant),
      }),
    ),
    /** How many are left. */
    recoveryCodes: z.int(),
    /** Browsers that log in without the second step. */
    trustedBrowsers: z.int(),
    /** Whether the last one cannot be removed. */
    isRequired: z.boolean(),
    /** False where this site's address cannot have passkeys. */
    canAddPasskeys: z.boolean(),
  }),
})

export const getAccount = defineEndpoint({
  summary: 'Returns your login methods, active sessions and an email that waits for confirmation.',
  input: z.object({}),
  output: z.extend(account, { sessions: z.array(signInSession) }),
})

export const setChatMails = defineEndpoint({
  summary: 'Turns email notifications about unread messages on or off.',
  input: z.object({ chatMails: z.boolean({ error: 'The new state must be true or false' }) }),
  output: z.string(),
})

export const changePassword = defineEndpoint({
  summary:
    'Sets a new password and ends all other sessions. An account without a password needs a login within the last ten minutes instead.',
  input: z.object({ password: z.optional(password), new_password: newPassword }),
  output: z.string(),
})

export const endSession = defineEndpoint({
  summary: 'Ends one of your sessions.',
  input: z.object({ session_id: id }),
  output: z.string(),
})

export const endOtherSessions = defineEndpoint({
  summary: 'Ends all your sessions but this one.',
  input: z.object({}),
  output: z.string(),
})

export const getOwnData = defineEndpoint({
  summary: 'Returns all data stored about you.',
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
    events: z.array(
      z.object({
        course_id: z.int(),
        material_id: z.nullable(z.int()),
        kind: z.enum(LEARNING_EVENT_KINDS),
        data: z.record(z.string(), z.unknown()),
        reason: z.string(),
        created_date: instant,
      }),
    ),
    notes: z.array(z.object({ material_id: z.int(), seconds: z.number(), text: z.string(), created_date: instant })),
    attempts: z.array(
      z.object({
        material_id: z.int(),
        started_date: instant,
        submitted_date: z.nullable(instant),
        answers: z.record(z.string(), quizAnswer),
        score: z.nullable(z.number()),
        max: z.number(),
        passed: z.nullable(z.boolean()),
      }),
    ),
    submissions: z.array(
      z.object({
        material_id: z.int(),
        ...z.pick(submission, { text: true, file_name: true, status: true, feedback: true, submitted_date: true })
          .shape,
      }),
    ),
    certificates: z.array(
      z.object({
        ...z.pick(certificate, { certificate_id: true, name: true, course_title: true, issued_date: true }).shape,
        revoked_date: z.nullable(instant),
      }),
    ),
    paths: z.array(z.object({ title: z.string(), joined_date: instant, finished_date: z.nullable(instant) })),
    orders: z.array(
      z.pick(order, {
        number: true,
        status: true,
        currency: true,
        total: true,
        refunded: true,
        created_date: true,
        paid_date: true,
        items: true,
      }),
    ),
    reviews: z.array(z.omit(review, { first_name: true, image_url: true, role: true, refunded: true })),
    comments: z.array(z.omit(comment, { first_name: true, image_url: true, role: true })),
    messages: z.array(message),
    log: z.array(z.object({ message: z.string(), time: instant })),
  }),
})

export const deleteAccount = defineEndpoint({
  summary: 'Deletes your account. Certificates and receipts stay, with your name. `confirmation` is your email.',
  input: z.object({ confirmation: email, password: z.optional(password) }),
  output: z.string(),
})
