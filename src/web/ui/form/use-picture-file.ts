import { useState } from 'react'
import { type Picture, readAsDataUrl, validatePictureFile } from './picture-file.ts'

/** Validates a chosen file and reads it for the preview. Files chosen while `isBusy` are ignored. */
export function usePictureFile(isBusy: boolean, onSelect: (picture: Picture) => void, maxBytes?: number) {
  const [problem, setProblem] = useState<string>()
  const selectFile = async (file: File) => {
    if (isBusy) return
    const fileProblem = validatePictureFile(file, maxBytes)
    setProblem(fileProblem)
    if (fileProblem === undefined)
      await readAsDataUrl(file).then(
        (dataUrl) => onSelect({ blob: file, dataUrl }),
        (failure: Error) => setProblem(failure.message),
      )
  }
  return { problem, setProblem, selectFile }
}
