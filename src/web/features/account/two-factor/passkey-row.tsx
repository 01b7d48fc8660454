import type { CallOutput } from '#contract/contract.ts'
import { Button } from '#web/ui/button.tsx'
import { formatDate } from '#web/ui/format/format-date.ts'
import { FactorRow } from './factor-row.tsx'

export type Passkey = CallOutput<'getAccount'>['secondFactor']['passkeys'][number]

interface PasskeyRowProps {
  passkey: Passkey
  canRemove: boolean
  onRename: () => void
  onRemove: () => void
}

export function PasskeyRow({ passkey, canRemove, onRename, onRemove }: PasskeyRowProps) {
  const lastUse = passkey.last_used ? `Last used ${formatDate(passkey.last_used)}.` : 'Not used yet.'
  return (
    <FactorRow icon="key" title={passkey.name} text={`Added ${formatDate(passkey.created_date)}. ${lastUse}`}>
      <Button variant="secondary" size="sm" onClick={onRename}>
        Rename<span className="sr-only"> {passkey.name}</span>
      </Button>
      {canRemove && (
        <Button variant="secondary" size="sm" onClick={onRemove}>
          Remove<span className="sr-only"> {passkey.name}</span>
        </Button>
      )}
    </FactorRow>
  )
}
