import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { formatCount } from '#web/ui/format/format-count.ts'

interface SubmitDialogProps {
  unanswered: number
  onCancel: () => void
  onConfirm: () => void
}

export function SubmitDialog({ unanswered, onCancel, onConfirm }: SubmitDialogProps) {
  return (
    <Dialog title="Submit your answers?" onClose={onCancel}>
      <p className="mt-3 text-muted">
        {formatCount(unanswered, 'question')} {unanswered === 1 ? 'is' : 'are'} not answered. You can’t change your
        answers afterwards.
      </p>
      <div className="mt-7 grid grid-cols-2 gap-3">
        <Button onClick={onConfirm}>Submit</Button>
        <Button variant="secondary" onClick={onCancel} data-first-focus>
          Go back
        </Button>
      </div>
    </Dialog>
  )
}
