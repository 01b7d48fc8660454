import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { useLeaveGuard } from '../../use-leave-guard.ts'
import { countOf } from './count-of.ts'

const always = () => true

/** Stands while an import is on its way: asks before it is left behind. @param left lines that are still to come */
export function LeaveImport({ left }: { left: number }) {
  const { asks, stay, leave } = useLeaveGuard(always)
  if (!asks) return null
  return (
    <Dialog title="Leave the import?" onClose={stay}>
      <p className="mt-3 text-muted">{countOf(left, 'line')} of the file are still to come, and do not come in if you leave. Who is imported already stays.</p>
      <div className="mt-7 grid gap-3 sm:grid-cols-2">
        <Button onClick={stay} data-first-focus>
          Stay
        </Button>
        <Button look="secondary" onClick={leave}>
          Leave
        </Button>
      </div>
    </Dialog>
  )
}
