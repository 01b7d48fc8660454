import { Suspense, useId, useRef, useState } from 'react'
import { PICTURE_TYPES } from '#contract/choices.ts'
import type { User } from '#contract/schemas/accounts/users.ts'
import { useNeedsEmailProof } from '#web/data/session.ts'
import { lazyPart } from '#web/features/lazy-part/lazy-part.tsx'
import { AnyIcon } from '#web/ui/icons/any-icon.tsx'
import { Button } from '#web/ui/button.tsx'
import { FileInput } from '#web/ui/form/file-input.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import type { Picture } from '#web/ui/form/picture-file.ts'
import { useFileDrop } from '#web/ui/form/use-file-drop.ts'
import { usePictureFile } from '#web/ui/form/use-picture-file.ts'
import { ProfilePicture } from './profile-picture.tsx'

/**
 * Of a photo of which only a small crop is sent. Firefox reads data URLs of up to 32 MB, which are a third longer than
 * their files.
 */
const MAX_PHOTO_BYTES = 23 * 1024 * 1024

const CropArea = lazyPart(() => import('./crop-area.tsx').then(({ CropArea }) => CropArea), {
  renderAction: ({ onCancel }) => (
    <Button variant="quiet" size="sm" onClick={onCancel}>
      Cancel
    </Button>
  ),
})

interface ProfilePictureFieldProps {
  user: User
  picture: Picture | null
  onPick: (picture: Picture) => void
  /** While the profile is being saved, no other picture can be chosen. */
  isBusy: boolean
}

/** Chooses a picture by button or drop, crops it to a square, and previews it until it is saved. */
export function ProfilePictureField({ user, picture, onPick, isBusy }: ProfilePictureFieldProps) {
  const note = useId()
  const input = useRef<HTMLInputElement>(null)
  const [chosen, setChosen] = useState<string | null>(null)
  const needsEmailProof = useNeedsEmailProof()
  const isClosed = isBusy || needsEmailProof
  const { problem, setProblem, selectFile } = usePictureFile(
    isClosed,
    ({ dataUrl }) => setChosen(dataUrl),
    MAX_PHOTO_BYTES,
  )
  const { isOver: isDragOver, dropProps } = useFileDrop((file) => void selectFile(file))

  return (
    <>
      <div {...dropProps} className={`rounded-panel ${isDragOver ? 'ring-4 ring-accent' : ''}`}>
        <ProfilePicture user={user} preview={picture?.dataUrl} />
      </div>
      <Button
        variant="secondary"
        aria-describedby={note}
        aria-disabled={isClosed}
        onClick={() => !isClosed && input.current?.click()}
        className="mt-4 w-full"
      >
        <AnyIcon name="camera" size={18} />
        {user.image_url || picture ? 'Change picture' : 'Choose picture'}
      </Button>
      <FileInput
        ref={input}
        label="Picture file"
        accept={PICTURE_TYPES.join()}
        onFile={(file) => void selectFile(file)}
      />
      <p id={note} aria-live="polite" className={`mt-2 text-center text-xs ${problem ? 'text-danger' : 'text-muted'}`}>
        {problem ?? getNote(needsEmailProof, picture)}
      </p>
      {chosen !== null && (
        <CropDialog dataUrl={chosen} onCrop={onPick} onError={setProblem} onClose={() => setChosen(null)} />
      )}
    </>
  )
}

function getNote(needsEmailProof: boolean, picture: Picture | null): string {
  if (needsEmailProof) return 'Confirm your email to add a picture.'
  return picture ? 'Select Edit Profile to save it.' : 'You can also drop a file here.'
}

interface CropDialogProps {
  dataUrl: string
  onCrop: (picture: Picture) => void
  onError: (message: string) => void
  onClose: () => void
}

function CropDialog({ dataUrl, onCrop, onError, onClose }: CropDialogProps) {
  return (
    <Dialog title="Crop your picture" onClose={onClose}>
      <div tabIndex={-1} className="outline-none">
        <Suspense fallback={<div aria-hidden="true" className="skeleton mt-5 aspect-square rounded-card" />}>
          <CropArea
            dataUrl={dataUrl}
            onCrop={(picture) => {
              onCrop(picture)
              onClose()
            }}
            onError={(message) => {
              onError(message)
              onClose()
            }}
            onCancel={onClose}
          />
        </Suspense>
      </div>
    </Dialog>
  )
}
