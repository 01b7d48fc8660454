import { paths } from '#contract/paths.ts'
import { TextLink } from '#web/ui/text-link.tsx'

/** The footer of the screens that reset a password. */
export function RememberedPassword() {
  return (
    <>
      Remembered your password? <TextLink to={paths.login}>Log in</TextLink>
    </>
  )
}
