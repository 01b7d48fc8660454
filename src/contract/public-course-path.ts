import { paths } from './paths.ts'
import { toSlugSegment } from './slug.ts'

/** The public page, `/courses/{id}-{slug}`. */
export function publicCoursePath(course: { course_id: number; title: string }): string {
  return `${paths.publicCourse}/${toSlugSegment(course.course_id, course.title)}`
}
