import { type ReactNode, useId, useRef, useState } from 'react'
import { AnyIcon } from '#web/ui/any-icon.tsx'
import { Button } from '#web/ui/button.tsx'
import { UploadProgress } from '#web/ui/form/upload-progress.tsx'
import { useFileDrop } from '#web/ui/form/use-file-drop.ts'
import type { Sending } from './use-lesson-uploads.ts'

interface FileChoiceProps {
  /** What the button says: “Choose a video”. */
  choose: string
  hint: string
  /** For the browser's file picker. */
  accept: string
  problemOf: (file: File) => string | undefined
  sending: Sending | undefined
  onFile: (file: File) => void
  onCancel: () => void
  /** Stands above the button. */
  children?: ReactNode
}

/** Takes a file by choice or drop, and shows it being sent: progress, cancel, and another try. */
export function FileChoice({ choose, hint, accept, problemOf, sending, onFile, onCancel, children }: FileChoiceProps) {
  const note = useId()
  const input = useRef<HTMLInputElement>(null)
  const [problem, setProblem] = useState<string>()
  const take = (file: File) => {
    const found = problemOf(file)
    setProblem(found)
    if (found === undefined) onFile(file)
  }
  const { isOver, drop } = useFileDrop(take)
  const isSending = sending !== undefined && sending.error === null
  const words = problem ?? (sending?.error ? `${sending.file.name} did not arrive: ${sending.error}` : undefined)
  return (
    <div
      {...drop}
      className={`rounded-card border border-dashed p-4 transition duration-150 ${isOver ? 'border-accent bg-[var(--accent-wash)]' : 'border-border-strong'}`}
    >
      {isSending ? (
        <div className="flex items-start gap-4">
          <div className="min-w-0 flex-1 pt-2">
            <UploadProgress percent={sending.percent} label={`Sending ${sending.file.name}`} />
          </div>
          <Button look="secondary" size="sm" onClick={onCancel}>
            Cancel
          </Button>
        </div>
      ) : (
        <>
          {children}
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <Button look="secondary" size="sm" aria-describedby={note} onClick={() => input.current?.click()}>
              <AnyIcon name="upload" size={17} />
              {choose}
            </Button>
            {sending?.error && (
              <Button size="sm" onClick={() => take(sending.file)}>
                Try again
              </Button>
            )}
            <span className="text-xs text-muted">{hint}</span>
          </div>
        </>
      )}
      <p id={note} aria-live="polite" className="text-xs text-danger not-empty:mt-2">
        {words}
      </p>
      <input
        ref={input}
        type="file"
        accept={accept}
        aria-label={choose}
        hidden
        onChange={({ target }) => {
          const file = target.files?.[0]
          if (file) take(file)
          // The same file can be chosen again.
          target.value = ''
        }}
      />
    </div>
  )
}
