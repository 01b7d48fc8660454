import { useEffect, useRef, useState } from 'react'
import { LIMITS } from '#contract/limits.ts'
import { uploadSubmissionFile } from './upload-submission-file.ts'

interface SubmissionFile {
  name: string
  /** Empty until it is uploaded. */
  url: string
  percent: number
}

/** The file of the form, uploaded as soon as it is chosen. */
export function useSubmissionFile(materialId: number, initial: { name: string; url: string } | null) {
  const [file, setFile] = useState<SubmissionFile | null>(initial && { ...initial, percent: 100 })
  const [error, setError] = useState<string>()
  const upload = useRef<AbortController>(undefined)
  useEffect(() => () => upload.current?.abort(), [])

  function choose(chosen: File) {
    // A file that is refused leaves the one before.
    if (chosen.size > LIMITS.submissionFileBytes) return setError('The file is too large. The limit is 20 MB')
    if (chosen.size === 0) return setError('The file is empty. Choose another one')
    upload.current?.abort()
    setError(undefined)
    const controller = new AbortController()
    upload.current = controller
    const { name } = chosen
    setFile({ name, url: '', percent: 0 })
    uploadSubmissionFile(materialId, chosen, {
      signal: controller.signal,
      onProgress: (percent) => controller.signal.aborted || setFile({ name, url: '', percent }),
    }).then(
      (url) => controller.signal.aborted || setFile({ name, url, percent: 100 }),
      (failure: Error) => {
        if (controller.signal.aborted) return
        setFile(null)
        setError(failure.message)
      },
    )
  }
  function remove() {
    upload.current?.abort()
    setFile(null)
    setError(undefined)
  }
  return { file, error, choose, remove, isUploading: file !== null && file.url === '' }
}
