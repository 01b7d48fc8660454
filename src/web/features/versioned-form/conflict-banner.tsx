import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { NoticeBanner } from './notice-banner.tsx'

export interface ConflictActions {
  /** Discards the form's changes and shows the saved version. */
  onLoadLatest: () => void
  /** Saves the form's changes over the latest version. */
  onOverwrite: () => void
  isPending: boolean
}

/** Shown when another admin has saved the record since the form loaded it. */
export function ConflictBanner({ onLoadLatest, onOverwrite, isPending }: ConflictActions) {
  const [isConfirmOpen, setConfirmOpen] = useState(false)
  return (
    <>
      <NoticeBanner
        isAlert
        title="Someone else saved changes while you were editing."
        text="Your changes are still here. Load the latest version, or overwrite it with yours."
      >
        <Button
          variant="secondary"
          size="sm"
          aria-disabled={isPending}
          onClick={() => !isPending && setConfirmOpen(true)}
        >
          Load latest
        </Button>
        <Button size="sm" aria-disabled={isPending} onClick={() => !isPending && onOverwrite()}>
          Overwrite
        </Button>
      </NoticeBanner>
      {isConfirmOpen && (
        <Dialog title="Load the latest version?" onClose={() => setConfirmOpen(false)}>
          <p className="mt-3 text-muted">Your unsaved changes will be discarded.</p>
          <div className="mt-7 grid gap-3 sm:grid-cols-2">
            <Button onClick={() => setConfirmOpen(false)} data-first-focus>
              Keep my changes
            </Button>
            <Button
              variant="secondary"
              onClick={() => {
                setConfirmOpen(false)
                onLoadLatest()
              }}
            >
              Discard my changes
            </Button>
          </div>
        </Dialog>
      )}
    </>
  )
}
