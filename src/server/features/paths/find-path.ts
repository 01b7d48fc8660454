import { and, desc, eq, gt, inArray, or, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
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
  [
    'and the for with from into want learn learning become becoming how why out can get find make start new job about that this',
    'your own an as at be by do if in is it me my no of on or so to up us we am',
  ].flatMap((words) => words.split(' ')),
)

export const findPath: Handler<'findPath'> = async ({ db }, { goal, level, hours_per_week }) => {
  const path = await findBestPath(db, parseGoal(goal), level)
  if (!path) return { msg: [] }
  const courseRows = await findPathCourses(db, [path.id])
  return { msg: [{ path: toPath(path, courseRows), weeks: planWeeks(courseRows, hours_per_week) }] }
}

/** Words such as “node.js” and “c#” stay whole; the full stop of a sentence goes. */
const parseGoal = (goal: string): string[] =>
  parseWords(
    goal
      .toLowerCase()
      .replace(/[^\p{L}\p{M}\p{N}+#.]+/gu, ' ')
      .replace(/\.+( |$)/g, '$1'),
  )

/** The public path that more words of the goal lead to; without a goal the newest of that level. */
async function findBestPath(db: Db, words: readonly string[], level: CourseLevel | ''): Promise<PathRow | undefined> {
  const matches = words
    .filter((word) => word.length > 1 && !FILLER_WORDS.has(word))
    .slice(0, MAX_WORDS)
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
  const contains = (text: SQL | AnyPgColumn) =>
    word.length > 2 ? sql`${text} ilike ${toLikePattern(word)}` : sql`${text} ~* ${toWholeWordPattern(word)}`
  const withCourse = db
    .select({ id: pathCourses.pathId })
    .from(pathCourses)
    .innerJoin(courses, and(eq(courses.id, pathCourses.courseId), isPublished))
    .where(contains(COURSE_SEARCH.everything.text))
  const withLesson = db
    .select({ id: pathCourses.pathId })
    .from(pathCourses)
    .innerJoin(courses, and(eq(courses.id, pathCourses.courseId), isPublished))
    .innerJoin(lessons, eq(lessons.courseId, courses.id))
    .where(contains(lessons.title))
  return sql`case when ${contains(PATH_SEARCH.text)} then 3
    when ${contains(learningPaths.description)} or ${inArray(learningPaths.id, withCourse)}
      or ${inArray(learningPaths.id, withLesson)} then 1 else 0 end`
}

/** Two letters are in many words. */
const toWholeWordPattern = (word: string): string => `(^|[^[:alnum:]])${word.replace(/[.+]/g, '\\$&')}([^[:alnum:]]|$)`
