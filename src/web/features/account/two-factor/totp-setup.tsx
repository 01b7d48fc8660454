import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import type { CallInput } from '#contract/contract.ts'
import { confirmTotp } from '#contract/schemas/accounts/account-security.ts'
import { CodeField } from '#web/features/auth/code-field.tsx'
import { call, query } from '#web/data/api.ts'
import { invalidateAfter } from '#web/data/invalidate.ts'
import { useCallMutation } from '#web/data/use-call-mutation.ts'
import { Button } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { OutcomeBanner } from '#web/ui/form/outcome-banner.tsx'
import { schemaResolver } from '#web/ui/form/schema-resolver.ts'
import { SubmitButton } from '#web/ui/form/submit-button.tsx'
import { CancelButton } from '#web/ui/dialog/cancel-button.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { PasswordDialog, type RecentAuth } from './password-dialog.tsx'
import { QrCode } from './qr-code.tsx'
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx'

interface TotpSetupProps {
  hasPassword: boolean
  onClose: () => void
  /** The app is set up. */
  onDone: () => void
}

/** Asks for the password, shows the key, and then the recovery codes where it is the first factor. */
export function TotpSetup({ hasPassword, onClose, onDone }: TotpSetupProps) {
  const start = useCallMutation('startTotp', { mutationFn: (auth: RecentAuth) => call('startTotp', auth) })
  const [codes, setCodes] = useState<string[]>([])
  const finish = (recoveryCodes: string[]) => (recoveryCodes.length > 0 ? setCodes(recoveryCodes) : onDone())
  if (codes.length > 0) return <RecoveryCodesDialog codes={codes} onClose={onDone} />
  if (start.data) return <KeyDialog {...start.data.msg} onDone={finish} onClose={onClose} />
  return (
    <PasswordDialog
      title="Set up an authenticator app"
      text="You need an app such as Google Authenticator, 1Password or Aegis. At each login you enter a code that it shows."
      confirmLabel="Continue"
      hasPassword={hasPassword}
      isPending={start.isPending}
      error={start.error}
      onConfirm={(auth) => start.mutate(auth)}
      onClose={onClose}
    />
  )
}

interface KeyDialogProps {
  secret: string
  uri: string
  onDone: (recoveryCodes: string[]) => void
  onClose: () => void
}

function KeyDialog({ secret, uri, onDone, onClose }: KeyDialogProps) {
  const form = useForm<CallInput<'confirmTotp'>>({ resolver: schemaResolver(confirmTotp.input) })
  const client = useQueryClient()
  const account = useQuery(query('getAccount', {})).data
  const confirm = useCallMutation('confirmTotp', {
    mutationFn: (input: CallInput<'confirmTotp'>) => call('confirmTotp', input),
    onSuccess: ({ msg }) => onDone(msg.recovery_codes),
    // The app may be on all the same: only the answer was lost.
    onError: () => void invalidateAfter(client, 'confirmTotp'),
  })
  if (confirm.isError && account?.msg.secondFactor.hasTotp) return <AlreadyOnDialog onClose={() => onDone([])} />
  return (
    <Dialog title="Scan the code" isPending={confirm.isPending} onClose={onClose}>
      <form noValidate onSubmit={form.handleSubmit((input) => confirm.mutate(input))}>
        <p className="mt-3 text-muted">Scan this with your authenticator app, or type the key into it.</p>
        <QrCode text={uri} label="QR code with the key for your authenticator app" />
        <p className="flex items-center justify-between gap-2 rounded-control border border-border py-1.5 pr-1.5 pl-3.5">
          <span className="font-mono text-xs tracking-wide wrap-anywhere">{secret.match(/.{1,4}/g)?.join(' ')}</span>
          <CopyButton label="the key" text={secret} />
        </p>
        <div className="mt-5 space-y-5">
          <CodeField hasFirstFocus error={form.formState.errors.code?.message} registration={form.register('code')} />
          <div>
            <OutcomeBanner success={undefined} error={confirm.error} />
            <SubmitButton isPending={confirm.isPending} label="Turn on" />
            <CancelButton variant="quiet" className="mt-2 w-full" isPending={confirm.isPending} onCancel={onClose} />
          </div>
        </div>
      </form>
    </Dialog>
  )
}

function AlreadyOnDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="The authenticator app is on" onClose={onClose}>
      <p className="mt-3 text-muted">If you haven’t saved your recovery codes, get new ones in your account.</p>
      <Button data-first-focus className="mt-6 w-full" onClick={onClose}>
        Close
      </Button>
    </Dialog>
  )
}
