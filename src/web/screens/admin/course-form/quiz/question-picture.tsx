import { useRef, useState } from 'react'
import { PICTURE_TYPES } from '#contract/choices.ts'
import { uploadPath } from '#contract/paths.ts'
import { uploadContentPicture } from '#web/data/upload-picture.ts'
import { AnyIcon } from '#web/ui/icons/any-icon.tsx'
import { Button } from '#web/ui/button.tsx'
import { FileInput } from '#web/ui/form/file-input.tsx'
import { validatePictureFile } from '#web/ui/form/picture-file.ts'

interface QuestionPictureProps {
  /** Its name, or empty. */
  imageUrl: string
  onChange: (imageUrl: string) => void
  onUpload: (upload: Promise<unknown>) => void
}

export function QuestionPicture({ imageUrl, onChange, onUpload }: QuestionPictureProps) {
  const input = useRef<HTMLInputElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const { upload, percent, problem } = useUpload(onChange, onUpload)
  return (
    <div>
      {imageUrl && (
        <img
          src={uploadPath(imageUrl)}
          alt="Shown with the question"
          className="mb-2 max-h-48 rounded-control border border-border object-contain"
        />
      )}
      <div className="flex flex-wrap gap-2">
        <Button
          ref={button}
          variant="secondary"
          size="sm"
          aria-disabled={percent !== null}
          onClick={() => percent === null && input.current?.click()}
        >
          <AnyIcon name="upload" size={17} />
          {imageUrl ? 'Choose another picture' : 'Add a picture'}
        </Button>
        {imageUrl && (
          <Button
            variant="quiet"
            size="sm"
            onClick={() => {
              onChange('')
              button.current?.focus()
            }}
          >
            Remove<span className="sr-only"> the picture</span>
          </Button>
        )}
      </div>
      <p aria-live="polite" className="text-xs not-empty:mt-2">
        {percent !== null && <span className="text-muted">Uploading picture: {percent}%</span>}
        {problem !== undefined && <span className="text-danger">{problem}</span>}
      </p>
      <FileInput
        ref={input}
        label="Question picture"
        accept={PICTURE_TYPES.join()}
        onFile={(file) => void upload(file)}
      />
    </div>
  )
}

function useUpload(onChange: QuestionPictureProps['onChange'], onUpload: QuestionPictureProps['onUpload']) {
  const [percent, setPercent] = useState<number | null>(null)
  const [problem, setProblem] = useState<string>()
  const upload = async (file: File) => {
    const fileProblem = validatePictureFile(file)
    setProblem(fileProblem)
    if (fileProblem !== undefined) return
    setPercent(0)
    try {
      const uploading = uploadContentPicture(file, setPercent)
      onUpload(uploading)
      onChange((await uploading).image_url)
    } catch (error) {
      setProblem(`Couldn’t upload the picture: ${error instanceof Error ? error.message : 'Unknown error'}`)
    } finally {
      setPercent(null)
    }
  }
  return { upload, percent, problem }
}
