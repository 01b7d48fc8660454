import { AppError } from '#contract/errors.ts'
import { paths, withNext } from '#contract/paths.ts'
import { TextLink } from '#web/ui/text-link.tsx'
import { useReturnPath } from './use-return-path.ts'

/** Continues the message of a `stale_login` error; renders nothing for other errors. */
export function RecentLoginNotice({ error }: { error: Error | null }) {
  const logoutPath = withNext(paths.studentLogout, useReturnPath())
  if (!(error instanceof AppError && error.code === 'stale_login')) return null
  return (
    <>
      – your last login was more than 10 minutes ago. <TextLink to={logoutPath}>Log out now</TextLink>
    </>
  )
}
