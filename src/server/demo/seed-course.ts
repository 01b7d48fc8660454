import { NO_DETAILS, courseDetails } from '#contract/schemas/learning/course-details.ts'
import type { Tx } from '#server/platform/db/connect.ts'
import { courses, lessons, prerequisites, sections } from '#server/platform/db/schema.ts'
import type { DemoFiles } from './copy-demo-files.ts'
import { daysAgo } from './days-ago.ts'
import type { DemoCourse, DemoSection } from './demo-academy.ts'
import { type SeededLesson, seedEnrollments } from './seed-enrollments.ts'
import type { SeededStudent } from './seed-students.ts'
import { toLessonRow } from './to-lesson-row.ts'

/** Every lesson with its section, in the course's order. */
export const listLessons = ({ lessons: loose, sections: list = [] }: DemoCourse) => [
  ...loose.map((lesson) => ({ lesson, section: null as DemoSection | null })),
  ...list.flatMap((section) => section.lessons.map((lesson) => ({ lesson, section }))),
]

export async function seedCourse(
  tx: Tx,
  course: DemoCourse,
  place: number,
  students: SeededStudent[],
  files: DemoFiles,
): Promise<void> {
  const createdAt = daysAgo(course.ageDays)
  const [row] = await tx
    .insert(courses)
    .values({
      title: course.title,
      description: course.description,
      category: course.category,
      tabs: course.tabs.join(','),
      priceCents: Math.round(course.price * 100),
      discount: course.discount,
      createdAt,
      updatedAt: createdAt,
      details: course.details ? courseDetails.parse(course.details) : NO_DETAILS,
      lessonOrder: course.isInOrder ? 'in_order' : 'free',
      lessonsCount: listLessons(course).length,
      reviewsCount: course.reviews.length,
      starsSum: course.reviews.reduce((sum, { stars }) => sum + stars, 0),
    })
    .returning({ id: courses.id })
  if (!row) throw new Error('The demo course was not added')
  const seeded = await addLessons(tx, row.id, course, files)
  await seedEnrollments(tx, { course, place, courseId: row.id, lessons: seeded, students })
}

async function addLessons(tx: Tx, courseId: number, course: DemoCourse, files: DemoFiles): Promise<SeededLesson[]> {
  const sectionIds = new Map<DemoSection, number>()
  for (const [place, section] of (course.sections ?? []).entries()) {
    const { title, opensAfterDays = null } = section
    const [row] = await tx
      .insert(sections)
      .values({ courseId, place, title, opensAfterDays })
      .returning({ id: sections.id })
    if (row) sectionIds.set(section, row.id)
  }
  const listed = listLessons(course)
  const rows = await tx
    .insert(lessons)
    .values(
      listed.map(({ lesson, section }, place) => ({
        ...toLessonRow(lesson, files),
        ...{ courseId, place, createdAt: daysAgo(course.ageDays) },
        sectionId: section && (sectionIds.get(section) ?? null),
      })),
    )
    .returning({ id: lessons.id, place: lessons.place, seconds: lessons.durationSeconds })
  return rows
    .toSorted((a, b) => a.place - b.place)
    .map(({ id, seconds }, place) => {
      const { lesson, section } = listed[place] ?? {}
      const isWatched = lesson?.kind === undefined && lesson?.watchPercent !== undefined
      return {
        id,
        opensAfterDays: section?.opensAfterDays ?? 0,
        watchedSeconds: isWatched ? Math.ceil(seconds ?? 0) : 0,
      }
    })
}

/** Call it when all courses are there, because an older one may ask for a newer one. */
export async function seedPrerequisites(tx: Tx, demoCourses: readonly DemoCourse[]): Promise<void> {
  const rows = await tx.select({ id: courses.id, title: courses.title }).from(courses)
  const findId = (title: string): number => {
    const course = rows.find((row) => row.title === title)
    if (!course) throw new Error(`The demo course “${title}” was not added`)
    return course.id
  }
  for (const { title, requires = [] } of demoCourses)
    for (const { title: required, isBlocking } of requires)
      await tx.insert(prerequisites).values({ courseId: findId(title), requiredCourseId: findId(required), isBlocking })
}
