import { useQueryClient } from '@tanstack/react-query'
import { invalidateSession } from './session.ts'

/**
 * For a screen that has changed the session. Where the new one cannot be fetched, the destination is loaded from the server,
 * and the promise stays pending: the change has succeeded, and nothing is left to do on the page.
 */
export function useInvalidateSession(): (destination: string) => Promise<void> {
  const client = useQueryClient()
  return (destination) =>
    invalidateSession(client).catch(() => {
      window.location.replace(destination)
      return new Promise(() => {})
    })
}
