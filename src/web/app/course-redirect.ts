import type { QueryClient } from '@tanstack/react-query'
import { parseIdSegment, paths } from '#contract/paths.ts'
import { publicCoursePath } from '#contract/public-course-path.ts'
import { query } from '#web/data/api.ts'

/**
 * Where an outdated or shortened address of a public course leads, or null. On the server only: the browser's scripts
 * stay small, and the screen itself corrects an address.
 */
export function getCourseRedirect(client: QueryClient, { pathname, search }: URL): string | null {
  if (!pathname.startsWith(`${paths.publicCourse}/`)) return null
  const course_id = parseIdSegment(pathname.split('/')[2])
  const page = client.getQueryData(query('getPublicCourse', { course_id }).queryKey)
  if (!page) return null
  const path = publicCoursePath(page.msg.course)
  return path === pathname ? null : path + search
}
