import type { FastifyRequest } from 'fastify'
import { API_BASE } from '#contract/paths.ts'

/** As alerts.yml and grafana.json leave them out. */
const FILE_ROUTES = /^(\/uploads|lessonFiles|submissionFiles|handleUploads|addContentPicture|exports)/

/** Files take as long as their user's network needs. */
export const isFileRoute = (route: string): boolean => FILE_ROUTES.test(route)

const PAGE_ROUTES = new Set(['/', '/*'])

/** A call's name, `page`, a route's pattern or `unknown`: never a path as it was sent, of which there is no end. */
export function getRouteName({ routeOptions }: Pick<FastifyRequest, 'routeOptions'>): string {
  const pattern = routeOptions.url
  if (pattern === undefined) return 'unknown'
  if (PAGE_ROUTES.has(pattern)) return 'page'
  return pattern.startsWith(`${API_BASE}/`) ? pattern.slice(API_BASE.length + 1) : pattern
}
