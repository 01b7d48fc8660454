import { useState } from 'react'
import type { CallOutput } from '#contract/contract.ts'
import { call } from '#web/data/api.ts'
import { useNeedsEmailProof } from '#web/data/session.ts'
import { useCallMutation } from '#web/data/use-call-mutation.ts'
import { Button } from '#web/ui/button.tsx'
import { formatDate } from '#web/ui/format/format-date.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { Section } from '#web/features/account/sections/section.tsx'
import { AddPasskey } from './add-passkey.tsx'
import { FactorRow } from './factor-row.tsx'
import { PasskeyNameForm } from './passkey-name-form.tsx'
import { PasswordDialog, type RecentAuth } from './password-dialog.tsx'

type SecondFactor = CallOutput<'getAccount'>['secondFactor']
type Passkey = SecondFactor['passkeys'][number]

interface PasskeysSectionProps {
  secondFactor: SecondFactor
  hasPassword: boolean
}

export function PasskeysSection({ secondFactor, hasPassword }: PasskeysSectionProps) {
  const { passkeys, hasTotp, isRequired, canAddPasskeys } = secondFactor
  const needsEmailProof = useNeedsEmailProof()
  const [isAdding, setAdding] = useState(false)
  const [renamed, setRenamed] = useState<Passkey>()
  const [removed, setRemoved] = useState<Passkey>()
  const isLastFactor = passkeys.length === 1 && !hasTotp
  return (
    <Section
      title="Passkeys"
      lead="Log in with your fingerprint, face, PIN or a security key instead of a password. A passkey works as the second step too."
    >
      {passkeys.length > 0 && (
        <div className="mb-5 divide-y divide-border">
          {passkeys.map((passkey) => (
            <FactorRow
              key={passkey.passkey_id}
              icon="key"
              title={passkey.name}
              text={`Added ${formatDate(passkey.created_date)}. ${passkey.last_used ? `Last used ${formatDate(passkey.last_used)}.` : 'Not used yet.'}`}
            >
              <Button variant="secondary" size="sm" onClick={() => setRenamed(passkey)}>
                Rename<span className="sr-only"> {passkey.name}</span>
              </Button>
              {!(isRequired && isLastFactor) && (
                <Button variant="secondary" size="sm" onClick={() => setRemoved(passkey)}>
                  Remove<span className="sr-only"> {passkey.name}</span>
                </Button>
              )}
            </FactorRow>
          ))}
        </div>
      )}
      {canAddPasskeys && !needsEmailProof ? (
        <Button variant="secondary" className="max-sm:w-full" onClick={() => setAdding(true)}>
          Add a passkey
        </Button>
      ) : (
        <p className="text-sm text-muted">
          {canAddPasskeys
            ? 'Confirm your email to add a passkey.'
            : 'Passkeys need this site to have a name and https.'}
        </p>
      )}
      {isAdding && <AddPasskey hasPassword={hasPassword} onClose={() => setAdding(false)} />}
      {renamed && <RenamePasskey passkey={renamed} onClose={() => setRenamed(undefined)} />}
      {removed && (
        <RemovePasskey
          passkey={removed}
          hasPassword={hasPassword}
          isLastFactor={isLastFactor}
          onClose={() => setRemoved(undefined)}
        />
      )}
    </Section>
  )
}

interface RenamePasskeyProps {
  passkey: Passkey
  onClose: () => void
}

function RenamePasskey({ passkey, onClose }: RenamePasskeyProps) {
  const rename = useCallMutation('renamePasskey', {
    mutationFn: (name: string) => call('renamePasskey', { passkey_id: passkey.passkey_id, name }),
    onSuccess: onClose,
  })
  return (
    <Dialog title="Rename your passkey" isPending={rename.isPending} onClose={onClose}>
      <PasskeyNameForm
        initialName={passkey.name}
        label="Save"
        isPending={rename.isPending}
        error={rename.error}
        onSubmit={(name) => rename.mutate(name)}
        onCancel={onClose}
      />
    </Dialog>
  )
}

interface RemovePasskeyProps {
  passkey: Passkey
  hasPassword: boolean
  isLastFactor: boolean
  onClose: () => void
}

function RemovePasskey({ passkey, hasPassword, isLastFactor, onClose }: RemovePasskeyProps) {
  const remove = useCallMutation('removePasskey', {
    mutationFn: (auth: RecentAuth) => call('removePasskey', { passkey_id: passkey.passkey_id, ...auth }),
    onSuccess: onClose,
  })
  return (
    <PasswordDialog
      title={`Remove ${passkey.name}?`}
      text={
        isLastFactor
          ? 'You will log in without a second step, and your recovery codes stop working.'
          : 'You can’t log in with this passkey any more.'
      }
      confirmLabel="Remove"
      isDangerous
      hasPassword={hasPassword}
      isPending={remove.isPending}
      error={remove.error}
      onConfirm={(auth) => remove.mutate(auth)}
      onClose={onClose}
    />
  )
}
