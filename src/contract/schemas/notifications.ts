import * as z from 'zod/mini'
import { NOTIFICATION_KINDS } from '#contract/choices.ts'
import { defineEndpoint } from '#contract/endpoint.ts'
import { instant, page } from './fields.ts'

export const notification = z.object({
  notification_id: z.int(),
  kind: z.enum(NOTIFICATION_KINDS),
  /** What it tells of: for a new lesson the course. */
  title: z.string(),
  course_id: z.nullable(z.int()),
  created_date: instant,
  isRead: z.boolean(),
})
export type Notification = z.infer<typeof notification>

export const getNotifications = defineEndpoint({
  summary: "One's notifications by page, newest first, and how many are unread.",
  input: z.object({ page }),
  output: z.object({ unread: z.int(), notifications: z.array(notification) }),
  nextPage: z.nullable(z.int()),
})

export const readNotifications = defineEndpoint({
  summary: "Marks all of one's notifications as read.",
  input: z.object({}),
  output: z.string(),
})
