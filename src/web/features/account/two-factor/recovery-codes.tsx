import { Button } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { downloadFile } from '#web/ui/download-file.ts'

interface RecoveryCodesProps {
  codes: readonly string[]
  onDone: () => void
}

/** The only time that the codes are shown. */
export function RecoveryCodes({ codes, onDone }: RecoveryCodesProps) {
  const text = codes.join('\n')
  const download = () =>
    downloadFile('learn-lantern-recovery-codes.txt', 'text/plain', `Recovery codes for ${location.host}\n\n${text}\n`)
  return (
    <>
      <p className="mt-3 text-muted">
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
      <Button className="mt-6 w-full" onClick={onDone} data-first-focus>
        I have saved them
      </Button>
    </>
  )
}
