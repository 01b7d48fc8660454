import { useCallback, useEffect, useRef, useState } from 'react'
import { type FileUpload, uploadLessonFile } from '#web/data/upload-lesson-file.ts'

export type Slot = 'url' | 'captions'

/** A file on its way, or one that did not arrive. */
export interface Sending {
  file: File
  percent: number
  error: string | null
}

export type LessonSendings = Partial<Record<Slot, Sending>>

interface Running {
  key: string
  slot: Slot
  upload: FileUpload
}

/**
 * The files that are being sent, by lesson: they go on while their lesson is closed, moved, or another is written.
 * @param onArrival hears the address of a file that has arrived
 */
export function useLessonUploads(
  onArrival: (key: string, slot: Slot, file: { url: string; duration: number | null }) => void,
) {
  const [sendings, setSendings] = useState<ReadonlyMap<string, LessonSendings>>(new Map())
  const running = useRef(new Set<Running>())
  const arrived = useRef(onArrival)
  useEffect(() => {
    arrived.current = onArrival
  }, [onArrival])

  const set = useCallback((key: string, slot: Slot, sending: Sending | undefined) => {
    setSendings((before) => {
      const { [slot]: _, ...others } = before.get(key) ?? {}
      return new Map(before).set(key, sending ? { ...others, [slot]: sending } : others)
    })
  }, [])

  const stop = useCallback(
    (key: string, slot?: Slot) => {
      for (const one of running.current) {
        if (one.key !== key || (slot && one.slot !== slot)) continue
        running.current.delete(one)
        one.upload.cancel()
        set(key, one.slot, undefined)
      }
      if (slot) set(key, slot, undefined)
    },
    [set],
  )

  const start = useCallback(
    (key: string, slot: Slot, file: File) => {
      stop(key, slot)
      set(key, slot, { file, percent: 0, error: null })
      const isOn = () => running.current.has(one)
      const upload = uploadLessonFile(file, (percent) => isOn() && set(key, slot, { file, percent, error: null }))
      const one: Running = { key, slot, upload }
      running.current.add(one)
      upload.done.then(
        (arrival) => {
          if (!running.current.delete(one)) return
          set(key, slot, undefined)
          arrived.current(key, slot, arrival)
        },
        (failure: Error) => running.current.delete(one) && set(key, slot, { file, percent: 0, error: failure.message }),
      )
    },
    [set, stop],
  )

  useEffect(() => {
    const all = running.current
    return () => {
      for (const { upload } of all) upload.cancel()
      all.clear()
    }
  }, [])

  return { sendings, start, stop, isBusy: useCallback(() => running.current.size > 0, []) }
}
