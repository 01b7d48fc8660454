import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { CallOutput } from '#contract/contract.ts'
import { call } from '#web/data/api.ts'
import { useNeedsEmailProof } from '#web/data/session.ts'
import { useCallMutation } from '#web/data/use-call-mutation.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { Section } from '#web/features/account/sections/section.tsx'
import { AddPasskey } from './add-passkey.tsx'
import { PasskeyNameForm } from './passkey-name-form.tsx'
import { type Passkey, PasskeyRow } from './passkey-row.tsx'
import { PasswordDialog, type RecentAuth } from './password-dialog.tsx'

interface PasskeysSectionProps {
  secondFactor: CallOutput<'getAccount'>['secondFactor']
  hasPassword: boolean
}

export function PasskeysSection({ secondFactor, hasPassword }: PasskeysSectionProps) {
  const { passkeys, hasTotp, isRequired, canAddPasskeys } = secondFactor
  const needsEmailProof = useNeedsEmailProof()
  const [isAdding, setAdding] = useState(false)
  const [renamed, setRenamed] = useState<Passkey>()
  const [removed, setRemoved] = useState<Passkey>()
  const content = useRef<HTMLDivElement>(null)
  const finishRemoval = () => {
    // A closing dialog returns the focus to its button, which disappears.
    flushSync(() => setRemoved(undefined))
    content.current?.focus()
  }
  const isLastFactor = passkeys.length === 1 && !hasTotp
  return (
    <Section
      title="Passkeys"
      lead="Log in with your fingerprint, face, PIN or a security key instead of a password. A passkey works as the second step too."
    >
      <div ref={content} tabIndex={-1} className="outline-none">
        {passkeys.length > 0 && (
          <div className="mb-5 divide-y divide-border">
            {passkeys.map((passkey) => (
              <PasskeyRow
                key={passkey.passkey_id}
                passkey={passkey}
                canRemove={!(isRequired && isLastFactor)}
                onRename={() => setRenamed(passkey)}
                onRemove={() => setRemoved(passkey)}
              />
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
      </div>
      {isAdding && (
        <AddPasskey hasPassword={hasPassword} onClose={() => setAdding(false)} onDone={() => setAdding(false)} />
      )}
      {renamed && <RenamePasskey passkey={renamed} onClose={() => setRenamed(undefined)} />}
      {removed && (
        <RemovePasskey
          passkey={removed}
          hasPassword={hasPassword}
          isLastFactor={isLastFactor}
          onClose={() => setRemoved(undefined)}
          onDone={finishRemoval}
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
  onDone: () => void
}

function RemovePasskey({ passkey, hasPassword, isLastFactor, onClose, onDone }: RemovePasskeyProps) {
  const remove = useCallMutation('removePasskey', {
    mutationFn: (auth: RecentAuth) => call('removePasskey', { passkey_id: passkey.passkey_id, ...auth }),
    onSuccess: onDone,
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
