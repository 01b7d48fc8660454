import type { Delta } from 'quill'
import type Quill from 'quill'
import { useState } from 'react'
import { uploadPath } from '#contract/paths.ts'
import { validatePictureFile } from '#web/ui/form/picture-file.ts'
import { uploadContentPicture } from '#web/data/upload-picture.ts'

/** Sends pictures for the text and sets each where it was meant to stand, whatever has been written meanwhile. */
export function useContentPictures() {
  const [percent, setPercent] = useState<number | null>(null)
  const [problem, setProblem] = useState<string>()

  const send = async (quill: Quill, startIndex: number, files: readonly File[]) => {
    setProblem(undefined)
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
        // Whoever has left the form meanwhile has no use for it: what nothing shows is removed in time.
        if (quill.root.isConnected) quill.insertEmbed(index, 'image', uploadPath(image_url), 'user')
      } catch (error) {
        setProblem(`The picture did not arrive: ${error instanceof Error ? error.message : 'Unknown error'}`)
      }
    }
    quill.off('text-change', trackIndex)
    setPercent(null)
  }

  return { send, percent, problem }
}
