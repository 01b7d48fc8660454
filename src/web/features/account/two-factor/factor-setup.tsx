import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { PasswordDialog, type RecentAuth } from './password-dialog.tsx'
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx'

interface FactorSetupProps<Started> {
  title: string
  text: string
  start: (auth: RecentAuth) => Promise<Started>
  /** Of the dialog after the password's. */
  stepTitle: string
  renderStep: (started: Started, onDone: (recoveryCodes: string[]) => void) => ReactNode
  hasPassword: boolean
  onClose: () => void
}

/** Asks for the password, then shows a step of the factor's own, and the recovery codes where it is the first factor. */
export function FactorSetup<Started>({ start, renderStep, onClose, ...props }: FactorSetupProps<Started>) {
  const { mutate, data, isPending, error } = useMutation({ mutationFn: start })
  const [codes, setCodes] = useState<string[]>([])
  const finish = (recoveryCodes: string[]) => (recoveryCodes.length > 0 ? setCodes(recoveryCodes) : onClose())
  if (codes.length > 0) return <RecoveryCodesDialog codes={codes} onClose={onClose} />
  if (data !== undefined)
    return (
      <Dialog title={props.stepTitle} onClose={onClose}>
        {renderStep(data, finish)}
      </Dialog>
    )
  return (
    <PasswordDialog
      title={props.title}
      text={props.text}
      confirmLabel="Continue"
      hasPassword={props.hasPassword}
      isPending={isPending}
      error={error}
      onConfirm={(auth) => mutate(auth)}
      onClose={onClose}
    />
  )
}
