import type { Db } from '#server/platform/db/connect.ts'
import type { Analytics } from '#server/features/analytics/analytics.ts'
import type { Env } from '#server/env.ts'
import type { LessonFiles } from '#server/features/lessons/lesson-files.ts'
import type { Pictures } from '#server/platform/storage/pictures.ts'
import type { Hub } from '#server/platform/live/hub.ts'
import type { Mailer } from '#server/platform/mail/mailer.ts'
import type { Throttles } from '#server/platform/throttle/throttles.ts'

/** What handlers work with. */
export interface Services {
  db: Db
  throttles: Throttles
  /** From memory, so that it answers even while the database is away. */
  isSiteRunning(): boolean | Promise<boolean>
  /** Tells every process what a write changed beyond what its contract entry says, such as another person's account. */
  invalidate(tags: readonly string[]): void
  mailer: Mailer
  /** Who is connected, on whichever process. */
  live: Pick<Hub, 'sendToUser' | 'sendToAdmins'>
  pictures: Pictures
  analytics: Analytics
  lessonFiles: Pick<LessonFiles, 'markInUse'>
  settings: Pick<Env, 'publicUrl' | 'smtpUrl' | 'google'>
}
