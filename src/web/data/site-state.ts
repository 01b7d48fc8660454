import { useSuspenseQuery } from '@tanstack/react-query'
import { query } from './api.ts'

export const maintenanceQuery = query('getMaintenace', {})

/** As spec.md reads an answer: a falsy status means maintenance, an absent one does not. */
export function isSiteRunning(response: { msg?: { status?: unknown }[] | null } | undefined): boolean {
  const status = response?.msg?.[0]?.status
  return status === undefined || Boolean(status)
}

/** Every page has loaded this before it renders. */
export function useIsInMaintenance(): boolean {
  return !isSiteRunning(useSuspenseQuery(maintenanceQuery).data)
}
