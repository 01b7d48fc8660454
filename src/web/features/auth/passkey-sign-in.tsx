import { useSuspenseQuery } from '@tanstack/react-query'
import { paths } from '#contract/paths.ts'
import { query } from '#web/data/api.ts'
import { AnyIcon } from '#web/ui/icons/any-icon.tsx'
import { Button } from '#web/ui/button.tsx'
import { OutcomeBanner } from '#web/ui/form/outcome-banner.tsx'
import { useDestination } from './use-destination.ts'
import { usePasskeyLogin } from './use-passkey-login.ts'
import { useRedirectAfter } from './use-redirect-after.ts'

/** Hidden where this site's address cannot have passkeys. */
export function PasskeySignIn() {
  const { data } = useSuspenseQuery(query('getSignInMethods', {}))
  const login = usePasskeyLogin()
  useRedirectAfter(login.isSuccess, useDestination(login.data?.nextPage ?? paths.home), { replace: true })
  if (!data.msg.passkeys) return null
  const isBusy = login.isPending || login.isSuccess
  return (
    <section aria-label="Passkey" className="mt-5">
      <OutcomeBanner success={login.data?.msg} error={login.error} />
      <Button
        variant="secondary"
        size="lg"
        className="w-full"
        aria-disabled={isBusy}
        onClick={() => !isBusy && login.mutate({ isSecondStep: false })}
      >
        <AnyIcon name="key" size={20} />
        <span aria-live="polite">{isBusy ? 'Loading' : 'Sign in with a passkey'}</span>
      </Button>
    </section>
  )
}
