import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { downloadFile } from '#web/ui/download-file.ts'

interface RecoveryCodesDialogProps {
  codes: readonly string[]
  onClose: () => void
}

/** The only time that the codes are shown, so that no single key dismisses them. */
export function RecoveryCodesDialog({ codes, onClose }: RecoveryCodesDialogProps) {
  const [isWarned, setWarned] = useState(false)
  const text = codes.join('\n')
  const download = () =>
    downloadFile('learn-lantern-recovery-codes.txt', 'text/plain', `Recovery codes for ${location.host}\n\n${text}\n`)
  return (
    <Dialog title="Save your recovery codes" onClose={() => (isWarned ? onClose() : setWarned(true))}>
      <p tabIndex={-1} data-first-focus className="mt-3 text-muted outline-none">
        Each code logs you in once if you lose your phone or passkey. Keep them somewhere safe: they aren’t shown again.
      </p>
      <ul
        aria-label="Recovery codes"
        className="mt-5 grid gap-x-4 gap-y-1.5 rounded-control border border-border bg-bg p-4 text-center font-mono text-xs sm:grid-cols-2"
      >
        {codes.map((code) => (
          <li key={code} className="whitespace-nowrap">
            {code}
          </li>
        ))}
      </ul>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button variant="quiet" size="sm" onClick={download}>
          Download
        </Button>
        <CopyButton label="the recovery codes" text={text} />
      </div>
      <p role="status" className="mt-4 text-sm text-danger empty:hidden">
        {isWarned && 'Save the codes first. Press Esc again to close.'}
      </p>
      <Button className="mt-4 w-full" onClick={onClose}>
        I have saved them
      </Button>
    </Dialog>
  )
}
