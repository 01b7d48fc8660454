import { lazy, Suspense, useId, useRef, useState } from 'react'
import { PICTURE_TYPES } from '#contract/choices.ts'
import type { User } from '#contract/schemas/users.ts'
import { AnyIcon } from '#web/ui/any-icon.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { type Picture, validatePictureFile, readAsDataUrl } from '#web/ui/form/picture-file.ts'
import { useFileDrop } from '#web/ui/form/use-file-drop.ts'
import { ProfilePicture } from './profile-picture.tsx'

const CropArea = lazy(() => import('./crop-area.tsx').then(({ CropArea }) => ({ default: CropArea })))

interface PictureFieldProps {
  user: User
  picture: Picture | null
  onPick: (picture: Picture) => void
  /** While it is being saved no other is taken. */
  isBusy: boolean
}

/** The profile's picture in edit mode: chosen or dropped, cropped to a square, and shown before it is saved. */
export function PictureField({ user, picture, onPick, isBusy }: PictureFieldProps) {
  const note = useId()
  const input = useRef<HTMLInputElement>(null)
  const [chosen, setChosen] = useState<string | null>(null)
  const [problem, setProblem] = useState<string>()
  const { isOver: isDragOver, dropProps } = useFileDrop((file) => void handleFile(file))

  const handleFile = async (file: File) => {
    if (isBusy) return
    const fileProblem = validatePictureFile(file)
    setProblem(fileProblem)
    if (fileProblem === undefined)
      await readAsDataUrl(file).then(setChosen, (failure: Error) => setProblem(failure.message))
  }

  return (
    <>
      <div {...dropProps} className={`rounded-panel ${isDragOver ? 'ring-4 ring-accent' : ''}`}>
        <ProfilePicture user={user} preview={picture?.dataUrl} />
      </div>
      <Button
        variant="secondary"
        aria-describedby={note}
        aria-disabled={isBusy}
        onClick={() => !isBusy && input.current?.click()}
        className="mt-4 w-full"
      >
        <AnyIcon name="camera" size={18} />
        {user.image_url || picture ? 'Change the picture' : 'Choose a picture'}
      </Button>
      <input
        ref={input}
        type="file"
        accept={PICTURE_TYPES.join()}
        aria-label="Picture file"
        hidden
        onChange={({ target }) => {
          const file = target.files?.[0]
          if (file) void handleFile(file)
          // The same file can be chosen again.
          target.value = ''
        }}
      />
      <p id={note} aria-live="polite" className={`mt-2 text-center text-xs ${problem ? 'text-danger' : 'text-muted'}`}>
        {problem ?? (picture ? 'Saved with Edit Profile.' : 'Up to 5 MB. Or drop one here.')}
      </p>
      {chosen !== null && (
        <Dialog title="Crop your picture" onClose={() => setChosen(null)}>
          <Suspense fallback={<div aria-hidden="true" className="skeleton mt-5 aspect-square rounded-card" />}>
            <CropArea
              dataUrl={chosen}
              onCrop={(cropped) => {
                onPick(cropped)
                setChosen(null)
              }}
              onError={(failure) => {
                setProblem(failure)
                setChosen(null)
              }}
              onCancel={() => setChosen(null)}
            />
          </Suspense>
        </Dialog>
      )}
    </>
  )
}
