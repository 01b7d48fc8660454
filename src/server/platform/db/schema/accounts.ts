import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  varchar,
} from 'drizzle-orm/pg-core'
import { bytea, id, instant, now } from './columns.ts'
import { sharedId } from './shared-id.ts'

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
    /** Denormalized: set with the first message. */
    hasConversation: boolean('has_conversation').notNull().default(false),
  },
  (t) => [
    uniqueIndex('users_email').on(t.email),
    index('users_search').using('gin', sql`(${t.firstName} || ' ' || ${t.lastName} || ' ' || ${t.email}) gin_trgm_ops`),
    index('users_admins')
      .on(t.id)
      .where(sql`${t.role} = 'admin'`),
    index('users_without_conversation')
      .on(t.id)
      .where(sql`${t.role} = 'student' and not ${t.hasConversation}`),
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
