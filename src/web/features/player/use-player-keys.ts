import { type RefObject, useEffect } from 'react'
import { getPlayerAction } from './player-keys.ts'
import { type Playable, togglePlay } from './sources/playable.ts'
import type { Captions } from './use-captions.ts'

/** Keys work on the whole page, unless what is focused uses them itself. @param onKey called at each of them */
export function usePlayerKeys(
  box: RefObject<HTMLElement | null>,
  playable: Playable | null,
  captions: Captions,
  toggleFullScreen: () => void,
  onKey: () => void,
): void {
  const { isAvailable, toggle: toggleCaptions } = captions
  useEffect(() => {
    if (!playable) return
    const onKeyDown = (event: KeyboardEvent) => {
      const action = box.current && getPlayerAction(event, document.activeElement, box.current)
      if (!action) return
      event.preventDefault()
      onKey()
      // A key that is held down moves and changes the volume, and switches nothing.
      if (event.repeat && action.do !== 'seek-by' && action.do !== 'volume-by') return
      if (action.do === 'toggle-play') togglePlay(playable)
      if (action.do === 'seek-by') playable.currentTime = Math.max(0, playable.currentTime + action.seconds)
      if (action.do === 'volume-by') playable.volume = Math.min(1, Math.max(0, playable.volume + action.delta))
      if (action.do === 'toggle-mute') playable.muted = !playable.muted
      if (action.do === 'toggle-full-screen') toggleFullScreen()
      if (action.do === 'toggle-captions' && isAvailable) toggleCaptions()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [box, playable, isAvailable, toggleCaptions, toggleFullScreen, onKey])
}
