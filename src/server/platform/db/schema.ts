import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  customType,
  date,
  index,
  integer,
  pgSequence,
  pgTable,
  primaryKey,
  real,
  smallint,
  text,
  timestamp,
  uniqueIndex,
  varchar,
} from 'drizzle-orm/pg-core'
import { LOG_KINDS, NOTIFICATION_KINDS } from '#contract/choices.ts'

// Every table on one page. After a change: `npm run migration -- --name what_changed`.

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' })
const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' })
const now = sql`now()`
/** Callers may send up to 15 digits: no id they send may be out of a column's range. */
const id = (name: string) => bigint(name, { mode: 'number' })

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
] as const

/** One sequence for users, courses and blogs, so that an id names one thing among them (contract.md, section 2). */
export const sharedIdSequence = pgSequence('thing_id', { startWith: 1 })
const sharedId = () =>
  id('id')
    .primaryKey()
    .default(sql`nextval('thing_id')`)

export const users = pgTable(
  'users',
  {
    id: sharedId(),
    email: varchar('email', { length: 254 }).notNull(),
    firstName: varchar('first_name', { length: 80 }).notNull(),
    lastName: varchar('last_name', { length: 80 }).notNull(),
    /** argon2id, in PHC form; null when the account has no password. */
    passwordHash: text('password_hash'),
    role: text('role', { enum: ['student', 'admin'] })
      .notNull()
      .default('student'),
    imageUrl: text('image_url').notNull().default(''),
    gender: text('gender', { enum: ['Male', 'Female'] }),
    birthdate: date('birthdate', { mode: 'string' }),
    /** When the e-mail was proven to be theirs, by a code or link sent there or by Google; null before. */
    emailVerifiedAt: instant('email_proven_at'),
    /** Whether they want a mail when a chat message waits unread. */
    chatMails: boolean('chat_mails').notNull().default(true),
    joinedAt: instant('joined_at').notNull().default(now),
    /** How many courses the user has joined: kept, not counted. */
    courseJoined: integer('course_joined').notNull().default(0),
  },
  (t) => [
    uniqueIndex('users_email').on(t.email),
    index('users_search').using('gin', sql`(${t.firstName} || ' ' || ${t.lastName} || ' ' || ${t.email}) gin_trgm_ops`),
    index('users_admins')
      .on(t.id)
      .where(sql`${t.role} = 'admin'`),
    index('users_names').on(t.firstName, t.lastName, t.id),
    index('users_courses').on(t.courseJoined, t.id),
    index('users_joined').on(t.joinedAt),
    check('users_email_lower', sql`${t.email} = lower(${t.email})`),
  ],
)

/** Who an account is to an OpenID provider: the key is the provider's `sub`, never an e-mail. */
export const identities = pgTable(
  'identities',
  {
    issuer: text('issuer').notNull(),
    subject: text('subject').notNull(),
    userId: id('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: instant('created_at').notNull().default(now),
  },
  (t) => [primaryKey({ columns: [t.issuer, t.subject] }), index('identities_user').on(t.userId)],
)

export const sessions = pgTable(
  'sessions',
  {
    /** Names it to its owner, who may end it. */
    id: id('id').notNull().generatedAlwaysAsIdentity(),
    /** SHA-256 of the cookie's value: the table alone lets nobody in. */
    tokenHash: bytea('token_hash').primaryKey(),
    userId: id('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: instant('created_at').notNull().default(now),
    /** Moved at most once a minute. */
    lastSeenAt: instant('last_seen_at').notNull().default(now),
    /** When it ends however busy its user is. */
    expiresAt: instant('expires_at').notNull(),
    /** When it ends unless its user comes back before. */
    idleUntil: instant('idle_until').notNull(),
    userAgent: varchar('user_agent', { length: 300 }).notNull().default(''),
    /** An admin who looks at the site as a student: the role of this session until it is switched back. */
    asStudent: boolean('as_student').notNull().default(false),
  },
  (t) => [index('sessions_user').on(t.userId, t.idleUntil), uniqueIndex('sessions_id').on(t.id)],
)

/** Codes that were asked for, for unknown e-mails too, so that nothing tells them from known ones. The newest only. */
export const resetCodes = pgTable('reset_codes', {
  email: varchar('email', { length: 254 }).primaryKey(),
  /** argon2id, in PHC form: six digits alone are quickly guessed. */
  codeHash: text('code_hash').notNull(),
  expiresAt: instant('expires_at').notNull(),
  tries: integer('tries').notNull().default(0),
})

/** New e-mails that wait for the link sent there. */
export const emailChanges = pgTable('email_changes', {
  userId: id('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  newEmail: varchar('new_email', { length: 254 }).notNull(),
  /** SHA-256 of the link's token, made when the mail is; null before. */
  tokenHash: bytea('token_hash'),
  expiresAt: instant('expires_at').notNull(),
})

/** Mails to be sent: written with what they tell of, deleted once sent. Codes and links are made in sending, never kept here. */
export const mails = pgTable(
  'mails',
  {
    id: id('id').primaryKey().generatedAlwaysAsIdentity(),
    kind: text('kind', { enum: MAIL_KINDS }).notNull(),
    toEmail: varchar('to_email', { length: 254 }).notNull(),
    userId: id('user_id').references(() => users.id, { onDelete: 'set null' }),
    createdAt: instant('created_at').notNull().default(now),
    /** Moved on before each try, so that no two processes send it. */
    nextTryAt: instant('next_try_at').notNull().default(now),
    tries: integer('tries').notNull().default(0),
  },
  (t) => [index('mails_next_try').on(t.nextTryAt), index('mails_user').on(t.userId)],
)

export const courses = pgTable(
  'courses',
  {
    id: sharedId(),
    title: varchar('title', { length: 200 }).notNull(),
    description: text('description').notNull().default(''),
    priceCents: integer('price_cents').notNull().default(0),
    /** Per cent off the price. */
    discount: real('discount').notNull().default(0),
    /** What a student pays: the price less the discount. */
    dueCents: integer('due_cents')
      .notNull()
      .generatedAlwaysAs(sql`round(price_cents * (100 - discount::numeric) / 100)::integer`),
    category: text('category').notNull(),
    imageUrl: text('image_url').notNull().default(''),
    /** Comma-separated, as it travels. */
    tabs: text('tabs').notNull().default(''),
    /** A draft is seen by admins only, and by students who were enrolled before it became one. */
    isPublic: boolean('is_public').notNull().default(true),
    /** Counts the saves, so that of two admins at one form the second is told. */
    version: integer('version').notNull().default(1),
    createdAt: instant('created_at').notNull().default(now),
    /** Kept by the endpoints that write lessons and reviews. */
    lessonsCount: integer('lessons_count').notNull().default(0),
    reviewsCount: integer('reviews_count').notNull().default(0),
    starsSum: integer('stars_sum').notNull().default(0),
    /** Mean of the reviews in tenths of a star, 0 without any. */
    starsTenths: smallint('stars_tenths')
      .notNull()
      .generatedAlwaysAs(
        sql`case when reviews_count = 0 then 0 else round(stars_sum * 10.0 / reviews_count) end::smallint`,
      ),
  },
  (t) => [
    // The catalogue is read newest first, which is the primary key backwards; each filter has the same order.
    // Indexes stay ascending and are read backwards: `desc()` here would mean NULLS LAST, which `order by … desc` does not.
    index('courses_free')
      .on(t.id)
      .where(sql`${t.dueCents} = 0`),
    index('courses_paid')
      .on(t.id)
      .where(sql`${t.dueCents} > 0`),
    index('courses_discounted')
      .on(t.id)
      .where(sql`${t.discount} > 0`),
    index('courses_top_rated')
      .on(t.starsTenths, t.reviewsCount, t.id)
      .where(sql`${t.starsTenths} >= 40`),
    index('courses_drafts')
      .on(t.id)
      .where(sql`not ${t.isPublic}`),
    index('courses_title').on(t.title, t.id),
    index('courses_title_search').using('gin', sql`${t.title} gin_trgm_ops`),
    check('courses_discount_range', sql`${t.discount} between 0 and 100`),
    check('courses_price_range', sql`${t.priceCents} between 0 and 10000000`),
  ],
)

export const lessons = pgTable(
  'lessons',
  {
    id: id('id').primaryKey().generatedAlwaysAsIdentity(),
    courseId: id('course_id')
      .notNull()
      .references(() => courses.id, { onDelete: 'cascade' }),
    /** Order within the course, from 0. */
    place: integer('place').notNull(),
    title: varchar('title', { length: 200 }).notNull(),
    subtitle: varchar('subtitle', { length: 300 }).notNull().default(''),
    /** http, https, or a file under `/uploads/`. */
    url: varchar('url', { length: 2048 }).notNull(),
    durationSeconds: real('duration_seconds'),
    /** A WebVTT file under `/uploads/`, or empty. */
    captionsUrl: varchar('captions_url', { length: 2048 }).notNull().default(''),
    /** May be watched without enrollment. */
    isPreview: boolean('is_preview').notNull().default(false),
    createdAt: instant('created_at').notNull().default(now),
  },
  (t) => [
    index('lessons_course').on(t.courseId, t.place),
    index('lessons_url').using('hash', t.url),
    index('lessons_captions')
      .using('hash', t.captionsUrl)
      .where(sql`${t.captionsUrl} <> ''`),
  ],
)

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
    /** Kept by completeCourse. */
    completedLessons: integer('completed_lessons').notNull().default(0),
    /** When the last open lesson was ticked, while all are. */
    completedAt: instant('completed_at'),
  },
  (t) => [
    uniqueIndex('enrollments_user_course').on(t.userId, t.courseId),
    index('enrollments_course').on(t.courseId),
    index('enrollments_created').on(t.createdAt),
    index('enrollments_completed').on(t.completedAt),
  ],
)

/** What one student has done in one lesson. */
export const lessonProgress = pgTable(
  'lesson_progress',
  {
    userId: id('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    lessonId: id('lesson_id')
      .notNull()
      .references(() => lessons.id, { onDelete: 'cascade' }),
    completedAt: instant('completed_at'),
    /** Seconds into the lesson at which the student last stopped. */
    positionSeconds: real('position_seconds').notNull().default(0),
    updatedAt: instant('updated_at').notNull().default(now),
  },
  (t) => [primaryKey({ columns: [t.userId, t.lessonId] }), index('lesson_progress_lesson').on(t.lessonId)],
)

export const reviews = pgTable(
  'reviews',
  {
    id: id('id').primaryKey().generatedAlwaysAsIdentity(),
    courseId: id('course_id')
      .notNull()
      .references(() => courses.id, { onDelete: 'cascade' }),
    userId: id('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    text: varchar('text', { length: 2000 }).notNull(),
    stars: smallint('stars').notNull(),
    createdAt: instant('created_at').notNull().default(now),
  },
  (t) => [
    uniqueIndex('reviews_course_user').on(t.courseId, t.userId),
    index('reviews_newest').on(t.courseId, t.id),
    index('reviews_user').on(t.userId),
    check('reviews_stars_range', sql`${t.stars} between 1 and 5`),
  ],
)

export const blogs = pgTable(
  'blogs',
  {
    id: sharedId(),
    title: varchar('title', { length: 200 }).notNull(),
    subtitle: varchar('subtitle', { length: 300 }).notNull().default(''),
    /** HTML, cleaned before it is kept. */
    content: text('content').notNull().default(''),
    imageUrl: text('image_url').notNull().default(''),
    /** A draft is seen by admins only. */
    isPublic: boolean('is_public').notNull().default(true),
    /** Counts the saves, as a course's does. */
    version: integer('version').notNull().default(1),
    createdAt: instant('created_at').notNull().default(now),
  },
  (t) => [
    index('blogs_drafts')
      .on(t.id)
      .where(sql`not ${t.isPublic}`),
    index('blogs_title_search').using('gin', sql`${t.title} gin_trgm_ops`),
  ],
)

export const comments = pgTable(
  'comments',
  {
    id: id('id').primaryKey().generatedAlwaysAsIdentity(),
    blogId: id('blog_id')
      .notNull()
      .references(() => blogs.id, { onDelete: 'cascade' }),
    userId: id('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    text: varchar('text', { length: 2000 }).notNull(),
    createdAt: instant('created_at').notNull().default(now),
  },
  (t) => [index('comments_newest').on(t.blogId, t.id), index('comments_user').on(t.userId, t.blogId)],
)

/** Each student has one conversation, with the admins. Made with its first message. */
export const conversations = pgTable(
  'conversations',
  {
    studentId: id('student_id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The newest message; the list of conversations is in this order. */
    lastMessageId: id('last_message_id').notNull(),
    unreadByStudent: integer('unread_by_student').notNull().default(0),
    unreadByAdmins: integer('unread_by_admins').notNull().default(0),
    /** Since when the oldest of those waits of which no mail has told yet; null while there is none. */
    studentWaitsSince: instant('student_waits_since'),
    adminsWaitSince: instant('admins_wait_since'),
    /** When a mail last told of them. */
    studentMailedAt: instant('student_mailed_at'),
    adminsMailedAt: instant('admins_mailed_at'),
  },
  (t) => [
    index('conversations_newest').on(t.lastMessageId),
    index('conversations_student_waits').on(t.studentWaitsSince),
    index('conversations_admins_wait').on(t.adminsWaitSince),
  ],
)

export const messages = pgTable(
  'messages',
  {
    id: id('id').primaryKey().generatedAlwaysAsIdentity(),
    /** Whose conversation it is in. */
    studentId: id('student_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The student or an admin; an admin may be gone by now. */
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
    createdAt: instant('created_at').notNull().default(now),
    readAt: instant('read_at'),
  },
  (t) => [
    index('notifications_newest').on(t.userId, t.id),
    index('notifications_unread')
      .on(t.userId)
      .where(sql`${t.readAt} is null`),
    index('notifications_course').on(t.courseId),
  ],
)

/** Who did what; append-only. Names and e-mails are copies, so that the line outlives its user. */
export const systemLog = pgTable(
  'system_log',
  {
    id: id('id').primaryKey().generatedAlwaysAsIdentity(),
    kind: text('kind', { enum: LOG_KINDS }).notNull().default('site'),
    message: text('message').notNull(),
    email: text('email').notNull().default(''),
    studentId: id('student_id'),
    createdAt: instant('created_at').notNull().default(now),
  },
  (t) => [
    index('system_log_student').on(t.studentId, t.id),
    index('system_log_kind').on(t.kind, t.id),
    index('system_log_search').using('gin', sql`(${t.message} || ' ' || ${t.email}) gin_trgm_ops`),
  ],
)

/** What happened on each day that is over (UTC): counted once, so that a chart of a year costs a page of rows. */
export const dailyCounts = pgTable('daily_counts', {
  day: date('day', { mode: 'string' }).primaryKey(),
  signups: integer('signups').notNull(),
  enrollments: integer('enrollments').notNull(),
  completions: integer('completions').notNull(),
})

/** One row: whether the system is running. */
export const site = pgTable(
  'site',
  {
    id: smallint('id').primaryKey().default(1),
    running: boolean('running').notNull().default(true),
  },
  (t) => [check('site_one_row', sql`${t.id} = 1`)],
)

/** Counted failures. Columns and names are those of rate-limiter-flexible, which writes here. */
export const throttles = pgTable('throttles', {
  key: varchar('key', { length: 255 }).primaryKey(),
  points: integer('points').notNull().default(0),
  /** Milliseconds since 1970. */
  expire: bigint('expire', { mode: 'number' }),
})
