import { useState } from 'react'
import { AppError } from '#contract/errors.ts'
import { paths, withNext } from '#contract/paths.ts'
import { OutcomeBanner } from '#web/ui/form/outcome-banner.tsx'
import { SubmitButton } from '#web/ui/form/submit-button.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { useDestination } from '#web/features/auth/use-destination.ts'
import { useNextPath } from '#web/features/auth/use-next-path.ts'
import { usePasskeyLogin } from '#web/features/auth/use-passkey-login.ts'
import { useRedirectAfter } from '#web/features/auth/use-redirect-after.ts'
import { TrustBrowser } from './trust-browser.tsx'

export function PasskeyStep() {
  const [trust, setTrust] = useState(false)
  const loginPath = withNext(paths.login, useNextPath())
  const { mutate, data, error, isPending, isSuccess } = usePasskeyLogin()
  useRedirectAfter(isSuccess, useDestination(data?.nextPage ?? paths.home), { replace: true })
  const isExpired = error instanceof AppError && error.code === 'login_expired'
  const confirm = (event: React.FormEvent) => {
    event.preventDefault()
    mutate({ isSecondStep: true, trust })
  }
  return (
    <form onSubmit={confirm}>
      <OutcomeBanner
        success={data?.msg}
        error={error}
        action={isExpired && <TextLink to={loginPath}>Log in</TextLink>}
      />
      <div className="space-y-5">
        <TrustBrowser registration={{ checked: trust, onChange: (event) => setTrust(event.target.checked) }} />
        <noscript>
          <p className="text-sm text-muted">
            A passkey needs JavaScript. Turn it on in your browser, then reload this page.
          </p>
        </noscript>
        <SubmitButton isPending={isPending || isSuccess} label="Use passkey" />
      </div>
    </form>
  )
}
