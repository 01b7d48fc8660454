import { Button } from '#web/ui/button.tsx'
import { Dialog } from './dialog.tsx'

export function DiscardDialog({ onCancel, onDiscard }: { onCancel: () => void; onDiscard: () => void }) {
  return (
    <Dialog title="Discard unsaved changes?" onClose={onCancel}>
      <p className="mt-3 text-muted">Your changes are not saved yet.</p>
      <div className="mt-7 grid gap-3 sm:grid-cols-2">
        <Button onClick={onCancel} data-first-focus>
          Keep editing
        </Button>
        <Button variant="secondary" onClick={onDiscard}>
          Discard changes
        </Button>
      </div>
    </Dialog>
  )
}
