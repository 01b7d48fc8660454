import { useState } from 'react'
import { call } from '#web/data/api.ts'
import { useCallMutation } from '#web/data/use-call-mutation.ts'
import { Button } from '#web/ui/button.tsx'
import { formatCount } from '#web/ui/format/format-count.ts'
import { FactorRow } from './factor-row.tsx'
import { PasswordDialog, type RecentAuth } from './password-dialog.tsx'
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx'

const FEW_CODES = 3

export function RecoveryCodesRow({ left, hasPassword }: { left: number; hasPassword: boolean }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <FactorRow
      icon="list"
      title="Recovery codes"
      text={
        <span className={left < FEW_CODES ? 'text-danger' : undefined}>
          {formatCount(left, 'code')} left.
          {left < FEW_CODES && ' Get new ones before you need them.'}
        </span>
      }
    >
      <Button variant="secondary" size="sm" onClick={() => setOpen(true)}>
        Get new codes
      </Button>
      {isOpen && <RenewDialog hasPassword={hasPassword} onClose={() => setOpen(false)} />}
    </FactorRow>
  )
}

function RenewDialog({ hasPassword, onClose }: { hasPassword: boolean; onClose: () => void }) {
  const renew = useCallMutation('renewRecoveryCodes', {
    mutationFn: (auth: RecentAuth) => call('renewRecoveryCodes', auth),
  })
  if (renew.data) return <RecoveryCodesDialog codes={renew.data.msg.recovery_codes} onClose={onClose} />
  return (
    <PasswordDialog
      title="Get new recovery codes?"
      text="The codes that you have now stop working."
      confirmLabel="Get new codes"
      hasPassword={hasPassword}
      isPending={renew.isPending}
      error={renew.error}
      onConfirm={(auth) => renew.mutate(auth)}
      onClose={onClose}
    />
  )
}
