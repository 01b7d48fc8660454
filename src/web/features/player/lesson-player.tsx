import { lazy, Suspense, useSyncExternalStore } from 'react'
import type { PlayerProps } from './player.tsx'

const Player = lazy(() => import('./player.tsx').then(({ Player }) => ({ default: Player })))

/** Loads the player in the browser only; until then the poster is shown. */
export function LessonPlayer(player: PlayerProps) {
  const { poster } = player
  const isBrowser = useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  )
  if (!isBrowser) return poster
  return (
    <Suspense fallback={poster}>
      <Player key={player.lesson.material_id} {...player} />
    </Suspense>
  )
}
