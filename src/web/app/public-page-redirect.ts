import type { QueryClient } from '@tanstack/react-query'
import { learningPathPath } from '#contract/paths/learning-path-path.ts'
import { parseIdSegment, paths } from '#contract/paths.ts'
import { publicCoursePath } from '#contract/paths/public-course-path.ts'
import { query } from '#web/data/api.ts'

/**
 * Where an outdated or shortened address of a public course or learning path leads, or null. On the server only: the
 * browser's scripts stay small, and the screens themselves correct an address.
 */
export function getPublicPageRedirect(client: QueryClient, { pathname, search }: URL): string | null {
  const path = getCurrentPath(client, pathname)
  return path === undefined || path === pathname ? null : path + search
}

function getCurrentPath(client: QueryClient, pathname: string): string | undefined {
  const id = parseIdSegment(pathname.split('/')[2])
  if (pathname.startsWith(`${paths.publicCourse}/`)) {
    const page = client.getQueryData(query('getPublicCourse', { course_id: id }).queryKey)
    return page && publicCoursePath(page.msg.course)
  }
  if (pathname.startsWith(`${paths.learningPaths}/`)) {
    const page = client.getQueryData(query('getPathData', { path_id: id }).queryKey)
    return page && learningPathPath(page.msg.path)
  }
  return undefined
}
