import type { Services } from '#server/pipeline/services.ts'
import { toAccountTag } from '#server/http/sessions/session.ts'

/** To invalidate when another user's access changes. A review says whether its author was refunded. */
export const getAccessTags = (userId: number): string[] => [toAccountTag(userId), `progress:${userId}`, 'reviews']

/** Tells the user's open tabs, so that a player stops or a course opens. Call it after the commit. */
export const announceAccess = (live: Pick<Services['live'], 'sendToUser'>, userId: number, courseId: number): void =>
  live.sendToUser(userId, { type: 'access', course_id: courseId })
