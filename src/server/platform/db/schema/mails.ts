import { index, integer, pgTable, text, uuid, varchar } from 'drizzle-orm/pg-core'
import { users } from './accounts.ts'
import { bytea, id, instant, now } from './columns.ts'
import { submissions } from './learning.ts'
import { orders, refunds } from './orders.ts'
import { certificates } from './paths.ts'

export const MAIL_KINDS = [
  'welcome',
  'reset-code',
  'password-changed',
  'confirm-email',
  'email-changed',
  'google-linked',
  'account-deleted',
  'unread-messages',
  'invited',
  'login-failures',
  'order-instructions',
  'payment-failed',
  'receipt',
  'refund',
  'refund-dismissed',
  'order-trouble',
  'certificate',
  'assignment-graded',
  'verify-email',
  'new-device',
  'second-factor-changed',
  'second-factor-failures',
  'role-changed',
  'backup-failed',
  'test',
] as const

/** The email queue. Rows contain no codes or links: those are created when the email is rendered. */
export const mails = pgTable(
  'mails',
  {
    id: id('id').primaryKey().generatedAlwaysAsIdentity(),
    kind: text('kind', { enum: MAIL_KINDS }).notNull(),
    toEmail: varchar('to_email', { length: 254 }).notNull(),
    userId: id('user_id').references(() => users.id, { onDelete: 'set null' }),
    /** The browser that a reset code is for. */
    deviceHash: bytea('device_hash'),
    createdAt: instant('created_at').notNull().default(now),
    /** Moved before each attempt, so that only one process sends the email. */
    nextTryAt: instant('next_try_at').notNull().default(now),
    /** What the email is about: an order, or one refund of it. */
    orderId: id('order_id').references(() => orders.id, { onDelete: 'cascade' }),
    refundId: id('refund_id').references(() => refunds.id, { onDelete: 'cascade' }),
    certificateId: uuid('certificate_id').references(() => certificates.id, { onDelete: 'cascade' }),
    submissionId: id('submission_id').references(() => submissions.id, { onDelete: 'cascade' }),
    /** What only the event knew, such as the device of a login. */
    detail: varchar('detail', { length: 200 }).notNull().default(''),
    tries: integer('tries').notNull().default(0),
    /** Of the last attempt. */
    lastError: varchar('last_error', { length: 300 }),
    /** The request or job that queued it. */
    requestId: varchar('request_id', { length: 64 }),
  },
  (t) => [index('mails_next_try').on(t.nextTryAt), index('mails_user').on(t.userId)],
)
