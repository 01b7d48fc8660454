import { Suspense, useSyncExternalStore } from 'react'
import { lazyPart } from '#web/features/lazy-part/lazy-part.tsx'
import type { PlayerProps } from './player.tsx'

const Player = lazyPart(() => import('./player.tsx').then(({ Player }) => Player), {
  className: 'absolute inset-0 justify-center bg-surface',
})

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
