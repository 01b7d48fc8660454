import { useSuspenseQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { paths } from '#contract/paths.ts'
import { AddPasskey } from '#web/features/account/two-factor/add-passkey.tsx'
import { TotpSetup } from '#web/features/account/two-factor/totp-setup.tsx'
import { AuthCard } from '#web/features/auth/auth-card.tsx'
import { query } from '#web/data/api.ts'
import { AnyIcon } from '#web/ui/icons/any-icon.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Head } from '#web/ui/head.tsx'
import { TextLink } from '#web/ui/text-link.tsx'

/** Where an admin must have a second factor, nothing else of the dashboard works before. */
export function Component() {
  const { hasPassword, secondFactor } = useSuspenseQuery(query('getAccount', {})).data.msg
  const [dialog, setDialog] = useState<'totp' | 'passkey'>()
  const actions = useRef<HTMLDivElement>(null)
  const close = () => setDialog(undefined)
  const finish = () => {
    // The button that opened the dialog is gone.
    flushSync(close)
    actions.current?.focus()
  }
  const isDone = secondFactor.hasTotp || secondFactor.passkeys.length > 0
  return (
    <AuthCard
      title={isDone ? 'Two-step verification is on' : 'Two-step verification'}
      lead={
        isDone
          ? 'From now on, logging in takes a second step.'
          : 'Admins of this site need a second step besides the password. Choose one to go on. You can add more later.'
      }
      footer={
        <>
          Not now? <TextLink to={paths.logout}>Log out</TextLink>
        </>
      }
    >
      <Head title="Set up two-step verification" noIndex />
      <div ref={actions} tabIndex={-1} className="outline-none">
        {isDone ? (
          <ButtonLink to={paths.dashboard} size="lg" className="w-full">
            Go to the dashboard
          </ButtonLink>
        ) : (
          <div className="space-y-4">
            <Button size="lg" className="w-full" onClick={() => setDialog('totp')}>
              <AnyIcon name="phone" size={20} />
              Use an authenticator app
            </Button>
            {secondFactor.canAddPasskeys && (
              <Button variant="secondary" size="lg" className="w-full" onClick={() => setDialog('passkey')}>
                <AnyIcon name="key" size={20} />
                Use a passkey
              </Button>
            )}
          </div>
        )}
      </div>
      {dialog === 'totp' && <TotpSetup hasPassword={hasPassword} onClose={close} onDone={finish} />}
      {dialog === 'passkey' && <AddPasskey hasPassword={hasPassword} onClose={close} onDone={finish} />}
    </AuthCard>
  )
}
