import { useEffect, useState, useSyncExternalStore } from 'react'

export const LESSONS = [
  { title: 'What a query really asks', seconds: 372 },
  { title: 'Joins, drawn', seconds: 580 },
  { title: 'Indexes: the lantern in the dark', seconds: 665 },
  { title: 'Reading a query plan', seconds: 511 },
] as const

export const SPEED = 1.25

export interface Place {
  /** Index of the lesson that is playing; those before it are done. */
  lesson: number
  seconds: number
}

/** Shortly before a lesson's end, so that who stays a moment sees a tick come and the next lesson light up. */
export const START: Place = { lesson: 2, seconds: 646 }

export const secondsOf = (lesson: number) => LESSONS[lesson]?.seconds ?? 0

/** Where the player is a second later. After the last lesson it begins again. */
export function advance({ lesson, seconds }: Place): Place {
  const next = seconds + SPEED
  if (next < secondsOf(lesson)) return { lesson, seconds: next }
  return lesson + 1 < LESSONS.length ? { lesson: lesson + 1, seconds: 0 } : START
}

/** The demonstration's clock; it stands still for those who asked for less motion, until they press play. */
export function usePlayback(): { place: Place; playing: boolean; toggle: () => void } {
  const [place, setPlace] = useState(START)
  const [chosen, setChosen] = useState<boolean | null>(null)
  const calm = useSyncExternalStore(watchMotion, wantsLessMotion, () => false)
  const playing = chosen ?? !calm
  useEffect(() => {
    if (!playing) return
    const clock = setInterval(() => setPlace(advance), 1000)
    return () => clearInterval(clock)
  }, [playing])
  return { place, playing, toggle: () => setChosen(!playing) }
}

const lessMotion = () => window.matchMedia('(prefers-reduced-motion: reduce)')
const wantsLessMotion = () => lessMotion().matches

function watchMotion(changed: () => void): () => void {
  const query = lessMotion()
  query.addEventListener('change', changed)
  return () => query.removeEventListener('change', changed)
}
