import type { Delta } from 'quill'
import type Quill from 'quill'
import { useRef, useState } from 'react'
import { uploadPath } from '#contract/paths.ts'
import { validatePictureFile } from '#web/ui/form/picture-file.ts'
import { uploadContentPicture } from '#web/data/upload-picture.ts'
import { forgetCaret } from './create-quill.ts'

/** Uploads pictures and inserts each where it was dropped, even if the text has changed since. */
export function useContentPictures() {
  const [percent, setPercent] = useState<number | null>(null)
  const runningUploads = useRef(0)
  const [problem, setProblem] = useState<string>()

  const upload = async (quill: Quill, startIndex: number, files: readonly File[]) => {
    setProblem(undefined)
    runningUploads.current += 1
    let index = startIndex
    const trackIndex = (change: Delta) => {
      index = change.transformPosition(index)
    }
    quill.on('text-change', trackIndex)
    for (const file of files) {
      const fileProblem = validatePictureFile(file)
      if (fileProblem !== undefined) {
        setProblem(fileProblem)
        continue
      }
      setPercent(0)
      try {
        const { image_url } = await uploadContentPicture(file, setPercent)
        // The form may have been left: a cleanup job removes pictures that no post shows.
        if (!quill.root.isConnected) continue
        forgetCaret(quill)
        quill.insertEmbed(index, 'image', uploadPath(image_url), 'user')
      } catch (error) {
        setProblem(`Couldn’t upload the picture: ${error instanceof Error ? error.message : 'Unknown error'}`)
      }
    }
    quill.off('text-change', trackIndex)
    runningUploads.current -= 1
    if (runningUploads.current === 0) setPercent(null)
  }

  return { upload, percent, problem }
}
