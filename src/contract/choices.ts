// The fixed lists that forms and filters offer, without schemas.

/** The filters of the dashboard's courses and posts. */
export const VISIBILITY_FILTERS = ['', 'Public', 'Draft'] as const

export const USER_FILTERS = ['', 'Active', 'Inactive', 'Admins'] as const
export const USER_SORTS = ['joined', 'name', 'courses'] as const

/** The filters of the admins' chat. */
export const CONVERSATION_FILTERS = ['', 'Unanswered'] as const

/** The kinds of system log entries. */
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
  'order',
] as const
export type LogKind = (typeof LOG_KINDS)[number]

/** The ranges of the analytics charts, in days. */
export const ANALYTICS_RANGES = [7, 30, 90, 365] as const
export type AnalyticsRange = (typeof ANALYTICS_RANGES)[number]

/** Why a lesson is listed as broken. */
export const LESSON_PROBLEMS = ['not_secure', 'not_a_video', 'reported'] as const
export type LessonProblem = (typeof LESSON_PROBLEMS)[number]

export const GENDERS = ['Male', 'Female'] as const

export const NOTIFICATION_KINDS = ['chat-answer', 'new-lesson', 'assignment-graded', 'certificate'] as const

/** What the browser's file picker offers. The server decides by the file's content. */
export const PICTURE_TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/avif'] as const

/** Who takes the money. `PAYMENTS` names one or two of them, or is `off`. */
export const PAYMENT_PROVIDERS = ['test', 'manual', 'stripe'] as const
export type PaymentProviderName = (typeof PAYMENT_PROVIDERS)[number]

export const ORDER_STATUSES = [
  'pending',
  'paid',
  'partially_refunded',
  'refunded',
  'disputed',
  'lost',
  'cancelled',
  'expired',
] as const
export type OrderStatus = (typeof ORDER_STATUSES)[number]

/** The filters of the orders panel: a status, or the orders with a refund that waits for an admin. */
export const ORDER_FILTERS = ['', 'refund_requested', ...ORDER_STATUSES] as const

/** Why somebody may watch a course. */
export const ENTITLEMENT_SOURCES = ['free', 'order', 'coupon', 'grant', 'import'] as const
export type EntitlementSource = (typeof ENTITLEMENT_SOURCES)[number]

export const COUPON_KINDS = ['percent', 'amount'] as const
export const COUPON_STATES = ['active', 'scheduled', 'ended', 'used_up'] as const
export type CouponState = (typeof COUPON_STATES)[number]

export const LESSON_KINDS = ['video', 'article', 'file', 'embed', 'quiz', 'assignment'] as const
export type LessonKind = (typeof LESSON_KINDS)[number]

/** What completes a lesson: the student's tick, enough of the video watched, the quiz passed or the assignment accepted. */
export const COMPLETION_RULES = ['manual', 'watched', 'passed', 'accepted'] as const
export type CompletionRule = (typeof COMPLETION_RULES)[number]

/** The order in which a course's lessons open. */
export const LESSON_ORDERS = ['free', 'in_order'] as const

/** Why a lesson cannot be opened. */
export const LOCK_REASONS = ['not_enrolled', 'prerequisites', 'opens_later', 'in_order'] as const
export type LockReason = (typeof LOCK_REASONS)[number]

export const COURSE_LEVELS = ['Beginner', 'Intermediate', 'Advanced'] as const
export type CourseLevel = (typeof COURSE_LEVELS)[number]

export const QUESTION_KINDS = [
  'single',
  'multiple',
  'true_false',
  'short_text',
  'number',
  'ordering',
  'matching',
] as const
export type QuestionKind = (typeof QUESTION_KINDS)[number]

/** When a student sees the correct answers: not at all, after each answer or once the attempt is submitted. */
export const ANSWERS_SHOWN = ['never', 'each', 'end'] as const

/** What a student hands in. */
export const SUBMISSION_FORMS = ['text', 'file', 'both'] as const

export const SUBMISSION_STATUSES = ['waiting', 'accepted', 'returned'] as const
export const SUBMISSION_FILTERS = ['', ...SUBMISSION_STATUSES] as const

/** The append-only record that every student's progress is derived from. */
export const LEARNING_EVENT_KINDS = [
  'lesson_completed',
  'lesson_reopened',
  'watched',
  'attempt_submitted',
  'assignment_submitted',
  'assignment_accepted',
  'assignment_returned',
  'course_finished',
  'course_reopened',
  'progress_reset',
  'prerequisites_waived',
] as const
export type LearningEventKind = (typeof LEARNING_EVENT_KINDS)[number]

export const CERTIFICATE_STATUSES = ['valid', 'revoked', 'replaced'] as const

/** Why a backup was made. */
export const BACKUP_KINDS = ['scheduled', 'manual', 'upgrade'] as const
export type BackupKind = (typeof BACKUP_KINDS)[number]
export const BACKUP_STATUSES = ['running', 'succeeded', 'failed'] as const

/** What the checks of the System page are about. */
export const CHECK_AREAS = ['server', 'settings', 'database', 'disk', 'mail', 'network', 'backups'] as const
export type CheckArea = (typeof CHECK_AREAS)[number]
export const CHECK_STATUSES = ['ok', 'warning', 'error'] as const
export type CheckStatus = (typeof CHECK_STATUSES)[number]
/** What the trash keeps out of its tables. */
export const ARCHIVED_KINDS = ['post', 'review', 'comment', 'user'] as const
export type ArchivedKind = (typeof ARCHIVED_KINDS)[number]
export const TRASH_KINDS = ['course', ...ARCHIVED_KINDS] as const
export type TrashKind = (typeof TRASH_KINDS)[number]
