import { AppError } from '#contract/errors.ts'

/** An admin who views the site as a student is the other end of every conversation. */
export function rejectViewingAsStudent({ viewsAsStudent }: { viewsAsStudent: boolean }): void {
  if (viewsAsStudent) throw new AppError('not_allowed', { text: 'Admins answer messages in the dashboard' })
}
