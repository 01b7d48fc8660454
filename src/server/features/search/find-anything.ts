import { desc } from 'drizzle-orm'
import { MAX_RESULTS_PER_KIND } from '#contract/limits.ts'
import type { Db } from '#server/platform/db/connect.ts'
import { blogs, courses, users } from '#server/platform/db/schema.ts'
import type { Handler } from '#server/pipeline/handler.ts'
import { BLOG_SEARCH } from '#server/features/blogs/blog-search.ts'
import { isListed } from '#server/features/courses/course-row.ts'
import { COURSE_SEARCH } from '#server/features/courses/course-search.ts'
import { findRanked } from '#server/platform/search/find-ranked.ts'
import { findNameOrEmailFilter } from '#server/features/users/name-or-email-matches.ts'

const PAGE = { limit: MAX_RESULTS_PER_KIND, offset: 0 }

export const findAnything: Handler<'findAnything'> = async ({ db }, { search_text }) => {
  if (search_text === '') return { msg: { courses: [], users: [], blogs: [] } }
  return {
    msg: {
      courses: await findCourses(db, search_text),
      users: await findUsers(db, search_text),
      blogs: await findBlogs(db, search_text),
    },
  }
}

async function findCourses(db: Db, search: string) {
  const ranked = { search, where: isListed, sort: [COURSE_SEARCH.id], ...PAGE }
  const rows = await findRanked(db, COURSE_SEARCH, ranked, (from, isFound) =>
    from.select({ id: courses.id, title: courses.title }).from(courses).where(isFound),
  )
  return rows.map(({ id, title }) => ({ course_id: id, title }))
}

async function findUsers(db: Db, search: string) {
  return db
    .select({
      student_id: users.id,
      first_name: users.firstName,
      last_name: users.lastName,
      email: users.email,
      image_url: users.imageUrl,
    })
    .from(users)
    .where(await findNameOrEmailFilter(db, search))
    .orderBy(desc(users.id))
    .limit(MAX_RESULTS_PER_KIND)
}

async function findBlogs(db: Db, search: string) {
  const ranked = { search, where: undefined, sort: [BLOG_SEARCH.id], ...PAGE }
  const rows = await findRanked(db, BLOG_SEARCH, ranked, (from, isFound) =>
    from.select({ id: blogs.id, title: blogs.title }).from(blogs).where(isFound),
  )
  return rows.map(({ id, title }) => ({ blog_id: id, title }))
}
