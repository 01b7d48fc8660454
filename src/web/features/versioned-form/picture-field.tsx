import { type ReactNode, useId, useRef, useState } from 'react'
import { PICTURE_TYPES } from '#contract/schemas/uploads.ts'
import { AnyIcon } from '#web/ui/any-icon.tsx'
import { Button } from '#web/ui/button.tsx'
import { type Picture, problemOf, readAsAddress } from '#web/ui/form/picture-file.ts'
import { UploadProgress } from '#web/ui/form/upload-progress.tsx'
import { useFileDrop } from '#web/ui/form/use-file-drop.ts'

interface PictureFieldProps {
  /** What stands there as long as no other is chosen. Fills its box. */
  current: ReactNode
  picture: Picture | null
  onPick: (picture: Picture | null) => void
  /** How much of it has been sent, while it is. */
  percent: number | null
  /** While it is being saved no other is taken. */
  isBusy: boolean
  label?: string
}

/** A wide picture: chosen or dropped, shown before it is saved, and sent with the save. */
export function PictureField({ current, picture, onPick, percent, isBusy, label = 'Upload image' }: PictureFieldProps) {
  const note = useId()
  const input = useRef<HTMLInputElement>(null)
  const [problem, setProblem] = useState<string>()
  const { isOver, drop } = useFileDrop((file) => void take(file))

  const take = async (file: File) => {
    if (isBusy) return
    const found = problemOf(file)
    setProblem(found)
    if (found === undefined)
      await readAsAddress(file).then(
        (address) => onPick({ blob: file, address }),
        (failure: Error) => setProblem(failure.message),
      )
  }

  return (
    <div>
      <div
        {...drop}
        className={`relative aspect-[640/344] overflow-hidden rounded-card border border-border bg-raised ${isOver ? 'ring-4 ring-accent' : ''}`}
      >
        {picture ? (
          <img src={picture.address} alt="The chosen one" className="absolute inset-0 size-full object-cover" />
        ) : (
          current
        )}
      </div>
      <div className="mt-3 flex gap-2.5">
        <Button
          look="secondary"
          size="sm"
          aria-describedby={note}
          aria-disabled={isBusy}
          onClick={() => !isBusy && input.current?.click()}
          className="flex-1"
        >
          <AnyIcon name="upload" size={17} />
          {label}
        </Button>
        {picture && !isBusy && (
          <Button look="quiet" size="sm" onClick={() => onPick(null)}>
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
          if (file) void take(file)
          // The same file can be chosen again.
          target.value = ''
        }}
      />
      <p id={note} aria-live="polite" className={`mt-2 text-xs ${problem ? 'text-danger' : 'text-muted'}`}>
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
