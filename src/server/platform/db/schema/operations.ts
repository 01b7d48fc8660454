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
  smallint,
  text,
  uniqueIndex,
  uuid,
  varchar,
} from 'drizzle-orm/pg-core'
import { AUDIT_SUBJECTS, type AuditAction, type AuditFields } from '#contract/audit-actions.ts'
import { ARCHIVED_KINDS, BACKUP_KINDS, BACKUP_STATUSES, LOG_KINDS } from '#contract/choices.ts'
import type { CertificateDesign } from '#contract/schemas/learning/certificates.ts'
import { id, instant, now, real } from './columns.ts'

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
 * What admins did. Append-only: a trigger refuses changes but the erasure of a deleted user's personal data, and deletions
 * within 365 days. Names are copies, so that an entry outlives its people and subjects.
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
    /** The user whose personal data the entry has: the subject, or the owner of an order, a review and so on. */
    subjectUserId: id('subject_user_id'),
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
    index('audit_log_subject_user').on(t.subjectUserId),
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
  /** What it has seen of the proxy in front of it. Null: a version that did not report it. */
  proxy: jsonb('proxy').$type<{ requests: number; forwarded: number; protocol?: string | undefined }>(),
})
