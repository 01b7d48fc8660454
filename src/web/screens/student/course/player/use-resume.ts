import { useEffect, useRef } from 'react'
import type { Playable } from './playable.ts'

const SAVE_EVERY_S = 10
/** So near its end a lesson starts anew. */
const NEAR_END_S = 3

interface Resume {
  playable: Playable | null
  /** Seconds into the lesson at which the student last stopped. */
  position: number
  startsAtOnce: boolean
  onPosition: ((seconds: number) => void) | undefined
}

/** Starts a lesson where its student left off, and tells where they are as they go. */
export function useResume({ playable, position, startsAtOnce, onPosition }: Resume): void {
  const tell = useRef(onPosition)
  useEffect(() => {
    tell.current = onPosition
  })
  // Only where the lesson was left before counts: what is saved while it plays must not move it.
  const startAt = useRef(position)

  useEffect(() => {
    if (!playable) return
    let saved = startAt.current
    const save = () => {
      const seconds = playable.ended ? 0 : Math.round(playable.currentTime * 10) / 10
      if (seconds === saved) return
      saved = seconds
      tell.current?.(seconds)
    }
    const begin = () => {
      const from = startAt.current
      if (from > 0 && from < playable.duration - NEAR_END_S) playable.currentTime = from
      // A browser may refuse to start by itself: then the student starts it.
      if (startsAtOnce) playable.play().catch(() => null)
    }
    const advance = () => {
      if (!playable.paused && Math.abs(playable.currentTime - saved) >= SAVE_EVERY_S) save()
    }
    const hide = () => {
      if (document.visibilityState === 'hidden') save()
    }
    if (Number.isFinite(playable.duration)) begin()
    else playable.addEventListener('loadedmetadata', begin)
    playable.addEventListener('timeupdate', advance)
    playable.addEventListener('pause', save)
    document.addEventListener('visibilitychange', hide)
    return () => {
      save()
      playable.removeEventListener('loadedmetadata', begin)
      playable.removeEventListener('timeupdate', advance)
      playable.removeEventListener('pause', save)
      document.removeEventListener('visibilitychange', hide)
    }
  }, [playable, startsAtOnce])
}
