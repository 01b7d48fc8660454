import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  varchar,
} from 'drizzle-orm/pg-core'
import { COMPLETION_RULES, LESSON_KINDS, LESSON_ORDERS, SUBMISSION_FORMS } from '#contract/choices.ts'
import { type CourseDetails, NO_DETAILS } from '#contract/schemas/learning/course-details.ts'
import { type Quiz } from '#contract/schemas/learning/quiz-input.ts'
import { id, instant, now, real, tsvector } from './columns.ts'
import { sharedId } from './shared-id.ts'

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
