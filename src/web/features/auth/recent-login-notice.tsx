import { AppError } from '#contract/errors.ts'
import { paths } from '#contract/paths.ts'
import { TextLink } from '#web/ui/text-link.tsx'

/** Goes on from "Log in again to do this": why, and where. Nothing for other failures. */
export function RecentLoginNotice({ error }: { error: Error | null }) {
  if (!(error instanceof AppError && error.code === 'stale_login')) return null
  return (
    <>
      – this needs a sign-in of the last ten minutes. <TextLink to={paths.studentLogout}>Log out now</TextLink>
    </>
  )
}
