import { useCallback, useRef, useSyncExternalStore } from 'react'
import { PLAYABLE_EVENTS, type Playable } from './sources/playable.ts'

export interface Playback {
  /** Seconds. */
  time: number
  /** Seconds; 0 while unknown. */
  duration: number
  isPaused: boolean
  isEnded: boolean
  isBuffering: boolean
  hasFailed: boolean
  volume: number
  isMuted: boolean
  rate: number
}

const INITIAL_PLAYBACK: Playback = {
  time: 0,
  duration: 0,
  isPaused: true,
  isEnded: false,
  isBuffering: false,
  hasFailed: false,
  volume: 1,
  isMuted: false,
  rate: 1,
}

/** The playback state, updated by the media events. */
export function usePlayback(playable: Playable | null): Playback {
  const latest = useRef(INITIAL_PLAYBACK)
  const subscribe = useCallback(
    (onChange: () => void) => {
      if (!playable) return () => {}
      const listeners = PLAYABLE_EVENTS.map((type) => {
        const listener = () => {
          latest.current = getPlayback(playable, type, latest.current)
          onChange()
        }
        playable.addEventListener(type, listener)
        return () => playable.removeEventListener(type, listener)
      })
      latest.current = getPlayback(playable, 'loadedmetadata', INITIAL_PLAYBACK)
      onChange()
      return () => {
        for (const remove of listeners) remove()
      }
    },
    [playable],
  )
  return useSyncExternalStore(
    subscribe,
    () => latest.current,
    () => INITIAL_PLAYBACK,
  )
}

function getPlayback(playable: Playable, type: (typeof PLAYABLE_EVENTS)[number], previous: Playback): Playback {
  return {
    time: playable.currentTime,
    duration: Number.isFinite(playable.duration) ? playable.duration : 0,
    isPaused: playable.paused,
    isEnded: playable.ended,
    isBuffering:
      type === 'waiting' || (previous.isBuffering && type !== 'playing' && type !== 'timeupdate' && type !== 'pause'),
    hasFailed: type === 'error' || (previous.hasFailed && type !== 'loadedmetadata'),
    volume: playable.volume,
    isMuted: playable.muted,
    rate: playable.playbackRate,
  }
}
