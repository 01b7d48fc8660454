import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  customType,
  date,
  index,
  integer,
  jsonb,
  pgSequence,
  pgTable,
  primaryKey,
  real,
  smallint,
  text,
  timestamp,
  uniqueIndex,
  uuid,
  varchar,
} from 'drizzle-orm/pg-core'
import { AUDIT_SUBJECTS, type AuditAction, type AuditFields } from '#contract/audit-actions.ts'
import {
  ANSWERS_SHOWN,
  ARCHIVED_KINDS,
  BACKUP_KINDS,
  BACKUP_STATUSES,
  COMPLETION_RULES,
  COUPON_KINDS,
  COURSE_LEVELS,
  ENTITLEMENT_SOURCES,
  LEARNING_EVENT_KINDS,
  LESSON_KINDS,
  LESSON_ORDERS,
  LOG_KINDS,
  NOTIFICATION_KINDS,
  ORDER_STATUSES,
  PAYMENT_PROVIDERS,
  SUBMISSION_FORMS,
  SUBMISSION_STATUSES,
} from '#contract/choices.ts'
import type { CertificateDesign } from '#contract/schemas/learning/certificates.ts'
import { type CourseDetails, NO_DETAILS } from '#contract/schemas/learning/course-details.ts'
import type { QuizAnswer } from '#contract/schemas/learning/quiz-answer.ts'
import type { Quiz, QuizQuestion } from '#contract/schemas/learning/quiz-input.ts'

// After a change run `npm run migration -- --name what_changed`.

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' })
const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' })
/** Merged ranges of whole seconds, such as `{[0,30),[60,90)}`. */
const int4multirange = customType<{ data: string }>({ dataType: () => 'int4multirange' })
const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' })
const now = sql`now()`
/** bigint, because the contract accepts ids of up to 15 digits. */
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
  'login-failures',
  'order-instructions',
  'receipt',
  'refund',
  'order-trouble',
  'certificate',
  'assignment-graded',
  'verify-email',
  'new-device',
  'second-factor-changed',
  'second-factor-failures',
  'role-changed',
  'test',
] as const

/** Of an order, and of each of its items. */
const amounts = () => ({
  listCents: integer('list_cents').notNull(),
  discountCents: integer('discount_cents').notNull(),
  couponCents: integer('coupon_cents').notNull(),
  taxCents: integer('tax_cents').notNull(),
  totalCents: integer('total_cents').notNull(),
})

/** One sequence for users, courses and blogs, because `/handleUploads` identifies a record by its id alone. */
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
    /** Null until a code, a link or Google proves that the user owns the email. */
    emailVerifiedAt: instant('email_proven_at'),
    /** True when the user signed up while `VERIFY_EMAIL` was on: without a proof of the email, writes are refused. */
    mustVerifyEmail: boolean('must_verify_email').notNull().default(false),
    /** Whether to send an email about unread chat messages. */
    chatMails: boolean('chat_mails').notNull().default(true),
    joinedAt: instant('joined_at').notNull().default(now),
    /** Denormalized count of the enrollments that `isJoined`, in courses outside the trash. */
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
    index('users_joined').on(t.joinedAt, t.id),
    check('users_email_lower', sql`${t.email} = lower(${t.email})`),
  ],
)

/** An account at an OpenID provider, identified by the provider's `sub` and never by email. */
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
    /** Shown to the owner, who can end the session. */
    id: id('id').notNull().generatedAlwaysAsIdentity(),
    /** SHA-256 of the cookie's value, so that a copy of the table gives no access. */
    tokenHash: bytea('token_hash').primaryKey(),
    userId: id('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: instant('created_at').notNull().default(now),
    /** Updated at most once a minute. */
    lastSeenAt: instant('last_seen_at').notNull().default(now),
    /** The absolute end, regardless of activity. */
    expiresAt: instant('expires_at').notNull(),
    /** The end unless the user is active before. */
    idleUntil: instant('idle_until').notNull(),
    userAgent: varchar('user_agent', { length: 300 }).notNull().default(''),
    /** True while an admin views the site as a student in this session. */
    asStudent: boolean('as_student').notNull().default(false),
  },
  (t) => [index('sessions_user').on(t.userId, t.idleUntil), uniqueIndex('sessions_id').on(t.id)],
)

/** The browsers that have signed in to an account. Failed logins elsewhere do not slow them down. */
export const knownDevices = pgTable(
  'known_devices',
  {
    userId: id('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** SHA-256 of the device cookie's value. */
    deviceHash: bytea('device_hash').notNull(),
    /** SHA-256 of the user and the network of the last login, so that the table lists no addresses. */
    networkHash: bytea('network_hash').notNull(),
    lastLoginAt: instant('last_login_at').notNull().default(now),
  },
  (t) => [primaryKey({ columns: [t.userId, t.deviceHash] }), index('known_devices_last_login').on(t.lastLoginAt)],
)

/**
 * The newest code per email and browser, so that a stranger's requests and guesses do not affect the owner's code.
 * Unknown emails have rows too, so that the table reveals no accounts.
 */
export const resetCodes = pgTable(
  'reset_codes',
  {
    email: varchar('email', { length: 254 }).notNull(),
    /** SHA-256 of the device cookie's value in the browser that asked. */
    deviceHash: bytea('device_hash').notNull(),
    /** argon2id in PHC form, because six digits are quickly guessed. */
    codeHash: text('code_hash').notNull(),
    expiresAt: instant('expires_at').notNull(),
    tries: integer('tries').notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.email, t.deviceHash] })],
)

/** New emails waiting for confirmation. */
export const emailChanges = pgTable('email_changes', {
  userId: id('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  newEmail: varchar('new_email', { length: 254 }).notNull(),
  /** SHA-256 of the link's token; null until the email is rendered. */
  tokenHash: bytea('token_hash'),
  expiresAt: instant('expires_at').notNull(),
})

/** The key of an authenticator app. Until it is confirmed with a code, it is only being set up. */
export const totpSecrets = pgTable('totp_secrets', {
  userId: id('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** Encrypted (platform/secrets), so that a copy of the database gives no codes. */
  secret: bytea('secret').notNull(),
  confirmedAt: instant('confirmed_at'),
  /** The 30-second step of the last code, which is not accepted again. */
  lastStep: bigint('last_step', { mode: 'number' }).notNull().default(0),
  createdAt: instant('created_at').notNull().default(now),
})

/** Deleted when used. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    userId: id('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** SHA-256; a code has 80 random bits. */
    codeHash: bytea('code_hash').notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.codeHash] })],
)

export const passkeys = pgTable(
  'passkeys',
  {
    /** Shown to the owner, who can remove the passkey. */
    id: id('id').primaryKey().generatedAlwaysAsIdentity(),
    userId: id('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** In base64url, as WebAuthn's JSON has it. */
    credentialId: text('credential_id').notNull(),
    publicKey: bytea('public_key').notNull(),
    /** Of its uses, as the authenticator counts; 0 for one that does not. */
    counter: bigint('counter', { mode: 'number' }).notNull(),
    transports: jsonb('transports').$type<string[]>().notNull(),
    name: varchar('name', { length: 60 }).notNull(),
    createdAt: instant('created_at').notNull().default(now),
    lastUsedAt: instant('last_used_at'),
  },
  (t) => [uniqueIndex('passkeys_credential').on(t.credentialId), index('passkeys_user').on(t.userId)],
)

/** A login or a registration of a passkey that waits for its second step, in one browser. */
export const authChallenges = pgTable(
  'auth_challenges',
  {
    /** SHA-256 of the cookie's value. */
    tokenHash: bytea('token_hash').primaryKey(),
    kind: text('kind', { enum: ['login', 'passkey-login', 'passkey-setup'] }).notNull(),
    /** Null for a passkey login: the passkey says whose it is. */
    userId: id('user_id').references(() => users.id, { onDelete: 'cascade' }),
    /** The hash that was just verified. A password that changed meanwhile ends the login. */
    passwordHash: text('password_hash'),
    /** What the authenticator has to sign, in base64url. */
    webauthnChallenge: text('webauthn_challenge'),
    tries: integer('tries').notNull().default(0),
    expiresAt: instant('expires_at').notNull(),
  },
  (t) => [index('auth_challenges_user').on(t.userId), index('auth_challenges_expiry').on(t.expiresAt)],
)

/** Browsers that skip the second step for a while. */
export const trustedBrowsers = pgTable(
  'trusted_browsers',
  {
    /** SHA-256 of the cookie's value. */
    tokenHash: bytea('token_hash').primaryKey(),
    userId: id('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    expiresAt: instant('expires_at').notNull(),
  },
  (t) => [index('trusted_browsers_user').on(t.userId), index('trusted_browsers_expiry').on(t.expiresAt)],
)

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

export const courses = pgTable(
  'courses',
  {
    id: sharedId(),
    title: varchar('title', { length: 200 }).notNull(),
    description: text('description').notNull().default(''),
    priceCents: integer('price_cents').notNull().default(0),
    /** Percent off the price. */
    discount: real('discount').notNull().default(0),
    /** The price after the discount. */
    dueCents: integer('due_cents')
      .notNull()
      .generatedAlwaysAs(sql`round(price_cents * (100 - discount::numeric) / 100)::integer`),
    category: text('category').notNull(),
    imageUrl: text('image_url').notNull().default(''),
    /** Comma-separated, as in the API. */
    tabs: text('tabs').notNull().default(''),
    /** A draft is visible to admins and to students who were already enrolled. */
    isPublic: boolean('is_public').notNull().default(true),
    /** Incremented by each save, to detect conflicting edits. */
    version: integer('version').notNull().default(1),
    createdAt: instant('created_at').notNull().default(now),
    /** The last save of the form. */
    updatedAt: instant('updated_at').notNull().default(now),
    details: jsonb('details').$type<CourseDetails>().notNull().default(NO_DETAILS),
    lessonOrder: text('lesson_order', { enum: LESSON_ORDERS }).notNull().default('free'),
    /** Denormalized; updated by the handlers that write lessons and reviews. */
    lessonsCount: integer('lessons_count').notNull().default(0),
    reviewsCount: integer('reviews_count').notNull().default(0),
    starsSum: integer('stars_sum').notNull().default(0),
    /** Average rating in tenths of a star; 0 without reviews. */
    starsTenths: smallint('stars_tenths')
      .notNull()
      .generatedAlwaysAs(
        sql`case when reviews_count = 0 then 0 else round(stars_sum * 10.0 / reviews_count) end::smallint`,
      ),
    /** Set once the course is archived: it is in no list and cannot be bought, and its students keep it. */
    archivedAt: instant('archived_at'),
    /** Set while the course is in the trash. Every query but the trash's own leaves it out. */
    deletedAt: instant('deleted_at'),
    /** Who archived it or moved it to the trash. */
    deletedByName: varchar('deleted_by_name', { length: 161 }).notNull().default(''),
    /** The words of all text, for the search. Without punctuation, because the parser takes `node.js` as one word. */
    words: tsvector('words').generatedAlwaysAs(
      sql`to_tsvector('simple', translate(title || ' ' || tabs || ' ' || category || ' ' || description, './-_:,@#<>', '          '))`,
    ),
  },
  (t) => [
    // Lists are sorted by id, newest first. Indexes stay ascending and are read backwards: `desc()` here would mean
    // NULLS LAST, which `order by … desc` does not match.
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
    index('courses_title')
      .on(t.title, t.id)
      .where(sql`${t.deletedAt} is null and ${t.archivedAt} is null`),
    index('courses_title_search').using('gin', sql`${t.title} gin_trgm_ops`),
    index('courses_search').using('gin', sql`(${t.title} || ' ' || ${t.tabs} || ' ' || ${t.category}) gin_trgm_ops`),
    index('courses_words').using('gin', t.words),
    index('courses_deleted')
      .on(t.deletedAt, t.id)
      .where(sql`${t.deletedAt} is not null`),
    index('courses_archived')
      .on(t.archivedAt, t.id)
      .where(sql`${t.archivedAt} is not null`),
    check('courses_discount_range', sql`${t.discount} between 0 and 100`),
    check('courses_price_range', sql`${t.priceCents} between 0 and 10000000`),
  ],
)

/** Courses to finish first. Without cycles: the handlers that write refuse them. */
export const prerequisites = pgTable(
  'prerequisites',
  {
    courseId: id('course_id')
      .notNull()
      .references(() => courses.id, { onDelete: 'cascade' }),
    requiredCourseId: id('required_course_id')
      .notNull()
      .references(() => courses.id, { onDelete: 'cascade' }),
    /** False for advice. */
    isBlocking: boolean('is_blocking').notNull().default(true),
  },
  (t) => [
    primaryKey({ columns: [t.courseId, t.requiredCourseId] }),
    index('prerequisites_required').on(t.requiredCourseId),
    check('prerequisites_other_course', sql`${t.courseId} <> ${t.requiredCourseId}`),
  ],
)

export const sections = pgTable(
  'sections',
  {
    id: id('id').primaryKey().generatedAlwaysAsIdentity(),
    courseId: id('course_id')
      .notNull()
      .references(() => courses.id, { onDelete: 'cascade' }),
    /** Position in the course, from 0. */
    place: integer('place').notNull(),
    title: varchar('title', { length: 200 }).notNull(),
    /** Opens this many days after the enrollment. */
    opensAfterDays: integer('opens_after_days'),
    opensAt: instant('opens_at'),
  },
  (t) => [index('sections_course').on(t.courseId, t.place)],
)

export const lessons = pgTable(
  'lessons',
  {
    id: id('id').primaryKey().generatedAlwaysAsIdentity(),
    courseId: id('course_id')
      .notNull()
      .references(() => courses.id, { onDelete: 'cascade' }),
    /** Position in the course, from 0, across its sections. */
    place: integer('place').notNull(),
    /** Null: before all sections. */
    sectionId: id('section_id').references(() => sections.id, { onDelete: 'set null' }),
    kind: text('kind', { enum: LESSON_KINDS }).notNull().default('video'),
    title: varchar('title', { length: 200 }).notNull(),
    subtitle: varchar('subtitle', { length: 300 }).notNull().default(''),
    /** http, https, a file under `/uploads/`, or empty for kinds without one. */
    url: varchar('url', { length: 2048 }).notNull(),
    /** Sanitized HTML of an article or an assignment. */
    content: text('content').notNull().default(''),
    /** Of a file lesson: the name it is downloaded as. */
    fileName: varchar('file_name', { length: 255 }).notNull().default(''),
    /** With the answers, so it is selected only where they may be known. */
    quiz: jsonb('quiz').$type<Quiz>(),
    submissionForm: text('submission_form', { enum: SUBMISSION_FORMS }).notNull().default('both'),
    completion: text('completion', { enum: COMPLETION_RULES }).notNull().default('manual'),
    /** With the rule `watched`. */
    watchPercent: smallint('watch_percent'),
    durationSeconds: real('duration_seconds'),
    /** A WebVTT file under `/uploads/`, or empty. */
    captionsUrl: varchar('captions_url', { length: 2048 }).notNull().default(''),
    /** Visible without enrollment. */
    isPreview: boolean('is_preview').notNull().default(false),
    /** When a student's player first failed to play it; null after a new URL or once an admin has checked it. */
    problemReportedAt: instant('problem_reported_at'),
    createdAt: instant('created_at').notNull().default(now),
  },
  (t) => [
    index('lessons_course').on(t.courseId, t.place),
    index('lessons_section').on(t.sectionId),
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

/** The last number given in each year. Its row is locked while an order is made, so that there are no gaps. */
export const orderNumbers = pgTable('order_numbers', {
  year: integer('year').primaryKey(),
  last: integer('last').notNull(),
})

export const coupons = pgTable(
  'coupons',
  {
    id: id('id').primaryKey().generatedAlwaysAsIdentity(),
    /** In capitals. */
    code: varchar('code', { length: 40 }).notNull(),
    kind: text('kind', { enum: COUPON_KINDS }).notNull(),
    /** Hundredths of a percent, or cents. */
    value: integer('value').notNull(),
    /** Empty: every course. */
    courseIds: bigint('course_ids', { mode: 'number' })
      .array()
      .notNull()
      .default(sql`'{}'`),
    startsAt: instant('starts_at'),
    endsAt: instant('ends_at'),
    maxUses: integer('max_uses'),
    maxPerStudent: integer('max_per_student'),
    createdAt: instant('created_at').notNull().default(now),
  },
  (t) => [uniqueIndex('coupons_code').on(t.code)],
)

/** Amounts are cents, and snapshots: nothing is computed again after the order is made. */
export const orders = pgTable(
  'orders',
  {
    id: id('id').primaryKey().generatedAlwaysAsIdentity(),
    number: varchar('number', { length: 20 }).notNull(),
    /** Null after the account was deleted. */
    userId: id('user_id').references(() => users.id, { onDelete: 'set null' }),
    buyerName: varchar('buyer_name', { length: 161 }).notNull(),
    buyerEmail: varchar('buyer_email', { length: 254 }).notNull(),
    /** Who sold it, line by line, as the receipt prints it. */
    seller: text('seller')
      .array()
      .notNull()
      .default(sql`'{}'`),
    /** Set when a whole path was bought: the items are its courses. */
    pathId: id('path_id').references(() => learningPaths.id),
    pathTitle: varchar('path_title', { length: 200 }),
    status: text('status', { enum: ORDER_STATUSES }).notNull().default('pending'),
    currency: varchar('currency', { length: 3 }).notNull(),
    ...amounts(),
    /** The sum of the refunds that succeeded. */
    refundedCents: integer('refunded_cents').notNull().default(0),
    /** Hundredths of a percent. */
    taxRate: integer('tax_rate').notNull(),
    taxIncluded: boolean('tax_included').notNull(),
    couponId: id('coupon_id').references(() => coupons.id),
    couponCode: varchar('coupon_code', { length: 40 }),
    /** Null when there was nothing to pay. */
    provider: text('provider', { enum: PAYMENT_PROVIDERS }),
    /** The provider's name for the checkout, such as a Checkout Session's id; null until it is made. */
    checkoutReference: text('checkout_reference'),
    checkoutUrl: text('checkout_url'),
    /** The provider's name for the payment, such as a PaymentIntent's id or what an admin noted; null until paid. */
    paymentReference: text('payment_reference'),
    /** `user:course` while the order is pending, so that nobody has two open orders for a course. */
    openKey: varchar('open_key', { length: 40 }),
    isProcessing: boolean('is_processing').notNull().default(false),
    /** Why the last attempt to pay failed. */
    problem: varchar('problem', { length: 300 }),
    createdAt: instant('created_at').notNull().default(now),
    expiresAt: instant('expires_at'),
    paidAt: instant('paid_at'),
    refundedAt: instant('refunded_at'),
    refundRequestedAt: instant('refund_requested_at'),
    /** The refund of a lost dispute is the bank's. */
    disputedAt: instant('disputed_at'),
    /** When the provider was last asked. */
    checkedAt: instant('checked_at'),
  },
  (t) => [
    uniqueIndex('orders_number').on(t.number),
    uniqueIndex('orders_open').on(t.openKey),
    uniqueIndex('orders_checkout').on(t.provider, t.checkoutReference),
    index('orders_user').on(t.userId, t.id),
    index('orders_status').on(t.status, t.id),
    index('orders_paid').on(t.paidAt),
    index('orders_coupon').on(t.couponId, t.userId),
    index('orders_refund_requested')
      .on(t.id)
      .where(sql`${t.refundRequestedAt} is not null`),
    index('orders_search').using(
      'gin',
      sql`(${t.number} || ' ' || ${t.buyerName} || ' ' || ${t.buyerEmail}) gin_trgm_ops`,
    ),
    check(
      'orders_total',
      sql`${t.totalCents} = ${t.listCents} - ${t.discountCents} - ${t.couponCents} + case when ${t.taxIncluded} then 0 else ${t.taxCents} end`,
    ),
    check(
      'orders_amounts',
      sql`least(${t.listCents}, ${t.discountCents}, ${t.couponCents}, ${t.taxCents}, ${t.totalCents}) >= 0`,
    ),
    check('orders_refunded', sql`${t.refundedCents} between 0 and ${t.totalCents}`),
    check('orders_open_key', sql`(${t.openKey} is not null) = (${t.status} = 'pending')`),
  ],
)

export const orderItems = pgTable(
  'order_items',
  {
    orderId: id('order_id')
      .notNull()
      .references(() => orders.id),
    courseId: id('course_id')
      .notNull()
      .references(() => courses.id),
    title: varchar('title', { length: 200 }).notNull(),
    ...amounts(),
  },
  (t) => [primaryKey({ columns: [t.orderId, t.courseId] }), index('order_items_course').on(t.courseId)],
)

export const refunds = pgTable(
  'refunds',
  {
    id: id('id').primaryKey().generatedAlwaysAsIdentity(),
    orderId: id('order_id')
      .notNull()
      .references(() => orders.id),
    amountCents: integer('amount_cents').notNull(),
    reason: varchar('reason', { length: 300 }).notNull().default(''),
    /** The email of who asked for it. */
    requestedBy: varchar('requested_by', { length: 254 }).notNull(),
    status: text('status', { enum: ['pending', 'succeeded', 'failed'] })
      .notNull()
      .default('pending'),
    /** The provider's name for it. */
    reference: text('reference'),
    createdAt: instant('created_at').notNull().default(now),
    /** Moved before each attempt, so that only one process makes it. */
    nextTryAt: instant('next_try_at').notNull().default(now),
    tries: integer('tries').notNull().default(0),
    doneAt: instant('done_at'),
  },
  (t) => [
    index('refunds_order').on(t.orderId),
    index('refunds_next_try')
      .on(t.nextTryAt)
      .where(sql`${t.status} = 'pending'`),
    index('refunds_done').on(t.doneAt),
    check('refunds_amount', sql`${t.amountCents} > 0`),
  ],
)

/** What payment services have told. An event is stored once, so a second delivery changes nothing. */
export const paymentEvents = pgTable(
  'payment_events',
  {
    provider: text('provider', { enum: PAYMENT_PROVIDERS }).notNull(),
    eventId: text('event_id').notNull(),
    orderId: id('order_id').references(() => orders.id),
    type: text('type').notNull(),
    receivedAt: instant('received_at').notNull().default(now),
    /** Null when it named no order, or came too late to change it. */
    processedAt: instant('processed_at'),
  },
  (t) => [primaryKey({ columns: [t.provider, t.eventId] }), index('payment_events_order').on(t.orderId)],
)

/** The timeline of an order. */
export const orderEvents = pgTable(
  'order_events',
  {
    id: id('id').primaryKey().generatedAlwaysAsIdentity(),
    orderId: id('order_id')
      .notNull()
      .references(() => orders.id),
    createdAt: instant('created_at').notNull().default(now),
    text: varchar('text', { length: 500 }).notNull(),
    /** The email of who did it; null for the system and the payment service. */
    byEmail: varchar('by_email', { length: 254 }),
  },
  (t) => [index('order_events_order').on(t.orderId, t.id)],
)

/** The books of the built-in test payment service, apart from the orders as a real one's are. */
export const testPayments = pgTable('test_payments', {
  reference: text('reference').primaryKey(),
  orderId: id('order_id')
    .notNull()
    .references(() => orders.id),
  amountCents: integer('amount_cents').notNull(),
  status: text('status', { enum: ['open', 'processing', 'paid', 'expired'] })
    .notNull()
    .default('open'),
  /** When a payment that is on its way settles. */
  settlesAt: instant('settles_at'),
  /** The ids of the refunds, so that none is made twice. */
  refundIds: bigint('refund_ids', { mode: 'number' })
    .array()
    .notNull()
    .default(sql`'{}'`),
  refundedCents: integer('refunded_cents').notNull().default(0),
})

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
    /** Where the student stopped watching. */
    positionSeconds: real('position_seconds').notNull().default(0),
    /** What the student has watched, derived from the events. */
    watched: int4multirange('watched')
      .notNull()
      .default(sql`'{}'`),
    updatedAt: instant('updated_at').notNull().default(now),
  },
  (t) => [primaryKey({ columns: [t.userId, t.lessonId] }), index('lesson_progress_lesson').on(t.lessonId)],
)

/** Append-only. Progress is derived from it and can be rebuilt (`npm run check:progress`). */
export const learningEvents = pgTable(
  'learning_events',
  {
    id: id('id').primaryKey().generatedAlwaysAsIdentity(),
    userId: id('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    courseId: id('course_id')
      .notNull()
      .references(() => courses.id, { onDelete: 'cascade' }),
    /** Without a reference, because a removed lesson's events stay. Null for the whole course. */
    lessonId: id('lesson_id'),
    kind: text('kind', { enum: LEARNING_EVENT_KINDS }).notNull(),
    /** Such as the watched range `{ from, to }` or a score `{ score, max }`. */
    data: jsonb('data').$type<Record<string, unknown>>().notNull().default({}),
    /** The admin who did it; null for the student's own. */
    actorId: id('actor_id').references(() => users.id, { onDelete: 'set null' }),
    reason: varchar('reason', { length: 300 }).notNull().default(''),
    createdAt: instant('created_at').notNull().default(now),
  },
  (t) => [
    index('learning_events_user_course').on(t.userId, t.courseId, t.id),
    index('learning_events_course').on(t.courseId),
  ],
)

export const quizAttempts = pgTable(
  'quiz_attempts',
  {
    id: id('id').primaryKey().generatedAlwaysAsIdentity(),
    userId: id('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    lessonId: id('lesson_id')
      .notNull()
      .references(() => lessons.id, { onDelete: 'cascade' }),
    startedAt: instant('started_at').notNull().default(now),
    /** When the time is up; null without a limit. */
    endsAt: instant('ends_at'),
    /** Null while it is open. */
    submittedAt: instant('submitted_at'),
    /** As they were drawn, with their answers: a later change of the quiz does not change the attempt. */
    questions: jsonb('questions').$type<QuizQuestion[]>().notNull(),
    answersShown: text('answers_shown', { enum: ANSWERS_SHOWN }).notNull().default('end'),
    /** By question id. */
    answers: jsonb('answers').$type<Record<string, QuizAnswer>>().notNull().default({}),
    passMark: smallint('pass_mark').notNull(),
    maxScore: real('max_score').notNull(),
    score: real('score'),
    isPassed: boolean('is_passed'),
    /** Set by a reset of the student's progress: it does not count any more. */
    isVoid: boolean('is_void').notNull().default(false),
  },
  (t) => [
    index('quiz_attempts_user').on(t.userId, t.lessonId, t.id),
    index('quiz_attempts_lesson').on(t.lessonId),
    uniqueIndex('quiz_attempts_open')
      .on(t.userId, t.lessonId)
      .where(sql`${t.submittedAt} is null and not ${t.isVoid}`),
    check('quiz_attempts_score', sql`(${t.score} is null) = (${t.submittedAt} is null)`),
  ],
)

/** The graded answers of submitted attempts, for the results of each question. */
export const quizAnswers = pgTable(
  'quiz_answers',
  {
    attemptId: id('attempt_id')
      .notNull()
      .references(() => quizAttempts.id, { onDelete: 'cascade' }),
    lessonId: id('lesson_id')
      .notNull()
      .references(() => lessons.id, { onDelete: 'cascade' }),
    questionId: varchar('question_id', { length: 36 }).notNull(),
    /** In words, as the results list it; empty when it was not answered. */
    answerText: varchar('answer_text', { length: 500 }).notNull(),
    points: real('points').notNull(),
    isCorrect: boolean('is_correct').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.attemptId, t.questionId] }),
    index('quiz_answers_lesson').on(t.lessonId, t.questionId),
  ],
)

export const submissions = pgTable(
  'submissions',
  {
    id: id('id').primaryKey().generatedAlwaysAsIdentity(),
    userId: id('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    lessonId: id('lesson_id')
      .notNull()
      .references(() => lessons.id, { onDelete: 'cascade' }),
    text: text('text').notNull().default(''),
    /** A file in the data folder, or empty. */
    fileUrl: varchar('file_url', { length: 2048 }).notNull().default(''),
    fileName: varchar('file_name', { length: 255 }).notNull().default(''),
    submittedAt: instant('submitted_at').notNull().default(now),
    status: text('status', { enum: SUBMISSION_STATUSES }).notNull().default('waiting'),
    feedback: text('feedback').notNull().default(''),
    gradedBy: id('graded_by').references(() => users.id, { onDelete: 'set null' }),
    gradedAt: instant('graded_at'),
  },
  (t) => [
    index('submissions_user').on(t.userId, t.lessonId, t.id),
    index('submissions_lesson').on(t.lessonId),
    index('submissions_waiting')
      .on(t.id)
      .where(sql`${t.status} = 'waiting'`),
    // The order of the panel: those that wait, the longest waiting first; then the newest.
    index('submissions_order').on(
      sql`(${t.status} = 'waiting') desc`,
      sql`(case when ${t.status} = 'waiting' then ${t.id} end)`,
      sql`${t.id} desc`,
    ),
    index('submissions_file')
      .using('hash', t.fileUrl)
      .where(sql`${t.fileUrl} <> ''`),
  ],
)

/** A student's own, private. */
export const notes = pgTable(
  'notes',
  {
    id: id('id').primaryKey().generatedAlwaysAsIdentity(),
    userId: id('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    lessonId: id('lesson_id')
      .notNull()
      .references(() => lessons.id, { onDelete: 'cascade' }),
    seconds: real('seconds').notNull(),
    text: varchar('text', { length: 2_000 }).notNull(),
    createdAt: instant('created_at').notNull().default(now),
  },
  (t) => [index('notes_user_lesson').on(t.userId, t.lessonId, t.seconds), index('notes_lesson').on(t.lessonId)],
)

/** Ordered sets of courses. */
export const learningPaths = pgTable(
  'learning_paths',
  {
    id: sharedId(),
    title: varchar('title', { length: 200 }).notNull(),
    goal: varchar('goal', { length: 300 }).notNull(),
    description: text('description').notNull().default(''),
    imageUrl: text('image_url').notNull().default(''),
    level: text('level', { enum: ['', ...COURSE_LEVELS] })
      .notNull()
      .default(''),
    /** Whether a course opens only when the one before is finished. */
    isOrdered: boolean('is_ordered').notNull().default(false),
    /** For all of its courses together; null when they are bought one by one. */
    priceCents: integer('price_cents'),
    isPublic: boolean('is_public').notNull().default(false),
    version: integer('version').notNull().default(1),
    createdAt: instant('created_at').notNull().default(now),
    updatedAt: instant('updated_at').notNull().default(now),
    /** Set for good: a path with orders or certificates keeps its row. */
    deletedAt: instant('deleted_at'),
  },
  (t) => [
    index('learning_paths_search').using('gin', sql`(${t.title} || ' ' || ${t.goal}) gin_trgm_ops`),
    check('learning_paths_price_range', sql`${t.priceCents} between 0 and 10000000`),
  ],
)

export const pathCourses = pgTable(
  'path_courses',
  {
    pathId: id('path_id')
      .notNull()
      .references(() => learningPaths.id, { onDelete: 'cascade' }),
    courseId: id('course_id')
      .notNull()
      .references(() => courses.id, { onDelete: 'cascade' }),
    /** From 0. */
    place: integer('place').notNull(),
  },
  (t) => [primaryKey({ columns: [t.pathId, t.courseId] }), index('path_courses_course').on(t.courseId)],
)

/** The students who have started a path. */
export const pathStudents = pgTable(
  'path_students',
  {
    pathId: id('path_id')
      .notNull()
      .references(() => learningPaths.id, { onDelete: 'cascade' }),
    userId: id('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: instant('created_at').notNull().default(now),
    /** When every course of it was finished; stays when courses are added later. */
    finishedAt: instant('finished_at'),
  },
  (t) => [primaryKey({ columns: [t.pathId, t.userId] }), index('path_students_user').on(t.userId)],
)

/** Snapshots: what is printed never changes. */
export const certificates = pgTable(
  'certificates',
  {
    /** Unguessable, because it is the public address. */
    id: uuid('id').primaryKey().defaultRandom(),
    /** Null after the account was deleted. */
    userId: id('user_id').references(() => users.id, { onDelete: 'set null' }),
    /** One of the two; null after the course or the path was removed. */
    courseId: id('course_id').references(() => courses.id, { onDelete: 'set null' }),
    pathId: id('path_id').references(() => learningPaths.id, { onDelete: 'set null' }),
    kind: text('kind', { enum: ['course', 'path'] }).notNull(),
    name: varchar('name', { length: 161 }).notNull(),
    title: varchar('title', { length: 200 }).notNull(),
    finishedAt: instant('finished_at').notNull(),
    issuedAt: instant('issued_at').notNull().default(now),
    durationSeconds: real('duration_seconds').notNull().default(0),
    design: jsonb('design').$type<CertificateDesign>().notNull(),
    revokedAt: instant('revoked_at'),
    revokedReason: varchar('revoked_reason', { length: 300 }).notNull().default(''),
    replacedBy: uuid('replaced_by'),
  },
  (t) => [
    // At most one that is valid.
    uniqueIndex('certificates_course')
      .on(t.userId, t.courseId)
      .where(sql`${t.revokedAt} is null and ${t.replacedBy} is null`),
    uniqueIndex('certificates_path')
      .on(t.userId, t.pathId)
      .where(sql`${t.revokedAt} is null and ${t.replacedBy} is null`),
    index('certificates_issued').on(t.issuedAt, t.id),
    index('certificates_course_id').on(t.courseId),
    index('certificates_path_id').on(t.pathId),
    index('certificates_search').using('gin', sql`(${t.name} || ' ' || ${t.title}) gin_trgm_ops`),
  ],
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
    /** Sanitized HTML. */
    content: text('content').notNull().default(''),
    imageUrl: text('image_url').notNull().default(''),
    /** A draft is visible to admins only. */
    isPublic: boolean('is_public').notNull().default(true),
    /** As in courses. */
    version: integer('version').notNull().default(1),
    createdAt: instant('created_at').notNull().default(now),
  },
  (t) => [
    index('blogs_drafts')
      .on(t.id)
      .where(sql`not ${t.isPublic}`),
    index('blogs_title_search').using('gin', sql`${t.title} gin_trgm_ops`),
    index('blogs_search').using('gin', sql`(${t.title} || ' ' || ${t.subtitle}) gin_trgm_ops`),
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

/** One conversation per student, shared by all admins and created with the first message. */
export const conversations = pgTable(
  'conversations',
  {
    studentId: id('student_id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The list of conversations is sorted by it. */
    lastMessageId: id('last_message_id').notNull(),
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
    index('conversations_newest').on(t.lastMessageId),
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

/** Append-only. Names and emails are copies, so that an entry outlives its user. */
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

/**
 * What admins did. Append-only: a trigger refuses changes, and deletions within `AUDIT_MIN_DAYS`. Names are copies, so
 * that an entry outlives its people and subjects.
 */
export const auditLog = pgTable(
  'audit_log',
  {
    id: id('id').primaryKey().generatedAlwaysAsIdentity(),
    createdAt: instant('created_at').notNull().default(now),
    /** Null for the command line and for jobs. */
    actorId: id('actor_id'),
    actorName: varchar('actor_name', { length: 161 }).notNull(),
    actorEmail: varchar('actor_email', { length: 254 }).notNull().default(''),
    action: text('action').$type<AuditAction>().notNull(),
    subjectKind: text('subject_kind', { enum: AUDIT_SUBJECTS }).notNull(),
    /** Text, because certificates have UUIDs. Empty for the site and for exports. */
    subjectId: varchar('subject_id', { length: 36 }).notNull().default(''),
    subjectName: varchar('subject_name', { length: 300 }).notNull().default(''),
    /** The changed fields only. */
    before: jsonb('before').$type<AuditFields>().notNull().default({}),
    after: jsonb('after').$type<AuditFields>().notNull().default({}),
    ip: varchar('ip', { length: 45 }).notNull().default(''),
    device: varchar('device', { length: 60 }).notNull().default(''),
    requestId: varchar('request_id', { length: 100 }).notNull().default(''),
  },
  (t) => [
    index('audit_log_created').on(t.createdAt, t.id),
    index('audit_log_actor').on(t.actorId, t.createdAt, t.id),
    index('audit_log_action').on(t.action, t.createdAt, t.id),
    index('audit_log_subject').on(t.subjectKind, t.subjectId, t.createdAt, t.id),
    index('audit_log_search').using(
      'gin',
      sql`(${t.subjectName} || ' ' || ${t.actorName} || ' ' || ${t.actorEmail}) gin_trgm_ops`,
    ),
  ],
)

/** What admins have deleted and can restore for TRASH_DAYS. Courses have a `deletedAt` of their own instead. */
export const trash = pgTable(
  'trash',
  {
    id: id('id').primaryKey().generatedAlwaysAsIdentity(),
    kind: text('kind', { enum: ARCHIVED_KINDS }).notNull(),
    /** The id that the record had and has again when it is restored. */
    subjectId: id('subject_id').notNull(),
    name: varchar('name', { length: 300 }).notNull(),
    details: varchar('details', { length: 300 }).notNull().default(''),
    deletedAt: instant('deleted_at').notNull().default(now),
    deletedBy: id('deleted_by'),
    deletedByName: varchar('deleted_by_name', { length: 161 }).notNull(),
  },
  (t) => [uniqueIndex('trash_subject').on(t.kind, t.subjectId), index('trash_newest').on(t.kind, t.deletedAt, t.id)],
)

/** The rows of the records in the trash, out of their tables, so that no query finds them. */
export const trashRows = pgTable(
  'trash_rows',
  {
    id: id('id').primaryKey().generatedAlwaysAsIdentity(),
    trashId: id('trash_id')
      .notNull()
      .references(() => trash.id, { onDelete: 'cascade' }),
    tableName: text('table_name').notNull(),
    /** Set where the row stayed and only this column became null: then `row` has its key and the column's value. */
    linkColumn: text('link_column'),
    row: jsonb('row').$type<Record<string, unknown>>().notNull(),
  },
  (t) => [index('trash_rows_trash').on(t.trashId, t.tableName), index('trash_rows_table').on(t.tableName)],
)

/** Counts per finished UTC day, stored once, so that a chart of a year reads one row per day. */
export const dailyCounts = pgTable('daily_counts', {
  day: date('day', { mode: 'string' }).primaryKey(),
  signups: integer('signups').notNull(),
  enrollments: integer('enrollments').notNull(),
  completions: integer('completions').notNull(),
})

/** A single row. */
export const site = pgTable(
  'site',
  {
    id: smallint('id').primaryKey().default(1),
    running: boolean('running').notNull().default(true),
    /** Signs proof-of-work challenges, the same on every server. */
    proofSecret: uuid('proof_secret').notNull().defaultRandom(),
    /** Of new certificates; null: the default. */
    certificateDesign: jsonb('certificate_design').$type<CertificateDesign>(),
  },
  (t) => [check('site_one_row', sql`${t.id} = 1`)],
)

/** The backups of this site. It is in none of them. */
export const backups = pgTable(
  'backups',
  {
    id: id('id').primaryKey().generatedAlwaysAsIdentity(),
    kind: text('kind', { enum: BACKUP_KINDS }).notNull(),
    status: text('status', { enum: BACKUP_STATUSES }).notNull().default('running'),
    startedAt: instant('started_at').notNull().default(now),
    finishedAt: instant('finished_at'),
    /** The file's, and the folder or bucket it is in. */
    name: varchar('name', { length: 100 }).notNull().default(''),
    location: varchar('location', { length: 2048 }).notNull(),
    sizeBytes: bigint('size_bytes', { mode: 'number' }).notNull().default(0),
    rowsCount: bigint('rows_count', { mode: 'number' }).notNull().default(0),
    filesCount: bigint('files_count', { mode: 'number' }).notNull().default(0),
    /** When it was read again and all checksums were right. */
    checkedAt: instant('checked_at'),
    /** When its database was restored into a temporary one. */
    restoredAt: instant('restored_at'),
    /** Why it failed. */
    problem: varchar('problem', { length: 500 }).notNull().default(''),
    /** Set when it was removed, because there are enough newer ones. */
    removedAt: instant('removed_at'),
  },
  (t) => [index('backups_started').on(t.startedAt)],
)

/** Written by rate-limiter-flexible, which dictates the columns and names. */
export const throttles = pgTable('throttles', {
  key: varchar('key', { length: 255 }).primaryKey(),
  points: integer('points').notNull().default(0),
  /** Milliseconds since 1970. */
  expire: bigint('expire', { mode: 'number' }),
})

/** Unexpected errors of one cause (features/system/errors). */
export const errorGroups = pgTable(
  'error_groups',
  {
    id: id('id').primaryKey().generatedAlwaysAsIdentity(),
    fingerprint: varchar('fingerprint', { length: 64 }).notNull(),
    type: varchar('type', { length: 100 }).notNull(),
    /** Without values. */
    message: varchar('message', { length: 500 }).notNull(),
    /** The call, route or job that failed. */
    source: varchar('source', { length: 200 }).notNull(),
    count: integer('count').notNull(),
    firstAt: instant('first_at').notNull().default(now),
    lastAt: instant('last_at').notNull().default(now),
    /** Of the last one, as the stack and the version. */
    requestId: varchar('request_id', { length: 64 }).notNull(),
    stack: text('stack').notNull(),
    version: varchar('version', { length: 40 }).notNull(),
    /** Null: open. The next such error sets it to null. */
    solvedAt: instant('solved_at'),
  },
  (t) => [uniqueIndex('error_groups_fingerprint').on(t.fingerprint), index('error_groups_last').on(t.lastAt)],
)

/** Each server process reports every few seconds and deletes its row when it stops. */
export const serverProcesses = pgTable('server_processes', {
  id: varchar('id', { length: 64 }).primaryKey(),
  host: varchar('host', { length: 255 }).notNull(),
  pid: integer('pid').notNull(),
  version: varchar('version', { length: 40 }).notNull(),
  node: varchar('node', { length: 40 }).notNull(),
  startedAt: instant('started_at').notNull(),
  seenAt: instant('seen_at').notNull().default(now),
  memoryBytes: id('memory_bytes').notNull(),
  eventLoopMs: real('event_loop_ms').notNull(),
  sockets: integer('sockets').notNull(),
  requestsPerMinute: real('requests_per_minute').notNull(),
  errorsPerMinute: real('errors_per_minute').notNull(),
})
