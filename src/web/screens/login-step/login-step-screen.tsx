import { type RefObject, useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { loginStepPath } from '#contract/paths/account-paths.ts'
import { paths, withNext } from '#contract/paths.ts'
import type { SecondStep } from '#contract/schemas/accounts/account-security.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Head } from '#web/ui/head.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { useHydrated } from '#web/ui/hooks/use-hydrated.ts'
import { AuthCard } from '#web/features/auth/auth-card.tsx'
import { parseSecondSteps } from '#web/features/auth/get-second-steps.ts'
import { useNextPath } from '#web/features/auth/use-next-path.ts'
import { CodeStep } from './code-step.tsx'
import { PasskeyStep } from './passkey-step.tsx'

const LEADS: Record<SecondStep, string> = {
  totp: 'Enter the code from your authenticator app.',
  passkey: 'Confirm with your passkey to finish logging in.',
  recovery: 'Enter one of your recovery codes. Each works once.',
}
const LINKS: Record<SecondStep, string> = {
  totp: 'Use the authenticator app',
  passkey: 'Use a passkey',
  recovery: 'Use a recovery code',
}

/** The second step of a login. Which steps there are is in the URL, so that it works without script. */
export function Component() {
  const [search] = useSearchParams()
  const next = useNextPath()
  const loginPath = withNext(paths.login, next)
  const steps = parseSecondSteps(search.get('steps'))
  const step = useStep(steps, search.get('use'))
  const others = steps.filter((other) => other !== step)
  return (
    <AuthCard
      title="Two-step verification"
      lead={step ? LEADS[step] : 'This link is incomplete. Log in again.'}
      footer={
        <>
          Not you? <TextLink to={loginPath}>Log in again</TextLink>
        </>
      }
    >
      <Head title="Two-step verification" noIndex />
      {step === undefined && (
        <ButtonLink to={loginPath} size="lg" className="w-full">
          Log in
        </ButtonLink>
      )}
      <div ref={useFocusAfterSwitch(search.get('use'))}>
        {step === 'passkey' && <PasskeyStep />}
        {(step === 'totp' || step === 'recovery') && <CodeStep key={step} step={step} />}
      </div>
      {others.length > 0 && (
        <ul className="mt-6 space-y-1 text-center text-sm">
          {others.map((other) => (
            <li key={other}>
              <TextLink to={`${loginStepPath(steps, next)}&use=${other}`} replace>
                {LINKS[other]}
              </TextLink>
            </li>
          ))}
        </ul>
      )}
    </AuthCard>
  )
}

/** The link that switched is gone, and with it the focus. */
function useFocusAfterSwitch(chosen: string | null): RefObject<HTMLDivElement | null> {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (chosen !== null) ref.current?.querySelector<HTMLElement>('input, button')?.focus()
  }, [chosen])
  return ref
}

/** The one that was chosen, or the first, if possible one that works: without script a passkey does not. */
function useStep(steps: readonly SecondStep[], chosen: string | null): SecondStep | undefined {
  const isHydrated = useHydrated()
  const named = steps.find((step) => step === chosen)
  return named ?? steps.find((step) => isHydrated || step !== 'passkey') ?? steps[0]
}
