import { and, desc, eq, gt, inArray, or, type SQL, sql } from 'drizzle-orm'
import type { CourseLevel } from '#contract/choices.ts'
import { isPublished } from '#server/features/courses/course-row.ts'
import { COURSE_SEARCH } from '#server/features/courses/course-search.ts'
import type { Handler } from '#server/pipeline/handler.ts'
import type { Db } from '#server/platform/db/connect.ts'
import { toLikePattern } from '#server/platform/db/to-like-pattern.ts'
import { courses, learningPaths, lessons, pathCourses } from '#server/platform/db/schema.ts'
import { parseWords } from '#server/platform/search/search-words.ts'
import { findPathCourses, isPublicPath, PATH_SEARCH, type PathRow, toPath } from './path-row.ts'
import { planWeeks } from './plan-weeks.ts'

/** A goal is a sentence: only some of its words are in a path's texts. */
const MAX_WORDS = 12
const FILLER_WORDS = new Set(
  'and the for with from into want learn learning become becoming how why out can get find make start new job about that this your own'.split(
    ' ',
  ),
)

export const findPath: Handler<'findPath'> = async ({ db }, { goal, level, hours_per_week }) => {
  const path = await findBestPath(db, parseGoal(goal), level)
  if (!path) return { msg: [] }
  const courseRows = await findPathCourses(db, [path.id])
  return { msg: [{ path: toPath(path, courseRows), weeks: planWeeks(courseRows, hours_per_week) }] }
}

const parseGoal = (goal: string): string[] =>
  parseWords(goal.toLowerCase().replace(/[^\p{L}\p{M}\p{N}+#.]+/gu, ' ')).slice(0, MAX_WORDS)

/** The public path that more words of the goal lead to; without a goal the newest of that level. */
async function findBestPath(db: Db, words: readonly string[], level: CourseLevel | ''): Promise<PathRow | undefined> {
  const matches = words
    .filter((word) => word.length > 2 && !FILLER_WORDS.has(word))
    .map((word) => countMatches(db, word))
  if (words.length > 0 && matches.length === 0) return undefined
  const score = matches.length > 0 ? [sql`(${sql.join(matches, sql` + `)})`] : []
  const [path] = await db
    .select()
    .from(learningPaths)
    .where(
      and(
        isPublicPath(db),
        level === '' ? undefined : or(eq(learningPaths.level, level), eq(learningPaths.level, '')),
        ...score.map((points) => gt(points, 0)),
      ),
    )
    .orderBy(...score.map((points) => desc(points)), desc(eq(learningPaths.level, level)), desc(learningPaths.id))
    .limit(1)
  return path
}

/** A word in the title or the goal counts three times as much as one in the description, a course or a lesson's title. */
function countMatches(db: Db, word: string): SQL {
  const pattern = toLikePattern(word)
  const withCourse = db
    .select({ id: pathCourses.pathId })
    .from(pathCourses)
    .innerJoin(courses, and(eq(courses.id, pathCourses.courseId), isPublished))
    .where(sql`${COURSE_SEARCH.everything.text} ilike ${pattern}`)
  const withLesson = db
    .select({ id: pathCourses.pathId })
    .from(pathCourses)
    .innerJoin(courses, and(eq(courses.id, pathCourses.courseId), isPublished))
    .innerJoin(lessons, eq(lessons.courseId, courses.id))
    .where(sql`${lessons.title} ilike ${pattern}`)
  return sql`case when ${PATH_SEARCH.text} ilike ${pattern} then 3
    when ${learningPaths.description} ilike ${pattern} or ${inArray(learningPaths.id, withCourse)}
      or ${inArray(learningPaths.id, withLesson)} then 1 else 0 end`
}
