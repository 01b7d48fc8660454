import { sql } from 'drizzle-orm'
import { index, integer, pgTable, text, timestamp, uniqueIndex, varchar } from 'drizzle-orm/pg-core'
import { ENTITLEMENT_SOURCES } from '#contract/choices.ts'
import { users } from './accounts.ts'
import { id, instant, now } from './columns.ts'
import { courses } from './courses.ts'
import { orders } from './orders.ts'

export const enrollments = pgTable(
  'enrollments',
  {
    id: id('id').primaryKey().generatedAlwaysAsIdentity(),
    userId: id('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    courseId: id('course_id')
      .notNull()
      .references(() => courses.id, { onDelete: 'cascade' }),
    createdAt: instant('created_at').notNull().default(now),
    /** Denormalized; updated by completeCourse. */
    completedLessons: integer('completed_lessons').notNull().default(0),
    /**
     * When the course was finished. Lessons that are added or removed later leave it; it is cleared when a lesson that it
     * had then is reopened.
     */
    completedAt: instant('completed_at'),
    /** Why an admin opened the course although its prerequisites were not finished; null when that was not done. */
    prerequisitesWaived: varchar('prerequisites_waived', { length: 300 }),
    /**
     * Until when the student has access: the latest end of the live entitlements, `infinity` for lifetime access and
     * `-infinity` without any. Denormalized; updated by `updateAccess`. Progress stays whatever it is.
     */
    accessUntil: timestamp('access_until', { withTimezone: true, precision: 3, mode: 'string' })
      .notNull()
      .default(sql`'infinity'`),
  },
  (t) => [
    uniqueIndex('enrollments_user_course').on(t.userId, t.courseId),
    index('enrollments_course').on(t.courseId),
    index('enrollments_created').on(t.createdAt),
    index('enrollments_completed').on(t.completedAt),
  ],
)

/** Why and how long somebody may watch a course. Access is any that has begun, has not ended and is not revoked. */
export const entitlements = pgTable(
  'entitlements',
  {
    id: id('id').primaryKey().generatedAlwaysAsIdentity(),
    userId: id('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    courseId: id('course_id')
      .notNull()
      .references(() => courses.id, { onDelete: 'cascade' }),
    source: text('source', { enum: ENTITLEMENT_SOURCES }).notNull(),
    /** With the sources `order` and `coupon`. */
    orderId: id('order_id').references(() => orders.id),
    startsAt: instant('starts_at').notNull().default(now),
    /** Null: lifetime access. */
    endsAt: instant('ends_at'),
    /** Set for good by a refund or an admin, and for a while by a dispute. */
    revokedAt: instant('revoked_at'),
    revokedReason: varchar('revoked_reason', { length: 300 }),
  },
  (t) => [
    index('entitlements_user_course').on(t.userId, t.courseId),
    index('entitlements_course').on(t.courseId),
    uniqueIndex('entitlements_order')
      .on(t.orderId, t.courseId)
      .where(sql`${t.orderId} is not null`),
  ],
)
