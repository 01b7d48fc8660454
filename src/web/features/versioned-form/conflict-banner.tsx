import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { NoticeBanner } from './notice-banner.tsx'

export interface ConflictAnswers {
  /** Fills the form with what is saved. Mine is lost, which has been asked. */
  onLoadTheirs: () => void
  /** Saves again, over the newest version. */
  onSaveMine: () => void
  isPending: boolean
}

/** Somebody else has saved meanwhile: theirs, or mine over it. */
export function ConflictBanner({ onLoadTheirs, onSaveMine, isPending }: ConflictAnswers) {
  const [asks, setAsks] = useState(false)
  return (
    <>
      <NoticeBanner
        isAlert
        title="Somebody else has saved this meanwhile"
        text="Nothing is lost: yours is still here and theirs is kept until you decide."
      >
        <Button look="secondary" size="sm" aria-disabled={isPending} onClick={() => !isPending && setAsks(true)}>
          Load theirs
        </Button>
        <Button size="sm" aria-disabled={isPending} onClick={() => !isPending && onSaveMine()}>
          Save mine over it
        </Button>
      </NoticeBanner>
      {asks && (
        <Dialog title="Load theirs?" onClose={() => setAsks(false)}>
          <p className="mt-3 text-muted">
            What you have changed here is discarded, and the form shows what the other person saved.
          </p>
          <div className="mt-7 grid gap-3 sm:grid-cols-2">
            <Button onClick={() => setAsks(false)} data-first-focus>
              Keep mine
            </Button>
            <Button
              look="secondary"
              onClick={() => {
                setAsks(false)
                onLoadTheirs()
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
