import { call } from '#web/data/api.ts'
import { getSessionUser } from '#web/data/session.ts'
import type { CurrentUser } from './message-cache.ts'

/** Reloads the page if the user has logged out, changed or got another role in another tab. */
export async function reloadIfSessionChanged({ student_id, role }: CurrentUser): Promise<void> {
  const session = await call('session', {}).catch(() => null)
  if (!session) return
  const user = getSessionUser(session)
  if (user?.student_id !== student_id || user.role !== role) window.location.reload()
}
