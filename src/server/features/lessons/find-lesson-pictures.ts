import { and, eq, or, sql } from 'drizzle-orm'
import type { LessonInput } from '#contract/schemas/course-form.ts'
import type { Db, Tx } from '#server/platform/db/connect.ts'
import { lessons } from '#server/platform/db/schema.ts'
import { findPictureNames } from '#server/platform/html/find-picture-names.ts'

/** File names of the uploaded pictures in a course's articles, assignments and quizzes. */
export async function findLessonPictures(db: Db | Tx, courseId: number): Promise<string[]> {
  const text = sql`${lessons.content} || coalesce(${lessons.quiz}::text, '')`
  const rows = await db
    .selectDistinct({ name: sql<string>`(regexp_matches(${text}, '[0-9a-f]{32}\\.webp', 'g'))[1]` })
    .from(lessons)
    .where(and(eq(lessons.courseId, courseId), or(sql`${lessons.content} <> ''`, sql`${lessons.quiz} is not null`)))
  return rows.map(({ name }) => name)
}

/** File names of the uploaded pictures in lessons that are saved, whose content is sanitized. */
export const getPictureNames = (materials: readonly Pick<LessonInput, 'content' | 'quiz'>[]): string[] =>
  materials.flatMap(({ content, quiz }) => [
    ...findPictureNames(content),
    ...(quiz?.questions ?? []).flatMap(({ image_url }) => image_url || []),
  ])
