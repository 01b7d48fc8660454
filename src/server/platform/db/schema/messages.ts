import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, text, varchar } from 'drizzle-orm/pg-core'
import { NOTIFICATION_KINDS } from '#contract/choices.ts'
import { users } from './accounts.ts'
import { id, instant, now } from './columns.ts'
import { courses, lessons } from './courses.ts'

/** One conversation per student, shared by all admins and created with the first message. */
export const conversations = pgTable(
  'conversations',
  {
    studentId: id('student_id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The list of conversations is sorted by it. */
    lastMessageId: id('last_message_id').notNull(),
    /** Whether the last message is the student's. */
    isUnanswered: boolean('is_unanswered').notNull().default(false),
    unreadByStudent: integer('unread_by_student').notNull().default(0),
    unreadByAdmins: integer('unread_by_admins').notNull().default(0),
    /** Time of the oldest unread message that no email has reported; null without one. */
    studentWaitsSince: instant('student_waits_since'),
    adminsWaitSince: instant('admins_wait_since'),
    /** Time of the last email about unread messages. */
    studentMailedAt: instant('student_mailed_at'),
    adminsMailedAt: instant('admins_mailed_at'),
  },
  (t) => [
    index('conversations_newest').on(t.lastMessageId, t.studentId),
    index('conversations_unanswered')
      .on(t.lastMessageId, t.studentId)
      .where(sql`${t.isUnanswered}`),
    index('conversations_student_waits').on(t.studentWaitsSince),
    index('conversations_admins_wait').on(t.adminsWaitSince),
  ],
)

export const messages = pgTable(
  'messages',
  {
    id: id('id').primaryKey().generatedAlwaysAsIdentity(),
    /** The student whose conversation contains the message. */
    studentId: id('student_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The student or an admin, who may have been deleted. */
    senderId: id('sender_id').notNull(),
    receiverId: id('receiver_id').notNull(),
    text: varchar('text', { length: 4000 }).notNull(),
    createdAt: instant('created_at').notNull().default(now),
  },
  (t) => [index('messages_newest').on(t.studentId, t.id)],
)

export const notifications = pgTable(
  'notifications',
  {
    id: id('id').primaryKey().generatedAlwaysAsIdentity(),
    userId: id('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: text('kind', { enum: NOTIFICATION_KINDS }).notNull(),
    title: varchar('title', { length: 200 }).notNull().default(''),
    courseId: id('course_id').references(() => courses.id, { onDelete: 'cascade' }),
    /** The graded lesson. Null for other kinds, and after it was removed. */
    lessonId: id('lesson_id').references(() => lessons.id, { onDelete: 'set null' }),
    createdAt: instant('created_at').notNull().default(now),
    readAt: instant('read_at'),
  },
  (t) => [
    index('notifications_newest').on(t.userId, t.id),
    index('notifications_unread')
      .on(t.userId)
      .where(sql`${t.readAt} is null`),
    index('notifications_course').on(t.courseId),
    index('notifications_lesson')
      .on(t.lessonId)
      .where(sql`${t.lessonId} is not null`),
  ],
)
