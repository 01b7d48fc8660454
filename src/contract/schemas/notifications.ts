import * as z from 'zod/mini'
import { NOTIFICATION_KINDS } from '#contract/choices.ts'
import { defineEndpoint } from '#contract/endpoint.ts'
import { instant, page } from './fields.ts'

export const notification = z.object({
  notification_id: z.int(),
  kind: z.enum(NOTIFICATION_KINDS),
  /** For a new lesson or a certificate the course's title, for feedback the lesson's. */
  title: z.string(),
  course_id: z.nullable(z.int()),
  /** Today's title; empty without a course. */
  course_title: z.string(),
  /** The lesson that feedback is about; null for other kinds, and once it was removed. */
  material_id: z.nullable(z.int()),
  created_date: instant,
  isRead: z.boolean(),
})
export type Notification = z.infer<typeof notification>

export const getNotifications = defineEndpoint({
  summary: 'Lists your notifications, newest first, and how many are unread.',
  input: z.object({ page }),
  output: z.object({
    unread: z.int(),
    notifications: z.array(
      z.extend(notification, {
        /** How the newest message of a reply in chat begins. Missing for other kinds, and from servers before it was added. */
        preview: z.optional(z.string()),
      }),
    ),
  }),
  nextPage: z.nullable(z.int()),
})

export const readNotifications = defineEndpoint({
  summary: 'Marks all your notifications as read.',
  input: z.object({}),
  output: z.string(),
})
