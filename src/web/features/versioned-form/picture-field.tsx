import { type ReactNode, type RefObject, useId, useRef } from 'react'
import { PICTURE_TYPES } from '#contract/choices.ts'
import { AnyIcon } from '#web/ui/icons/any-icon.tsx'
import { Button } from '#web/ui/button.tsx'
import { FileInput } from '#web/ui/form/file-input.tsx'
import type { Picture } from '#web/ui/form/picture-file.ts'
import { UploadProgress } from '#web/ui/form/upload-progress.tsx'
import { useFileDrop } from '#web/ui/form/use-file-drop.ts'
import { usePictureFile } from '#web/ui/form/use-picture-file.ts'

interface PictureFieldProps {
  /** Shown while no new picture is selected. Fills its box. */
  current: ReactNode
  picture: Picture | null
  onSelect: (picture: Picture | null) => void
  /** Upload progress, null when none is running. */
  percent: number | null
  /** During a save the picture can't be changed. */
  isBusy: boolean
  label?: string
}

/** Selects a cover picture by button or drop, and previews it until the save uploads it. */
export function PictureField({
  current,
  picture,
  onSelect,
  percent,
  isBusy,
  label = 'Upload image',
}: PictureFieldProps) {
  const hintId = useId()
  const input = useRef<HTMLInputElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const { problem, selectFile } = usePictureFile(isBusy, onSelect)
  const { isOver, dropProps } = useFileDrop((file) => void selectFile(file))

  return (
    <div>
      <div
        {...dropProps}
        className={`relative aspect-[640/344] overflow-hidden rounded-card border border-border bg-raised ${isOver ? 'ring-4 ring-accent' : ''}`}
      >
        {picture ? (
          <img src={picture.dataUrl} alt="Selected cover" className="absolute inset-0 size-full object-cover" />
        ) : (
          current
        )}
      </div>
      <div className="mt-3 flex gap-2.5">
        <Button
          ref={button}
          variant="secondary"
          size="sm"
          aria-describedby={hintId}
          aria-disabled={isBusy}
          onClick={() => !isBusy && input.current?.click()}
          className="flex-1"
        >
          <AnyIcon name="upload" size={17} />
          {label}
        </Button>
        {picture && !isBusy && <UndoButton onUndo={() => onSelect(null)} next={button} />}
      </div>
      <FileInput
        ref={input}
        label="Picture file"
        accept={PICTURE_TYPES.join()}
        onFile={(file) => void selectFile(file)}
      />
      <p id={hintId} aria-live="polite" className={`mt-2 text-xs ${problem ? 'text-danger' : 'text-muted'}`}>
        {problem ?? (picture ? 'Uploaded when you save.' : 'Or drop a file here, up to 5 MB.')}
      </p>
      {percent !== null && (
        <div className="mt-3">
          <UploadProgress percent={percent} label="Uploading picture" />
        </div>
      )}
    </div>
  )
}

interface UndoButtonProps {
  onUndo: () => void
  /** Gets the focus. */
  next: RefObject<HTMLButtonElement | null>
}

function UndoButton({ onUndo, next }: UndoButtonProps) {
  const undo = () => {
    onUndo()
    next.current?.focus()
  }
  return (
    <Button variant="quiet" size="sm" onClick={undo}>
      Undo
      <span className="sr-only"> picture selection</span>
    </Button>
  )
}
