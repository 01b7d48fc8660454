import { useState } from 'react'
import { CancelButton } from '#web/ui/dialog/cancel-button.tsx'
import { OutcomeBanner } from '#web/ui/form/outcome-banner.tsx'
import { SubmitButton } from '#web/ui/form/submit-button.tsx'
import { PasskeyNameField } from './passkey-name-field.tsx'

interface PasskeyNameFormProps {
  initialName: string
  label: string
  isPending: boolean
  error: Error | null
  onSubmit: (name: string) => void
  onCancel: () => void
}

export function PasskeyNameForm({ initialName, label, isPending, error, onSubmit, onCancel }: PasskeyNameFormProps) {
  const [name, setName] = useState(initialName)
  return (
    <form
      noValidate
      className="mt-5 space-y-5"
      onSubmit={(event) => {
        event.preventDefault()
        if (name.trim() !== '' && !isPending) onSubmit(name)
      }}
    >
      <PasskeyNameField name={name} onChange={setName} />
      <div>
        <OutcomeBanner success={undefined} error={error} />
        <SubmitButton isPending={isPending} label={label} />
        <CancelButton variant="quiet" className="mt-2 w-full" isPending={isPending} onCancel={onCancel} />
      </div>
    </form>
  )
}
