import { useEffect, useState, useSyncExternalStore } from 'react'

export const LESSONS = [
  { title: 'How queries work', seconds: 372 },
  { title: 'Joins, drawn', seconds: 580 },
  { title: 'How indexes work', seconds: 665 },
  { title: 'Reading a query plan', seconds: 511 },
] as const

export const SPEED = 1.25

export interface PlaybackPosition {
  /** Index of the current lesson; earlier lessons are completed. */
  lesson: number
  seconds: number
}

/** Shortly before a lesson's end, so that visitors soon see it completed and the next one start. */
export const INITIAL_POSITION: PlaybackPosition = { lesson: 2, seconds: 646 }

export const getLessonSeconds = (lesson: number) => LESSONS[lesson]?.seconds ?? 0

/** The position one second later. After the last lesson the preview starts over. */
export function advancePlayback({ lesson, seconds }: PlaybackPosition): PlaybackPosition {
  const next = seconds + SPEED
  if (next < getLessonSeconds(lesson)) return { lesson, seconds: next }
  return lesson + 1 < LESSONS.length ? { lesson: lesson + 1, seconds: 0 } : INITIAL_POSITION
}

/** Advances once a second. With reduced motion it starts only when the visitor presses play. */
export function usePlayback(): { position: PlaybackPosition; isPlaying: boolean; toggle: () => void } {
  const [position, setPosition] = useState(INITIAL_POSITION)
  const [isPlayingChosen, setPlayingChosen] = useState<boolean | null>(null)
  const isReducedMotion = useSyncExternalStore(subscribeToMotion, matchesReducedMotion, () => false)
  const isPlaying = isPlayingChosen ?? !isReducedMotion
  useEffect(() => {
    if (!isPlaying) return
    const clock = setInterval(() => setPosition(advancePlayback), 1000)
    return () => clearInterval(clock)
  }, [isPlaying])
  return { position, isPlaying, toggle: () => setPlayingChosen(!isPlaying) }
}

const getReducedMotionQuery = () => window.matchMedia('(prefers-reduced-motion: reduce)')
const matchesReducedMotion = () => getReducedMotionQuery().matches

function subscribeToMotion(onChange: () => void): () => void {
  const query = getReducedMotionQuery()
  query.addEventListener('change', onChange)
  return () => query.removeEventListener('change', onChange)
}
