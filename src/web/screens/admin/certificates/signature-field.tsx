import { useId, useRef, useState } from 'react'
import { PICTURE_TYPES } from '#contract/choices.ts'
import { uploadPath } from '#contract/paths.ts'
import { uploadContentPicture } from '#web/data/upload-picture.ts'
import { useCallMutation } from '#web/data/use-call-mutation.ts'
import { AnyIcon } from '#web/ui/icons/any-icon.tsx'
import { Button } from '#web/ui/button.tsx'
import { FileInput } from '#web/ui/form/file-input.tsx'
import { validatePictureFile } from '#web/ui/form/picture-file.ts'
import { UploadProgress } from '#web/ui/form/upload-progress.tsx'

interface SignatureFieldProps {
  /** The uploaded picture’s, or empty. */
  name: string
  onChange: (name: string) => void
  onUpload: (upload: Promise<unknown>) => void
}

/** The picture of a signature. It is uploaded at once, and printed when the design is saved. */
export function SignatureField({ name, onChange, onUpload }: SignatureFieldProps) {
  const [percent, setPercent] = useState<number | null>(null)
  const [problem, setProblem] = useState<string>()
  const input = useRef<HTMLInputElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const noteId = useId()
  const { mutateAsync, isPending, error } = useCallMutation('addContentPicture', {
    mutationFn: (file: File) => uploadContentPicture(file, setPercent),
    onSuccess: ({ image_url }) => onChange(image_url),
    onSettled: () => setPercent(null),
  })
  const select = (file: File) => {
    const fileProblem = validatePictureFile(file)
    setProblem(fileProblem)
    if (fileProblem === undefined) onUpload(mutateAsync(file))
  }
  const failure = problem ?? error?.message
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-medium">Signature picture</legend>
      {name !== '' && (
        <img
          src={uploadPath(name)}
          alt="Signature"
          className="mb-3 max-h-20 rounded-control border border-border bg-white"
        />
      )}
      <div className="flex flex-wrap gap-2.5">
        <Button
          ref={button}
          variant="secondary"
          size="sm"
          aria-describedby={noteId}
          aria-disabled={isPending}
          onClick={() => !isPending && input.current?.click()}
        >
          <AnyIcon name="upload" size={17} />
          {name === '' ? 'Upload picture' : 'Change picture'}
        </Button>
        {name !== '' && (
          <Button
            variant="quiet"
            size="sm"
            onClick={() => {
              onChange('')
              button.current?.focus()
            }}
          >
            Remove<span className="sr-only"> signature picture</span>
          </Button>
        )}
      </div>
      <FileInput ref={input} label="Signature file" accept={PICTURE_TYPES.join()} onFile={select} />
      <p id={noteId} aria-live="polite" className={`mt-2 text-xs ${failure ? 'text-danger' : 'text-muted'}`}>
        {failure ?? 'Best with a transparent background, up to 5 MB.'}
      </p>
      {percent !== null && <UploadProgress percent={percent} label="Uploading signature" />}
    </fieldset>
  )
}
