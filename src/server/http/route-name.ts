import type { FastifyRequest } from 'fastify'
import { API_BASE } from '#contract/paths.ts'

const PAGE_ROUTES = new Set(['/', '/*'])

/** A call's name, `page`, a route's pattern or `unknown`: never a path as it was sent, of which there is no end. */
export function getRouteName({ routeOptions }: Pick<FastifyRequest, 'routeOptions'>): string {
  const pattern = routeOptions.url
  if (pattern === undefined) return 'unknown'
  if (PAGE_ROUTES.has(pattern)) return 'page'
  return pattern.startsWith(`${API_BASE}/`) ? pattern.slice(API_BASE.length + 1) : pattern
}
