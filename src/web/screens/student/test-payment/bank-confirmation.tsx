import { TestModeBanner } from '#web/features/orders/test-mode-banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'

interface BankConfirmationProps {
  amount: string
  onConfirm: () => void
  onDecline: () => void
}

/** What a bank asks in its app or by text message before it lets a card be charged. */
export function BankConfirmation({ amount, onConfirm, onDecline }: BankConfirmationProps) {
  return (
    <Dialog title={`Confirm ${amount}?`} onClose={onDecline}>
      <p className="mt-3 mb-5 text-muted">The bank of this card asks you to confirm the payment.</p>
      <TestModeBanner />
      <div className="grid gap-3 sm:grid-cols-2">
        <Button onClick={onConfirm} data-first-focus>
          Confirm
        </Button>
        <Button variant="secondary" onClick={onDecline}>
          Decline
        </Button>
      </div>
    </Dialog>
  )
}
