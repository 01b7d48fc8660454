import { and, desc, sql } from 'drizzle-orm'
import { MAX_RESULTS_PER_KIND } from '#contract/limits.ts'
import { blogs, courses, users } from '#server/platform/db/schema.ts'
import type { Handler } from '#server/pipeline/handler.ts'
import { isLive, titleMatches } from '#server/features/courses/course-row.ts'
import { toLikePattern } from '#server/platform/db/to-like-pattern.ts'
import { nameOrEmailMatches } from '#server/features/users/name-or-email-matches.ts'

export const findAnything: Handler<'findAnything'> = async ({ db }, { search_text }) => {
  if (search_text === '') return { msg: { courses: [], users: [], blogs: [] } }
  const foundCourses = db
    .select({ course_id: courses.id, title: courses.title })
    .from(courses)
    .where(and(isLive, titleMatches(search_text)))
    .orderBy(desc(courses.id))
    .limit(MAX_RESULTS_PER_KIND)
  const foundUsers = db
    .select({
      student_id: users.id,
      first_name: users.firstName,
      last_name: users.lastName,
      email: users.email,
      image_url: users.imageUrl,
    })
    .from(users)
    .where(nameOrEmailMatches(search_text))
    .orderBy(desc(users.id))
    .limit(MAX_RESULTS_PER_KIND)
  const foundBlogs = db
    .select({ blog_id: blogs.id, title: blogs.title })
    .from(blogs)
    .where(sql`${blogs.title} ilike ${toLikePattern(search_text)}`)
    .orderBy(desc(blogs.id))
    .limit(MAX_RESULTS_PER_KIND)
  return { msg: { courses: await foundCourses, users: await foundUsers, blogs: await foundBlogs } }
}
