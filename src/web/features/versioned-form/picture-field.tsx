import { type ReactNode, useId, useRef, useState } from 'react'
import { PICTURE_TYPES } from '#contract/choices.ts'
import { AnyIcon } from '#web/ui/any-icon.tsx'
import { Button } from '#web/ui/button.tsx'
import { type Picture, validatePictureFile, readAsDataUrl } from '#web/ui/form/picture-file.ts'
import { UploadProgress } from '#web/ui/form/upload-progress.tsx'
import { useFileDrop } from '#web/ui/form/use-file-drop.ts'

interface PictureFieldProps {
  /** What stands there as long as no other is chosen. Fills its box. */
  current: ReactNode
  picture: Picture | null
  onSelect: (picture: Picture | null) => void
  /** How much of it has been sent, while it is. */
  percent: number | null
  /** While it is being saved no other is taken. */
  isBusy: boolean
  label?: string
}

/** A wide picture: chosen or dropped, shown before it is saved, and sent with the save. */
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
  const [problem, setProblem] = useState<string>()
  const { isOver, dropProps } = useFileDrop((file) => void selectFile(file))

  const selectFile = async (file: File) => {
    if (isBusy) return
    const fileProblem = validatePictureFile(file)
    setProblem(fileProblem)
    if (fileProblem === undefined)
      await readAsDataUrl(file).then(
        (address) => onSelect({ blob: file, dataUrl: address }),
        (failure: Error) => setProblem(failure.message),
      )
  }

  return (
    <div>
      <div
        {...dropProps}
        className={`relative aspect-[640/344] overflow-hidden rounded-card border border-border bg-raised ${isOver ? 'ring-4 ring-accent' : ''}`}
      >
        {picture ? (
          <img src={picture.dataUrl} alt="The chosen one" className="absolute inset-0 size-full object-cover" />
        ) : (
          current
        )}
      </div>
      <div className="mt-3 flex gap-2.5">
        <Button
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
        {picture && !isBusy && (
          <Button variant="quiet" size="sm" onClick={() => onSelect(null)}>
            Undo
            <span className="sr-only"> choosing the picture</span>
          </Button>
        )}
      </div>
      <input
        ref={input}
        type="file"
        accept={PICTURE_TYPES.join()}
        aria-label="Picture file"
        hidden
        onChange={({ target }) => {
          const file = target.files?.[0]
          if (file) void selectFile(file)
          // The same file can be chosen again.
          target.value = ''
        }}
      />
      <p id={hintId} aria-live="polite" className={`mt-2 text-xs ${problem ? 'text-danger' : 'text-muted'}`}>
        {problem ?? (picture ? 'Sent when the rest is saved.' : 'Up to 5 MB. Or drop one here.')}
      </p>
      {percent !== null && (
        <div className="mt-3">
          <UploadProgress percent={percent} label="Sending the picture" />
        </div>
      )}
    </div>
  )
}
