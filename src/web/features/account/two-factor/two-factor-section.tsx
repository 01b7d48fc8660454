import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { CallOutput } from '#contract/contract.ts'
import { call } from '#web/data/api.ts'
import { useNeedsEmailProof } from '#web/data/session.ts'
import { useCallMutation } from '#web/data/use-call-mutation.ts'
import { Button } from '#web/ui/button.tsx'
import { Section } from '#web/features/account/sections/section.tsx'
import { FactorRow } from './factor-row.tsx'
import { PasswordDialog, type RecentAuth } from './password-dialog.tsx'
import { RecoveryCodesRow } from './recovery-codes-row.tsx'
import { TrustedBrowsersRow } from './trusted-browsers-row.tsx'
import { TotpSetup } from './totp-setup.tsx'

interface TwoFactorSectionProps {
  secondFactor: CallOutput<'getAccount'>['secondFactor']
  hasPassword: boolean
}

export function TwoFactorSection({ secondFactor, hasPassword }: TwoFactorSectionProps) {
  const { hasTotp, passkeys, recoveryCodes, trustedBrowsers, isRequired } = secondFactor
  const [dialog, setDialog] = useState<'setup' | 'removal'>()
  const needsEmailProof = useNeedsEmailProof()
  const rows = useRef<HTMLDivElement>(null)
  const close = () => setDialog(undefined)
  const finish = () => {
    // A closing dialog returns the focus to its button, which disappears.
    flushSync(close)
    rows.current?.focus()
  }
  const isLast = passkeys.length === 0
  const setupText = needsEmailProof ? 'Confirm your email to set it up.' : 'Get codes from an app on your phone.'
  return (
    <Section
      title="Two-step verification"
      lead={
        isRequired
          ? 'Admins of this site need it. After your password, you enter a code or use a passkey.'
          : 'After your password, you enter a code or use a passkey. A stolen password is then not enough.'
      }
    >
      <div ref={rows} tabIndex={-1} className="divide-y divide-border outline-none">
        <FactorRow
          icon="phone"
          title="Authenticator app"
          text={hasTotp ? 'You enter a code from the app when you log in.' : setupText}
          isOn={hasTotp}
        >
          {!hasTotp && !needsEmailProof && (
            <Button variant="secondary" size="sm" onClick={() => setDialog('setup')}>
              Set up<span className="sr-only"> an authenticator app</span>
            </Button>
          )}
          {hasTotp && !(isRequired && isLast) && (
            <Button variant="secondary" size="sm" onClick={() => setDialog('removal')}>
              Turn off<span className="sr-only"> the authenticator app</span>
            </Button>
          )}
        </FactorRow>
        {(hasTotp || passkeys.length > 0) && (
          <>
            <RecoveryCodesRow left={recoveryCodes} hasPassword={hasPassword} />
            <TrustedBrowsersRow count={trustedBrowsers} onDone={() => rows.current?.focus()} />
          </>
        )}
      </div>
      {dialog === 'setup' && <TotpSetup hasPassword={hasPassword} onClose={close} onDone={finish} />}
      {dialog === 'removal' && <RemoveTotp hasPassword={hasPassword} isLast={isLast} onClose={close} onDone={finish} />}
    </Section>
  )
}

interface RemoveTotpProps {
  hasPassword: boolean
  isLast: boolean
  onClose: () => void
  onDone: () => void
}

function RemoveTotp({ hasPassword, isLast, onClose, onDone }: RemoveTotpProps) {
  const remove = useCallMutation('removeTotp', {
    mutationFn: (auth: RecentAuth) => call('removeTotp', auth),
    onSuccess: onDone,
  })
  return (
    <PasswordDialog
      title="Turn off the authenticator app?"
      text={
        isLast
          ? 'You will log in without a second step, and your recovery codes stop working.'
          : 'You can still use your passkeys and recovery codes.'
      }
      confirmLabel="Turn off"
      isDangerous
      hasPassword={hasPassword}
      isPending={remove.isPending}
      error={remove.error}
      onConfirm={(auth) => remove.mutate(auth)}
      onClose={onClose}
    />
  )
}
