import { useState } from 'react'
import { LIMITS } from '#contract/limits.ts'
import { call } from '#web/data/api.ts'
import { useCallMutation } from '#web/data/use-call-mutation.ts'
import { ActionForm } from '#web/features/panels/action-form.tsx'
import { TextField } from '#web/ui/form/field.tsx'
import { useShowToast } from '#web/ui/toasts.tsx'
import type { CertificateRow } from './certificate-columns.tsx'

const FIELDS = [
  { key: 'first_name', label: 'First name', isRequired: true },
  { key: 'last_name', label: 'Last name', isRequired: false },
] as const

export function ReplaceForm({ certificate, onClose }: { certificate: CertificateRow; onClose: () => void }) {
  const { certificate_id, name } = certificate
  const showToast = useShowToast()
  const [values, setValues] = useState(splitName(name))
  const [isChecked, setChecked] = useState(false)
  const { mutate, isPending, error } = useCallMutation('replaceCertificate', {
    mutationFn: ({ first_name, last_name }: typeof values) =>
      call('replaceCertificate', { certificate_id, first_name, ...(last_name.trim() !== '' && { last_name }) }),
    onSuccess: () => {
      onClose()
      showToast({ variant: 'success', text: 'A new certificate was issued' })
    },
  })
  const isMissing = values.first_name.trim() === ''
  const submit = () => {
    setChecked(true)
    if (!isMissing) mutate(values)
  }
  return (
    <ActionForm
      title="Correct the name"
      text="A new certificate is issued with this name. The old one stays online, is marked as replaced, and leads to the new one."
      label="Issue new certificate"
      isPending={isPending}
      error={error}
      onSubmit={submit}
      onClose={onClose}
    >
      {FIELDS.map(({ key, label, isRequired }) => (
        <TextField
          key={key}
          label={label}
          required={isRequired}
          hint={isRequired ? undefined : 'Empty for a person with one name'}
          autoComplete="off"
          maxLength={LIMITS.name}
          value={values[key]}
          error={isRequired && isChecked && isMissing ? `${label} is required` : undefined}
          onChange={({ target }) => setValues({ ...values, [key]: target.value })}
        />
      ))}
    </ActionForm>
  )
}

/** A guess that the admin corrects. */
function splitName(name: string): { first_name: string; last_name: string } {
  const place = name.indexOf(' ')
  return place < 0
    ? { first_name: name, last_name: '' }
    : { first_name: name.slice(0, place), last_name: name.slice(place + 1) }
}
