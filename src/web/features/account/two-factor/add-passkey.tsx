import type { CallInput } from '#contract/contract.ts'
import { toPasskeyError } from '#web/features/auth/to-passkey-error.ts'
import { call } from '#web/data/api.ts'
import { useCallMutation } from '#web/data/use-call-mutation.ts'
import { FactorSetup } from './factor-setup.tsx'
import { PasskeyNameForm } from './passkey-name-form.tsx'
import type { RecentAuth } from './password-dialog.tsx'

type PasskeyResponse = CallInput<'addPasskey'>['response']

interface AddPasskeyProps {
  hasPassword: boolean
  onClose: () => void
}

export function AddPasskey(props: AddPasskeyProps) {
  return (
    <FactorSetup
      {...props}
      title="Add a passkey"
      text="Your browser asks where to save it: on this device, on your phone or on a security key."
      start={createPasskey}
      stepTitle="Name your passkey"
      renderStep={(response, onDone) => <NewName response={response} onDone={onDone} onCancel={props.onClose} />}
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

interface NewNameProps {
  response: PasskeyResponse
  onDone: (recoveryCodes: string[]) => void
  onCancel: () => void
}

function NewName({ response, onDone, onCancel }: NewNameProps) {
  const add = useCallMutation('addPasskey', {
    mutationFn: (name: string) => call('addPasskey', { name, response }),
    onSuccess: ({ msg }) => onDone(msg.recovery_codes),
  })
  return (
    <PasskeyNameForm
      initialName="My passkey"
      label="Save passkey"
      isPending={add.isPending}
      error={add.error}
      onSubmit={(name) => add.mutate(name)}
      onCancel={onCancel}
    />
  )
}
