import { useEffect, useRef } from 'react'
import { type PlayedRange, PlayedRanges } from './played-ranges.ts'
import type { Playable } from './sources/playable.ts'

const SAVE_EVERY_S = 10
/** A lesson stopped this close to its end starts over. */
const NEAR_END_S = 3

interface ResumeOptions {
  playable: Playable | null
  /** Seconds into the lesson at which the student last stopped. */
  position: number
  shouldAutoPlay: boolean
  onAutoPlay: () => void
  onPosition: OnPosition | undefined
}

/** Gets the position and what was played since the last call. A promise that it returns rejects if nothing was stored. */
export type OnPosition = (seconds: number, watched: PlayedRange[]) => unknown

/** Resumes a lesson at the saved position and reports the position while it plays. */
export function useResume({ playable, position, shouldAutoPlay, onAutoPlay, onPosition }: ResumeOptions): void {
  useAutoPlay(playable, shouldAutoPlay, onAutoPlay)
  const onPositionRef = useRef(onPosition)
  useEffect(() => {
    onPositionRef.current = onPosition
  })
  // The initial position only: positions saved during playback must not seek.
  const startAt = useRef(position)

  useEffect(() => {
    if (!playable) return
    let saved = startAt.current
    // Before the metadata has loaded, currentTime is 0 and must not overwrite the saved position.
    let hasBegun = false
    const played = new PlayedRanges()
    const advance = () =>
      played.advance({ time: playable.currentTime, rate: playable.playbackRate, at: performance.now() })
    const save = () => {
      if (!hasBegun) return
      const seconds = playable.ended ? 0 : Math.round(playable.currentTime * 10) / 10
      if (seconds === saved && played.isEmpty) return
      saved = seconds
      const watched = played.take()
      void Promise.resolve(onPositionRef.current?.(seconds, watched)).catch(() => played.giveBack(watched))
    }
    const seekToStart = () => {
      hasBegun = true
      const startSeconds = startAt.current
      if (startSeconds > 0 && startSeconds < playable.duration - NEAR_END_S) playable.currentTime = startSeconds
    }
    const onTimeUpdate = () => {
      if (playable.paused) return
      advance()
      if (Math.abs(playable.currentTime - saved) >= SAVE_EVERY_S) save()
    }
    const onPause = () => {
      advance()
      played.interrupt()
      save()
    }
    const interrupt = () => played.interrupt()
    const onVisibilityChange = () => {
      if (document.visibilityState === 'hidden') save()
    }
    const cancelSeek = whenLoaded(playable, seekToStart)
    playable.addEventListener('timeupdate', onTimeUpdate)
    playable.addEventListener('play', advance)
    playable.addEventListener('seeking', interrupt)
    playable.addEventListener('pause', onPause)
    document.addEventListener('visibilitychange', onVisibilityChange)
    return () => {
      save()
      // A new try goes on where the failed one stopped.
      startAt.current = saved
      cancelSeek()
      playable.removeEventListener('timeupdate', onTimeUpdate)
      playable.removeEventListener('play', advance)
      playable.removeEventListener('seeking', interrupt)
      playable.removeEventListener('pause', onPause)
      document.removeEventListener('visibilitychange', onVisibilityChange)
    }
  }, [playable])
}

/** Plays each time `?play` appears in the URL. */
function useAutoPlay(playable: Playable | null, shouldAutoPlay: boolean, onAutoPlay: () => void): void {
  const onAutoPlayRef = useRef(onAutoPlay)
  useEffect(() => {
    onAutoPlayRef.current = onAutoPlay
  })
  useEffect(() => {
    if (!playable || !shouldAutoPlay) return
    return whenLoaded(playable, () => {
      // Browsers may block autoplay; the student then presses play.
      playable.play().catch(() => null)
      onAutoPlayRef.current()
    })
  }, [playable, shouldAutoPlay])
}

/** Calls back once the duration is known, possibly at once. @returns a cancel function */
function whenLoaded(playable: Playable, callback: () => void): () => void {
  const hasLoaded = () => !Number.isNaN(playable.duration)
  if (hasLoaded()) {
    callback()
    return () => {}
  }
  // A frame says so at its first answer, too, before it knows the duration.
  const onLoaded = () => hasLoaded() && callback()
  playable.addEventListener('loadedmetadata', onLoaded)
  return () => playable.removeEventListener('loadedmetadata', onLoaded)
}
