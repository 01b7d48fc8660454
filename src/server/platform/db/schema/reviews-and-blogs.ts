import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, smallint, text, uniqueIndex, varchar } from 'drizzle-orm/pg-core'
import { users } from './accounts.ts'
import { id, instant, now } from './columns.ts'
import { courses } from './courses.ts'
import { sharedId } from './shared-id.ts'

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
