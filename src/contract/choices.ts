// The fixed lists that forms and filters offer, without schemas.

/** The filters of the dashboard's courses and posts. */
export const VISIBILITY_FILTERS = ['', 'Public', 'Draft'] as const

export const USER_FILTERS = ['', 'Active', 'Inactive', 'Admins'] as const
export const USER_SORTS = ['joined', 'name', 'courses'] as const

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

export const NOTIFICATION_KINDS = ['chat-answer', 'new-lesson'] as const

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
