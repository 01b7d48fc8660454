import { useEffect, useRef } from 'react'
import type { Playable } from './sources/playable.ts'

const SAVE_EVERY_S = 10
/** So near its end a lesson starts anew. */
const NEAR_END_S = 3

interface ResumeOptions {
  playable: Playable | null
  /** Seconds into the lesson at which the student last stopped. */
  position: number
  shouldAutoPlay: boolean
  onAutoPlay: () => void
  onPosition: ((seconds: number) => void) | undefined
}

/** Starts a lesson where its student left off, and tells where they are as they go. */
export function useResume({ playable, position, shouldAutoPlay, onAutoPlay, onPosition }: ResumeOptions): void {
  useAutoPlay(playable, shouldAutoPlay, onAutoPlay)
  const onPositionRef = useRef(onPosition)
  useEffect(() => {
    onPositionRef.current = onPosition
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
      onPositionRef.current?.(seconds)
    }
    const seekToStart = () => {
      hasBegun = true
      const startSeconds = startAt.current
      if (startSeconds > 0 && startSeconds < playable.duration - NEAR_END_S) playable.currentTime = startSeconds
    }
    const onTimeUpdate = () => {
      if (!playable.paused && Math.abs(playable.currentTime - saved) >= SAVE_EVERY_S) save()
    }
    const onVisibilityChange = () => {
      if (document.visibilityState === 'hidden') save()
    }
    const cancelSeek = whenLoaded(playable, seekToStart)
    playable.addEventListener('timeupdate', onTimeUpdate)
    playable.addEventListener('pause', save)
    document.addEventListener('visibilitychange', onVisibilityChange)
    return () => {
      save()
      cancelSeek()
      playable.removeEventListener('timeupdate', onTimeUpdate)
      playable.removeEventListener('pause', save)
      document.removeEventListener('visibilitychange', onVisibilityChange)
    }
  }, [playable])
}

/** Plays when the address asks for it, each time it does. */
function useAutoPlay(playable: Playable | null, shouldAutoPlay: boolean, onAutoPlay: () => void): void {
  const onAutoPlayRef = useRef(onAutoPlay)
  useEffect(() => {
    onAutoPlayRef.current = onAutoPlay
  })
  useEffect(() => {
    if (!playable || !shouldAutoPlay) return
    return whenLoaded(playable, () => {
      // A browser may refuse to start by itself: then the student starts it.
      playable.play().catch(() => null)
      onAutoPlayRef.current()
    })
  }, [playable, shouldAutoPlay])
}

/** Does it as soon as the length is known, perhaps at once. Gives the way to do without. */
function whenLoaded(playable: Playable, callback: () => void): () => void {
  if (Number.isFinite(playable.duration)) {
    callback()
    return () => {}
  }
  playable.addEventListener('loadedmetadata', callback)
  return () => playable.removeEventListener('loadedmetadata', callback)
}
