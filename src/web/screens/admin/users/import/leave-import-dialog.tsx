import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { useLeaveGuard } from '#web/features/panels/use-leave-guard.ts'
import { formatCount } from './format-count.ts'

const always = () => true

interface LeaveImportDialogProps {
  /** Lines that are still to come. */
  remaining: number
  /** Ends the import: the next page may take its time to show. */
  onLeave: () => void
}

/** Stands while an import is on its way: asks before it is left behind. */
export function LeaveImportDialog({ remaining, onLeave }: LeaveImportDialogProps) {
  const { isBlocked, stay, leave } = useLeaveGuard(always)
  if (!isBlocked) return null
  return (
    <Dialog title="Leave the import?" onClose={stay}>
      <p className="mt-3 text-muted">
        {formatCount(remaining, 'line')} of the file are still to come, and do not come in if you leave. Who is imported
        already stays.
      </p>
      <div className="mt-7 grid gap-3 sm:grid-cols-2">
        <Button onClick={stay} data-first-focus>
          Stay
        </Button>
        <Button
          variant="secondary"
          onClick={() => {
            onLeave()
            leave()
          }}
        >
          Leave
        </Button>
      </div>
    </Dialog>
  )
}
