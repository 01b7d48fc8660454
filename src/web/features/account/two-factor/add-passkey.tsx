import { useRef, useState } from 'react'
import type { CallInput } from '#contract/contract.ts'
import { AppError } from '#contract/errors.ts'
import { toPasskeyError } from '#web/features/auth/to-passkey-error.ts'
import { call } from '#web/data/api.ts'
import { useCallMutation } from '#web/data/use-call-mutation.ts'
import { PasskeyNameField } from './passkey-name-field.tsx'
import { PasswordDialog, type RecentAuth } from './password-dialog.tsx'
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx'

type PasskeyResponse = CallInput<'addPasskey'>['response']

interface AddPasskeyProps {
  hasPassword: boolean
  onClose: () => void
  /** The passkey is added. */
  onDone: () => void
}

/** Asks for a name first: a passkey that the browser has saved is not lost by closing a dialog. */
export function AddPasskey({ hasPassword, onClose, onDone }: AddPasskeyProps) {
  const [name, setName] = useState('My passkey')
  const [codes, setCodes] = useState<string[]>([])
  const created = useRef<PasskeyResponse>(undefined)
  const add = useCallMutation('addPasskey', {
    mutationFn: async (auth: RecentAuth) => {
      created.current ??= await createPasskey(auth)
      return call('addPasskey', { name, response: created.current })
    },
    onError: (error) => {
      // Its challenge is used or over.
      if (error instanceof AppError && error.code === 'wrong_code') created.current = undefined
    },
    onSuccess: ({ msg }) => (msg.recovery_codes.length > 0 ? setCodes(msg.recovery_codes) : onDone()),
  })
  if (codes.length > 0) return <RecoveryCodesDialog codes={codes} onClose={onDone} />
  return (
    <PasswordDialog
      title="Add a passkey"
      text="Your browser asks where to save it: on this device, on your phone or on a security key."
      confirmLabel="Continue"
      hasPassword={hasPassword}
      isPending={add.isPending}
      error={add.error}
      onConfirm={(auth) => name.trim() !== '' && add.mutate(auth)}
      onClose={onClose}
    >
      <PasskeyNameField name={name} onChange={setName} />
    </PasswordDialog>
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
