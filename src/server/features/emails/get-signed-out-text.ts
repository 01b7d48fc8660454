import type { QueuedMail } from '#server/platform/mail/queue-mail.ts'

/** Of a change that ended the user's sessions: all of them, or all but the one that made it. */
export const getSignedOutText = ({ detail }: Pick<QueuedMail, 'detail'>) =>
  `You were logged out on all ${detail === 'everywhere' ? '' : 'other '}devices.`
