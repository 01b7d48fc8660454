import { useRef } from 'react'
import { AnyIcon } from '#web/ui/icons/any-icon.tsx'
import { Button } from '#web/ui/button.tsx'
import { FileInput } from '#web/ui/form/file-input.tsx'
import { UploadProgress } from '#web/ui/form/upload-progress.tsx'
import { useFileDrop } from '#web/ui/form/use-file-drop.ts'
import type { useSubmissionFile } from './use-submission-file.ts'

/** A file to hand in, chosen or dropped. */
export function SubmissionFileField({
  file,
  error,
  choose,
  remove,
  isUploading,
}: ReturnType<typeof useSubmissionFile>) {
  const input = useRef<HTMLInputElement>(null)
  const chooseButton = useRef<HTMLButtonElement>(null)
  const { isOver, dropProps } = useFileDrop(choose)
  return (
    <div
      {...dropProps}
      className={`rounded-control border border-dashed p-4 ${isOver ? 'border-accent-text bg-[var(--accent-wash)]' : 'border-border-strong'}`}
    >
      {file && isUploading && <UploadProgress percent={file.percent} label={file.name} />}
      {file && !isUploading && <p className="font-medium break-all">{file.name}</p>}
      <div className="flex flex-wrap items-center gap-3 not-first:mt-3">
        <Button ref={chooseButton} variant="secondary" size="sm" onClick={() => input.current?.click()}>
          <AnyIcon name="upload" size={18} />
          {file ? 'Choose another file' : 'Choose a file'}
        </Button>
        {file && (
          <Button
            variant="quiet"
            size="sm"
            onClick={() => {
              remove()
              chooseButton.current?.focus()
            }}
          >
            {isUploading ? 'Cancel' : 'Remove file'}
          </Button>
        )}
        {!file && <p className="text-sm text-muted">or drop it here, up to 20 MB</p>}
      </div>
      <FileInput ref={input} label="File" accept="" onFile={choose} />
      <div aria-live="polite">{error && <p className="mt-2 text-sm text-danger">{error}</p>}</div>
    </div>
  )
}
