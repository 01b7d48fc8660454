import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { CallInput } from '#contract/contract.ts'
import { LIMITS } from '#contract/limits.ts'
import { toPasskeyError } from '#web/features/auth/to-passkey-error.ts'
import { call } from '#web/data/api.ts'
import { useCallMutation } from '#web/data/use-call-mutation.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { TextField } from '#web/ui/form/field.tsx'
import { OutcomeBanner } from '#web/ui/form/outcome-banner.tsx'
import { SubmitButton } from '#web/ui/form/submit-button.tsx'
import { PasswordDialog, type RecentAuth } from './password-dialog.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

type PasskeyResponse = CallInput<'addPasskey'>['response']

interface AddPasskeyProps {
  hasPassword: boolean
  onClose: () => void
}

/** Password and the browser's own dialog, then a name, then the recovery codes. */
export function AddPasskey({ hasPassword, onClose }: AddPasskeyProps) {
  const create = useMutation({ mutationFn: createPasskey })
  const [codes, setCodes] = useState<string[]>([])
  const finish = (recoveryCodes: string[]) => (recoveryCodes.length > 0 ? setCodes(recoveryCodes) : onClose())
  if (codes.length > 0)
    return (
      <Dialog title="Save your recovery codes" onClose={onClose}>
        <RecoveryCodes codes={codes} onDone={onClose} />
      </Dialog>
    )
  if (create.data)
    return (
      <Dialog title="Name your passkey" onClose={onClose}>
        <NameForm response={create.data} onDone={finish} />
      </Dialog>
    )
  return (
    <PasswordDialog
      title="Add a passkey"
      text="Your browser asks where to save it: on this device, on your phone or on a security key."
      confirmLabel="Continue"
      hasPassword={hasPassword}
      isPending={create.isPending}
      error={create.error}
      onConfirm={(auth) => create.mutate(auth)}
      onClose={onClose}
    />
  )
}

async function createPasskey(auth: RecentAuth): Promise<PasskeyResponse> {
  const { startRegistration } = await import('@simplewebauthn/browser')
  const { msg } = await call('startPasskeySetup', auth)
  const response = await startRegistration({
    optionsJSON: msg as Parameters<typeof startRegistration>[0]['optionsJSON'],
  }).catch((error: unknown) => {
    throw toPasskeyError(error)
  })
  return response as PasskeyResponse
}

interface NameFormProps {
  response: PasskeyResponse
  onDone: (recoveryCodes: string[]) => void
}

function NameForm({ response, onDone }: NameFormProps) {
  const [name, setName] = useState('My passkey')
  const add = useCallMutation('addPasskey', {
    mutationFn: () => call('addPasskey', { name, response }),
    onSuccess: ({ msg }) => onDone(msg.recovery_codes),
  })
  return (
    <form
      noValidate
      className="mt-5 space-y-5"
      onSubmit={(event) => {
        event.preventDefault()
        if (name.trim() !== '' && !add.isPending) add.mutate()
      }}
    >
      <TextField
        label="Name"
        required
        maxLength={LIMITS.passkeyName}
        hint="For example the device it is on."
        error={name.trim() === '' ? 'Name is required' : undefined}
        value={name}
        onChange={(event) => setName(event.target.value)}
        data-first-focus
      />
      <div>
        <OutcomeBanner success={undefined} error={add.error} />
        <SubmitButton isPending={add.isPending} label="Save passkey" />
      </div>
    </form>
  )
}
