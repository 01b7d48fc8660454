import type { QueryClient } from '@tanstack/react-query'
import type { CallName } from '#contract/methods.ts'

const OF_COURSES: CallName[] = ['getCoursesAdmin', 'getCourses', 'getEnrolledCourses', 'getCourseData']

/** After a course has changed, whatever shows courses is asked anew, the students' pages too. */
export function renewCourses(client: QueryClient): Promise<unknown> {
  return Promise.all(OF_COURSES.map((name) => client.invalidateQueries({ queryKey: [name] })))
}
