import type { Delta } from 'quill'
import type Quill from 'quill'
import { useState } from 'react'
import { uploadPath } from '#contract/paths.ts'
import { problemOf } from '#web/ui/form/picture-file.ts'
import { uploadContentPicture } from '#web/data/upload.ts'

/** Sends pictures for the text and sets each where it was meant to stand, whatever has been written meanwhile. */
export function useContentPictures() {
  const [percent, setPercent] = useState<number | null>(null)
  const [problem, setProblem] = useState<string>()

  const send = async (quill: Quill, at: number, files: readonly File[]) => {
    setProblem(undefined)
    let index = at
    const follow = (change: Delta) => {
      index = change.transformPosition(index)
    }
    quill.on('text-change', follow)
    for (const file of files) {
      const found = problemOf(file)
      if (found !== undefined) {
        setProblem(found)
        continue
      }
      setPercent(0)
      try {
        const { image_url } = await uploadContentPicture(file, setPercent)
        // Whoever has left the form meanwhile has no use for it: what nothing shows is removed in time.
        if (quill.root.isConnected) quill.insertEmbed(index, 'image', uploadPath(image_url), 'user')
      } catch (failure) {
        setProblem(`The picture did not arrive: ${failure instanceof Error ? failure.message : 'Unknown error'}`)
      }
    }
    quill.off('text-change', follow)
    setPercent(null)
  }

  return { send, percent, problem }
}
