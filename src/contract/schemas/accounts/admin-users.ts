import * as z from 'zod/mini'
import { signInSession } from './account.ts'
import { comment } from '#contract/schemas/comments.ts'
import { course } from '#contract/schemas/courses.ts'
import { ENTITLEMENT_SOURCES, USER_FILTERS, USER_SORTS } from '#contract/choices.ts'
import { defineEndpoint } from '#contract/endpoint.ts'
import { birthdate, email, gender, id, instant, ownName, personName, page, search } from '#contract/schemas/fields.ts'
import { IMPORT_BATCH_ROWS, MAX_DETAIL_ROWS, TRASH_DAYS } from '#contract/limits.ts'
import { review } from '#contract/schemas/reviews.ts'
import { user } from './users.ts'

export const getUsers = defineEndpoint({
  summary: 'Lists all users, newest first or ordered by `sort`.',
  input: z.object({
    page,
    /** Matches the name or the email. */
    search_text: search,
    select_data: z._default(z.enum(USER_FILTERS, { error: 'Unknown filter' }), ''),
    sort: z._default(z.enum(USER_SORTS, { error: 'Unknown order' }), 'joined'),
    /** Newest, most, or Z first. */
    descending: z._default(z.boolean({ error: 'Descending must be true or false' }), true),
  }),
  output: z.array(user),
  nextPage: z.nullable(z.int()),
})

export const getUserDetails = defineEndpoint({
  summary: `Returns a user with enrollments, reviews and comments, newest first and at most ${MAX_DETAIL_ROWS} of each, and active sessions.`,
  input: z.object({ user_id: id }),
  output: z.object({
    user,
    email_confirmed: z.boolean(),
    has_second_factor: z.boolean(),
    enrollments: z.array(
      z.object({
        ...z.pick(course, { course_id: true, title: true, progress: true }).shape,
        enrolled_date: instant,
        completed_date: z.nullable(instant),
        /** Why the user may watch it; null when access has ended. */
        access: z.nullable(z.enum(ENTITLEMENT_SOURCES)),
      }),
    ),
    reviews: z.array(
      z.object({
        ...z.omit(review, { first_name: true, image_url: true, role: true, refunded: true }).shape,
        course_title: z.string(),
      }),
    ),
    comments: z.array(
      z.object({ ...z.omit(comment, { first_name: true, image_url: true, role: true }).shape, blog_title: z.string() }),
    ),
    sessions: z.array(z.omit(signInSession, { isCurrent: true })),
  }),
})
export type UserDetails = z.infer<typeof getUserDetails.output>

export const endUserSessions = defineEndpoint({
  summary: 'Ends all sessions of a user.',
  input: z.object({ user_id: id }),
  output: z.string(),
})

export const deleteUser = defineEndpoint({
  summary: `Moves a user with all their data to the trash for ${TRASH_DAYS} days; \`deleteFromTrash\` erases them at once. You can’t delete yourself or the last admin.`,
  input: z.object({ user_id: id }),
  output: z.string(),
})

/** A row of an imported CSV file. */
export const importedUser = z
  .object({
    first_name: personName('First name'),
    /** Empty for accounts made with Google and one name. */
    last_name: personName('Last name', { min: 0 }),
    email,
    birthdate: z._default(z.nullable(birthdate), null),
    gender: z._default(z.nullable(gender), null),
  })
  .check(ownName())
export type ImportedUser = z.infer<typeof importedUser>

export const findTakenEmails = defineEndpoint({
  summary: 'Returns which of these emails are already registered.',
  input: z.object({
    emails: z.array(email, { error: 'Emails must be a list' }).check(z.maxLength(IMPORT_BATCH_ROWS)),
  }),
  output: z.array(z.string()),
})

export const importUsers = defineEndpoint({
  summary: `Adds up to ${IMPORT_BATCH_ROWS} students without passwords and skips registered emails. With \`invite\` each gets an invitation email to set a password.`,
  input: z.object({
    users: z
      .array(importedUser, { error: 'Users must be a list' })
      .check(z.minLength(1), z.maxLength(IMPORT_BATCH_ROWS)),
    invite: z._default(z.boolean({ error: 'Invite must be true or false' }), false),
  }),
  output: z.object({ added: z.int(), taken: z.array(z.string()) }),
})
