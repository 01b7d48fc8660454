import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { NoticeBanner } from './notice-banner.tsx'

export interface ConflictActions {
  /** Fills the form with what is saved. Mine is lost, which has been asked. */
  onLoadLatest: () => void
  /** Saves again, over the newest version. */
  onOverwrite: () => void
  isPending: boolean
}

/** Somebody else has saved meanwhile: theirs, or mine over it. */
export function ConflictBanner({ onLoadLatest, onOverwrite, isPending }: ConflictActions) {
  const [isConfirmOpen, setConfirmOpen] = useState(false)
  return (
    <>
      <NoticeBanner
        isAlert
        title="Somebody else has saved this meanwhile"
        text="Nothing is lost: yours is still here and theirs is kept until you decide."
      >
        <Button
          variant="secondary"
          size="sm"
          aria-disabled={isPending}
          onClick={() => !isPending && setConfirmOpen(true)}
        >
          Load theirs
        </Button>
        <Button size="sm" aria-disabled={isPending} onClick={() => !isPending && onOverwrite()}>
          Save mine over it
        </Button>
      </NoticeBanner>
      {isConfirmOpen && (
        <Dialog title="Load theirs?" onClose={() => setConfirmOpen(false)}>
          <p className="mt-3 text-muted">
            What you have changed here is discarded, and the form shows what the other person saved.
          </p>
          <div className="mt-7 grid gap-3 sm:grid-cols-2">
            <Button onClick={() => setConfirmOpen(false)} data-first-focus>
              Keep mine
            </Button>
            <Button
              variant="secondary"
              onClick={() => {
                setConfirmOpen(false)
                onLoadLatest()
              }}
            >
              Discard mine
            </Button>
          </div>
        </Dialog>
      )}
    </>
  )
}
