import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { useLeaveGuard } from '#web/features/panels/use-leave-guard.ts'
import { countOf } from './count-of.ts'

const always = () => true

interface LeaveImportProps {
  /** Lines that are still to come. */
  left: number
  /** Ends the import: the next page may take its time to show. */
  onLeave: () => void
}

/** Stands while an import is on its way: asks before it is left behind. */
export function LeaveImport({ left, onLeave }: LeaveImportProps) {
  const { asks, stay, leave } = useLeaveGuard(always)
  if (!asks) return null
  return (
    <Dialog title="Leave the import?" onClose={stay}>
      <p className="mt-3 text-muted">
        {countOf(left, 'line')} of the file are still to come, and do not come in if you leave. Who is imported already
        stays.
      </p>
      <div className="mt-7 grid gap-3 sm:grid-cols-2">
        <Button onClick={stay} data-first-focus>
          Stay
        </Button>
        <Button
          look="secondary"
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
