import type { AnalyticsRange } from '#contract/choices.ts'
import type { AnalyticsCounts, TopCourse } from '#contract/schemas/operations/analytics.ts'
import type { Db } from '#server/platform/db/connect.ts'
import type { SystemReport } from '#contract/schemas/operations/system.ts'
import type { Hub } from '#server/platform/live/hub.ts'
import type { Mailer } from '#server/platform/mail/mailer.ts'
import type { Payments } from '#server/platform/payments/provider.ts'
import type { Pictures } from '#server/platform/storage/pictures.ts'
import type { SecretBox } from '#server/platform/secrets/secret-box.ts'
import type { Throttles } from '#server/platform/throttle/throttles.ts'
import type { Warnings } from '#server/platform/warnings.ts'

interface RefreshedValue<Value> {
  get(): Promise<Value>
}

export interface SiteCounts extends Omit<AnalyticsCounts, 'time'> {
  /** When the oldest process that reports started, in milliseconds since 1970; null without one. */
  startedAtMs: number | null
}

/** What handlers work with. */
export interface Services {
  /** Its transactions also send the call's `invalidates` when they commit. */
  db: Db
  throttles: Throttles
  /** From memory, so that it answers while the database is unreachable. */
  isSiteRunning(): boolean | Promise<boolean>
  /**
   * Invalidates tags that the call's own `invalidates` cannot name, such as another user's account. Call it inside the
   * transaction, which sends them when it commits.
   */
  invalidate(tags: readonly string[]): void
  mailer: Mailer
  /** Reaches open sockets on every server process. */
  live: Pick<Hub, 'store' | 'deliver' | 'sendToUser' | 'sendToAdmins'>
  pictures: Pictures
  payments: Payments
  secrets: SecretBox
  analytics: {
    counts: RefreshedValue<SiteCounts>
    topCourses: Record<AnalyticsRange, RefreshedValue<TopCourse[]>>
    reloadSlow(): Promise<void>
  }
  lessonFiles: {
    /** Returns the URLs whose file does not exist. */
    markInUse(urls: readonly string[]): Promise<string[]>
    /** Removes the files that no lesson names any more. */
    removeIfUnused(db: Db, urls: readonly string[]): Promise<void>
  }
  submissionFiles: {
    /** False when the file does not exist. */
    markInUse(url: string): Promise<boolean>
  }
  backups: {
    settings: { everyHours: number | null; keep: number; hasFiles: boolean; location: string }
    /** Resolves when one has started. */
    start(): Promise<void>
    isRunning(): Promise<boolean>
  }
  /** Shown to admins in the dashboard. */
  warnings: Warnings
  /** The state of this installation. */
  readSystem(): Promise<SystemReport>
  /** `demo` is false where the demo academy's passwords, which everyone knows, must not work. */
  settings: {
    publicUrl: string
    smtpUrl: string | undefined
    google: object | undefined
    demo: boolean | undefined
    adminNeedsSecondFactor: boolean
    verifyEmail: boolean
  }
}
