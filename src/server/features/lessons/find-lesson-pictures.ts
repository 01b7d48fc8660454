import { and, eq, or, sql } from 'drizzle-orm'
import type { Tx } from '#server/platform/db/connect.ts'
import { lessons } from '#server/platform/db/schema.ts'

/** File names of the uploaded pictures in a course's articles, assignments and quizzes. */
export async function findLessonPictures(tx: Tx, courseId: number): Promise<string[]> {
  const text = sql`${lessons.content} || coalesce(${lessons.quiz}::text, '')`
  const rows = await tx
    .selectDistinct({ name: sql<string>`(regexp_matches(${text}, '[0-9a-f]{32}\\.webp', 'g'))[1]` })
    .from(lessons)
    .where(and(eq(lessons.courseId, courseId), or(sql`${lessons.content} <> ''`, sql`${lessons.quiz} is not null`)))
  return rows.map(({ name }) => name)
}
