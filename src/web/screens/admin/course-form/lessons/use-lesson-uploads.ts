import { useCallback, useEffect, useRef, useState } from 'react'
import { type FileUpload, uploadLessonFile, type UploadPurpose } from '#web/data/upload-lesson-file.ts'

export type LessonFileSlot = 'url' | 'captions'

/** A running upload, or a failed one. */
export interface UploadState {
  file: File
  percent: number
  error: string | null
}

export type LessonUploads = Partial<Record<LessonFileSlot, UploadState>>

interface RunningUpload {
  key: string
  slot: LessonFileSlot
  upload: FileUpload
}

interface UploadedFile {
  url: string
  duration: number | null
  fileName: string
}

/**
 * Uploads by lesson. They continue while their lesson is closed or moved.
 * @param onUploaded receives the URL of a finished upload
 */
export function useLessonUploads(onUploaded: (key: string, slot: LessonFileSlot, file: UploadedFile) => void) {
  const [uploadStates, setUploadStates] = useState<ReadonlyMap<string, LessonUploads>>(new Map())
  const runningUploads = useRef(new Set<RunningUpload>())
  const onUploadedRef = useRef(onUploaded)
  useEffect(() => {
    onUploadedRef.current = onUploaded
  }, [onUploaded])

  const updateUpload = useCallback((key: string, slot: LessonFileSlot, uploadState: UploadState | undefined) => {
    setUploadStates((before) => {
      const { [slot]: _, ...others } = before.get(key) ?? {}
      return new Map(before).set(key, uploadState ? { ...others, [slot]: uploadState } : others)
    })
  }, [])

  const stop = useCallback(
    (key: string, slot?: LessonFileSlot) => {
      for (const runningUpload of runningUploads.current) {
        if (runningUpload.key !== key || (slot && runningUpload.slot !== slot)) continue
        runningUploads.current.delete(runningUpload)
        runningUpload.upload.cancel()
        updateUpload(key, runningUpload.slot, undefined)
      }
      if (slot) updateUpload(key, slot, undefined)
    },
    [updateUpload],
  )

  const start = useCallback(
    (key: string, slot: LessonFileSlot, file: File, purpose: UploadPurpose = 'media') => {
      stop(key, slot)
      updateUpload(key, slot, { file, percent: 0, error: null })
      const isActive = () => runningUploads.current.has(runningUpload)
      const upload = uploadLessonFile(
        file,
        (percent) => isActive() && updateUpload(key, slot, { file, percent, error: null }),
        purpose,
      )
      const runningUpload: RunningUpload = { key, slot, upload }
      runningUploads.current.add(runningUpload)
      upload.done.then(
        (result) => {
          if (!runningUploads.current.delete(runningUpload)) return
          updateUpload(key, slot, undefined)
          onUploadedRef.current(key, slot, { ...result, fileName: file.name })
        },
        (failure: Error) =>
          runningUploads.current.delete(runningUpload) &&
          updateUpload(key, slot, { file, percent: 0, error: failure.message }),
      )
    },
    [updateUpload, stop],
  )

  useEffect(() => {
    const all = runningUploads.current
    return () => {
      for (const { upload } of all) upload.cancel()
      all.clear()
    }
  }, [])

  return { uploadStates, start, stop, isBusy: useCallback(() => runningUploads.current.size > 0, []) }
}
