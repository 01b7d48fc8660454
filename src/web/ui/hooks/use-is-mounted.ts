import { useCallback, useEffect, useRef } from 'react'

/** Tells an answer that comes late whether the screen that waited for it is still shown. */
export function useIsMounted(): () => boolean {
  const isMounted = useRef(false)
  useEffect(() => {
    isMounted.current = true
    return () => {
      isMounted.current = false
    }
  }, [])
  return useCallback(() => isMounted.current, [])
}
