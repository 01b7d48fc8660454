import { useEffect, useState, useSyncExternalStore } from 'react'

export const LESSONS = [
  { title: 'What a query really asks', seconds: 372 },
  { title: 'Joins, drawn', seconds: 580 },
  { title: 'Indexes: the lantern in the dark', seconds: 665 },
  { title: 'Reading a query plan', seconds: 511 },
] as const

export const SPEED = 1.25

export interface PlaybackPosition {
  /** Index of the lesson that is playing; those before it are done. */
  lesson: number
  seconds: number
}

/** Shortly before a lesson's end, so that who stays a moment sees a tick come and the next lesson light up. */
export const INITIAL_POSITION: PlaybackPosition = { lesson: 2, seconds: 646 }

export const getLessonSeconds = (lesson: number) => LESSONS[lesson]?.seconds ?? 0

/** Where the player is a second later. After the last lesson it begins again. */
export function advancePlayback({ lesson, seconds }: PlaybackPosition): PlaybackPosition {
  const next = seconds + SPEED
  if (next < getLessonSeconds(lesson)) return { lesson, seconds: next }
  return lesson + 1 < LESSONS.length ? { lesson: lesson + 1, seconds: 0 } : INITIAL_POSITION
}

/** The demonstration's clock; it stands still for those who asked for less motion, until they press play. */
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
