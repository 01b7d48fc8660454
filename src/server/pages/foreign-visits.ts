import type { IncomingHttpHeaders } from 'node:http'
import { paths } from '#contract/paths.ts'
import { isForeignSite } from '#server/http/same-site.ts'

/** These pages change the session as soon as they show. */
const SESSION_CHANGES: readonly string[] = [paths.logout, paths.studentLogout, paths.viewAsStudent, paths.viewAsAdmin]

/** Whether a link or script of another site opens a page that would log its visitor out, or change the view. */
export function isForcedSessionChange({ url, headers }: { url: string; headers: IncomingHttpHeaders }): boolean {
  return isForeignSite(headers) && SESSION_CHANGES.includes(toRoutePath(url))
}

/** As the router of the pages matches it. */
function toRoutePath(url: string): string {
  const path =
    url
      .split('?', 1)[0]
      ?.replace(/\/+/g, '/')
      .replace(/(?<=.)\/$/, '')
      .toLowerCase() ?? ''
  try {
    return decodeURIComponent(path).toLowerCase()
  } catch {
    return path
  }
}
