import { desc, sql } from 'drizzle-orm'
import { FOUND_MAX } from '#contract/schemas/palette.ts'
import { blogs, courses, users } from '#server/platform/db/schema.ts'
import type { Handler } from '#server/pipeline/handler.ts'
import { titleHolds } from '#server/features/courses/course-row.ts'
import { patternOf } from '#server/platform/db/pattern-of.ts'
import { nameOrEmailHolds } from '#server/features/users/name-or-email-holds.ts'

export const findAnything: Handler<'findAnything'> = async ({ db }, { search_text }) => {
  if (search_text === '') return { msg: { courses: [], users: [], blogs: [] } }
  const foundCourses = db
    .select({ course_id: courses.id, title: courses.title })
    .from(courses)
    .where(titleHolds(search_text))
    .orderBy(desc(courses.id))
    .limit(FOUND_MAX)
  const foundUsers = db
    .select({
      student_id: users.id,
      first_name: users.firstName,
      last_name: users.lastName,
      email: users.email,
      image_url: users.imageUrl,
    })
    .from(users)
    .where(nameOrEmailHolds(search_text))
    .orderBy(desc(users.id))
    .limit(FOUND_MAX)
  const foundBlogs = db
    .select({ blog_id: blogs.id, title: blogs.title })
    .from(blogs)
    .where(sql`${blogs.title} ilike ${patternOf(search_text)}`)
    .orderBy(desc(blogs.id))
    .limit(FOUND_MAX)
  return { msg: { courses: await foundCourses, users: await foundUsers, blogs: await foundBlogs } }
}
