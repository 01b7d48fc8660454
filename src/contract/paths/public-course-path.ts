import { paths } from '#contract/paths.ts'
import { toSlugSegment } from '#contract/text/slug.ts'

/** The public page, `/courses/{id}-{slug}`. */
export function publicCoursePath(course: { course_id: number; title: string }): string {
  return `${paths.publicCourse}/${toSlugSegment(course.course_id, course.title)}`
}
