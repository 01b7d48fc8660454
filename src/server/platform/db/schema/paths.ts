import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
  varchar,
} from 'drizzle-orm/pg-core'
import type { CertificateDesign } from '#contract/schemas/learning/certificates.ts'
import { COURSE_LEVELS } from '#contract/choices.ts'
import { users } from './accounts.ts'
import { id, instant, now, real } from './columns.ts'
import { courses } from './courses.ts'
import { sharedId } from './shared-id.ts'

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
    index('certificates_user').on(t.userId, t.courseId),
    index('certificates_issued').on(t.issuedAt, t.id),
    index('certificates_revoked')
      .on(t.issuedAt, t.id)
      .where(sql`${t.revokedAt} is not null and ${t.replacedBy} is null`),
    index('certificates_replaced')
      .on(t.issuedAt, t.id)
      .where(sql`${t.replacedBy} is not null`),
    index('certificates_course_id').on(t.courseId),
    index('certificates_path_id').on(t.pathId),
    index('certificates_search').using('gin', sql`(${t.name} || ' ' || ${t.title}) gin_trgm_ops`),
  ],
)
