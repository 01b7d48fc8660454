import { useEffect, useRef } from 'react'
import type { Playable } from './sources/playable.ts'

const SAVE_EVERY_S = 10
/** So near its end a lesson starts anew. */
const NEAR_END_S = 3

interface Resume {
  playable: Playable | null
  /** Seconds into the lesson at which the student last stopped. */
  position: number
  startsAtOnce: boolean
  onStarted: () => void
  onPosition: ((seconds: number) => void) | undefined
}

/** Starts a lesson where its student left off, and tells where they are as they go. */
export function useResume({ playable, position, startsAtOnce, onStarted, onPosition }: Resume): void {
  useStart(playable, startsAtOnce, onStarted)
  const tell = useRef(onPosition)
  useEffect(() => {
    tell.current = onPosition
  })
  // Only where the lesson was left before counts: what is saved while it plays must not move it.
  const startAt = useRef(position)

  useEffect(() => {
    if (!playable) return
    let saved = startAt.current
    // Before its length is known it stands at 0, which is nowhere that the student was.
    let hasBegun = false
    const save = () => {
      if (!hasBegun) return
      const seconds = playable.ended ? 0 : Math.round(playable.currentTime * 10) / 10
      if (seconds === saved) return
      saved = seconds
      tell.current?.(seconds)
    }
    const begin = () => {
      hasBegun = true
      const from = startAt.current
      if (from > 0 && from < playable.duration - NEAR_END_S) playable.currentTime = from
    }
    const advance = () => {
      if (!playable.paused && Math.abs(playable.currentTime - saved) >= SAVE_EVERY_S) save()
    }
    const hide = () => {
      if (document.visibilityState === 'hidden') save()
    }
    const forget = onceLoaded(playable, begin)
    playable.addEventListener('timeupdate', advance)
    playable.addEventListener('pause', save)
    document.addEventListener('visibilitychange', hide)
    return () => {
      save()
      forget()
      playable.removeEventListener('timeupdate', advance)
      playable.removeEventListener('pause', save)
      document.removeEventListener('visibilitychange', hide)
    }
  }, [playable])
}

/** Plays when the address asks for it, each time it does. */
function useStart(playable: Playable | null, startsAtOnce: boolean, onStarted: () => void): void {
  const started = useRef(onStarted)
  useEffect(() => {
    started.current = onStarted
  })
  useEffect(() => {
    if (!playable || !startsAtOnce) return
    return onceLoaded(playable, () => {
      // A browser may refuse to start by itself: then the student starts it.
      playable.play().catch(() => null)
      started.current()
    })
  }, [playable, startsAtOnce])
}

/** Does it as soon as the length is known, perhaps at once. Gives the way to do without. */
function onceLoaded(playable: Playable, work: () => void): () => void {
  if (Number.isFinite(playable.duration)) {
    work()
    return () => {}
  }
  playable.addEventListener('loadedmetadata', work)
  return () => playable.removeEventListener('loadedmetadata', work)
}
