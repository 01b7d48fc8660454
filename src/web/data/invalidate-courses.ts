import type { QueryClient } from '@tanstack/react-query'
import type { CallName } from '#contract/calls.ts'

const COURSE_CALLS: CallName[] = ['getCoursesAdmin', 'getCourses', 'getEnrolledCourses', 'getCourseData']

/** After a course has changed, whatever shows courses is asked anew, the students' pages too. */
export function invalidateCourses(client: QueryClient): Promise<unknown> {
  return Promise.all(COURSE_CALLS.map((name) => client.invalidateQueries({ queryKey: [name] })))
}
