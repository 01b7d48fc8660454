/** What a line of the system log is about. */
export const LOG_KINDS = [
  'sign-in',
  'account',
  'learning',
  'review',
  'comment',
  'course',
  'blog',
  'user',
  'site',
] as const
export type LogKind = (typeof LOG_KINDS)[number]
