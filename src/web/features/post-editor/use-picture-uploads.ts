import { useCallback, useRef, useState } from 'react'

/** The pictures that a form's texts and questions are uploading: a save before they end would leave them out. */
export function usePictureUploads() {
  const running = useRef(0)
  const [count, setCount] = useState(0)
  const [isSaveRefused, setSaveRefused] = useState(false)
  return {
    track: useCallback((upload: Promise<unknown>) => {
      const finish = () => {
        setCount((running.current -= 1))
        if (running.current === 0) setSaveRefused(false)
      }
      setCount((running.current += 1))
      upload.then(finish, finish)
    }, []),
    isBusy: useCallback(() => running.current > 0, []),
    /** Returns whether to refuse it. */
    refuseSave: () => {
      setSaveRefused(running.current > 0)
      return running.current > 0
    },
    /** Until the uploads end. */
    isSaveRefused: isSaveRefused && count > 0,
  }
}
