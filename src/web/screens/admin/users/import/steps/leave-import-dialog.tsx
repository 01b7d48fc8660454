import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { useLeaveGuard } from '#web/features/panels/use-leave-guard.ts'
import { formatCount } from '#web/ui/format/format-count.ts'

const always = () => true

interface LeaveImportDialogProps {
  /** Rows that are not imported yet. */
  remaining: number
  /** Stops the import at once: the next page may load slowly. */
  onLeave: () => void
}

/** Rendered while an import runs or is paused: asks before the page is left. */
export function LeaveImportDialog({ remaining, onLeave }: LeaveImportDialogProps) {
  const { isBlocked, stay, leave } = useLeaveGuard(always)
  if (!isBlocked) return null
  return (
    <Dialog title="Leave and stop the import?" onClose={stay}>
      <p className="mt-3 text-muted">
        {formatCount(remaining, 'row')} will not be imported if you leave. Users imported so far are kept.
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
