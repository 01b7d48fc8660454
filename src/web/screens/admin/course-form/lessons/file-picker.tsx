import { type ReactNode, useId, useRef, useState } from 'react'
import { AnyIcon } from '#web/ui/icons/any-icon.tsx'
import { Button } from '#web/ui/button.tsx'
import { FileInput } from '#web/ui/form/file-input.tsx'
import { UploadProgress } from '#web/ui/form/upload-progress.tsx'
import { useFileDrop } from '#web/ui/form/use-file-drop.ts'
import { useFocusOnUnmount } from '#web/ui/hooks/use-focus-on-unmount.ts'
import type { UploadState } from './use-lesson-uploads.ts'

interface FilePickerProps {
  /** What the file is. */
  name: string
  label: string
  hint: string
  accept: string
  validate: (file: File) => string | undefined
  uploadState: UploadState | undefined
  onFile: (file: File) => void
  onCancel: () => void
  /** Shown above the button. */
  children?: ReactNode
}

/** Selects a file by button or drop, and shows its upload with cancel and retry. */
export function FilePicker({
  name,
  label,
  hint,
  accept,
  validate,
  uploadState,
  onFile,
  onCancel,
  children,
}: FilePickerProps) {
  const messageId = useId()
  const input = useRef<HTMLInputElement>(null)
  const [problem, setProblem] = useState<string>()
  const selectFile = (file: File) => {
    const fileProblem = validate(file)
    setProblem(fileProblem)
    if (fileProblem === undefined) onFile(file)
  }
  const { isOver, dropProps } = useFileDrop(selectFile)
  const isUploading = uploadState !== undefined && uploadState.error === null
  const message =
    problem ?? (uploadState?.error ? `Couldn’t upload ${uploadState.file.name}: ${uploadState.error}` : undefined)
  return (
    <div
      {...dropProps}
      role="group"
      tabIndex={-1}
      aria-label={name}
      className={`rounded-card border border-dashed p-4 transition duration-150 ${isOver ? 'border-accent bg-[var(--accent-wash)]' : 'border-border-strong'}`}
    >
      {isUploading ? (
        <RunningUpload uploadState={uploadState} onCancel={onCancel} />
      ) : (
        <>
          {children}
          <FileButtons>
            <Button variant="secondary" size="sm" aria-describedby={messageId} onClick={() => input.current?.click()}>
              <AnyIcon name="upload" size={17} />
              {label}
            </Button>
            {uploadState?.error && (
              <Button size="sm" onClick={() => selectFile(uploadState.file)}>
                Try again
              </Button>
            )}
            <span className="text-xs text-muted">{hint}</span>
          </FileButtons>
        </>
      )}
      <p id={messageId} aria-live="polite" className="text-xs text-danger not-empty:mt-2">
        {message}
      </p>
      <FileInput ref={input} label={label} accept={accept} onFile={selectFile} />
    </div>
  )
}

function FileButtons({ children }: { children: ReactNode }) {
  const row = useFocusOnUnmount<HTMLDivElement>()
  return (
    <div ref={row} className="flex flex-wrap items-center gap-x-4 gap-y-2">
      {children}
    </div>
  )
}

function RunningUpload({ uploadState, onCancel }: { uploadState: UploadState; onCancel: () => void }) {
  const row = useFocusOnUnmount<HTMLDivElement>()
  return (
    <div ref={row} className="flex items-start gap-4">
      <div className="min-w-0 flex-1 pt-2">
        <UploadProgress percent={uploadState.percent} label={`Uploading ${uploadState.file.name}`} />
      </div>
      <Button variant="secondary" size="sm" onClick={onCancel}>
        Cancel
      </Button>
    </div>
  )
}
