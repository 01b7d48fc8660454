import { AppError } from '#contract/errors.ts'
import { paths } from '#contract/paths.ts'
import { TextLink } from '#web/ui/text-link.tsx'

/** Continues the message of a `stale_login` error; renders nothing for other errors. */
export function RecentLoginNotice({ error }: { error: Error | null }) {
  if (!(error instanceof AppError && error.code === 'stale_login')) return null
  return (
    <>
      – your last login was more than 10 minutes ago. <TextLink to={paths.studentLogout}>Log out now</TextLink>
    </>
  )
}
