import { useCallback, useRef, useSyncExternalStore } from 'react'
import { PLAYABLE_EVENTS, type Playable } from './sources/playable.ts'

export interface Playback {
  /** Seconds. */
  time: number
  /** Seconds; 0 while it is not known. */
  duration: number
  isPaused: boolean
  isEnded: boolean
  isWaiting: boolean
  hasFailed: boolean
  volume: number
  isMuted: boolean
  rate: number
}

const NOTHING: Playback = {
  time: 0,
  duration: 0,
  isPaused: true,
  isEnded: false,
  isWaiting: false,
  hasFailed: false,
  volume: 1,
  isMuted: false,
  rate: 1,
}

/** How it stands with what is playing, kept up to date by its events. */
export function usePlayback(playable: Playable | null): Playback {
  const latest = useRef(NOTHING)
  const subscribe = useCallback(
    (changed: () => void) => {
      if (!playable) return () => {}
      const listeners = PLAYABLE_EVENTS.map((type) => {
        const listener = () => {
          latest.current = snapshot(playable, type, latest.current)
          changed()
        }
        playable.addEventListener(type, listener)
        return () => playable.removeEventListener(type, listener)
      })
      latest.current = snapshot(playable, 'loadedmetadata', NOTHING)
      changed()
      return () => {
        for (const remove of listeners) remove()
      }
    },
    [playable],
  )
  return useSyncExternalStore(
    subscribe,
    () => latest.current,
    () => NOTHING,
  )
}

function snapshot(playable: Playable, type: (typeof PLAYABLE_EVENTS)[number], before: Playback): Playback {
  return {
    time: playable.currentTime,
    duration: Number.isFinite(playable.duration) ? playable.duration : 0,
    isPaused: playable.paused,
    isEnded: playable.ended,
    isWaiting:
      type === 'waiting' || (before.isWaiting && type !== 'playing' && type !== 'timeupdate' && type !== 'pause'),
    hasFailed: type === 'error' || (before.hasFailed && type !== 'loadedmetadata'),
    volume: playable.volume,
    isMuted: playable.muted,
    rate: playable.playbackRate,
  }
}
