import { useCallback, useRef, useSyncExternalStore } from 'react'
import { type Failure, getFailure, PLAYABLE_EVENTS, type Playable, type PlayableEvent } from './sources/playable.ts'

export interface Playback {
  /** Seconds. */
  time: number
  /** Seconds; 0 while unknown. */
  duration: number
  isPaused: boolean
  isEnded: boolean
  isBuffering: boolean
  failure: Failure | null
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
  failure: null,
  volume: 1,
  isMuted: false,
  rate: 1,
}

/** The playback state, updated by the media events. */
export function usePlayback(playable: Playable | null): Playback {
  const latest = useRef(INITIAL_PLAYBACK)
  const subscribe = useCallback(
    (onChange: () => void) => {
      if (!playable) {
        latest.current = INITIAL_PLAYBACK
        return () => {}
      }
      const listeners = PLAYABLE_EVENTS.map((type) => {
        const listener = () => {
          latest.current = getPlayback(playable, type, latest.current)
          onChange()
        }
        playable.addEventListener(type, listener)
        return () => playable.removeEventListener(type, listener)
      })
      latest.current = { ...getPlayback(playable, 'durationchange', INITIAL_PLAYBACK), failure: getFailure(playable) }
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

function getPlayback(playable: Playable, type: PlayableEvent, previous: Playback): Playback {
  return {
    time: playable.currentTime,
    duration: Number.isFinite(playable.duration) ? playable.duration : 0,
    isPaused: playable.paused,
    isEnded: playable.ended,
    isBuffering:
      type === 'waiting' || (previous.isBuffering && type !== 'playing' && type !== 'timeupdate' && type !== 'pause'),
    failure: getFailureAfter(playable, type, previous),
    volume: playable.volume,
    isMuted: playable.muted,
    rate: playable.playbackRate,
  }
}

/** A slow lesson that loads after all is played. */
function getFailureAfter(playable: Playable, type: PlayableEvent, { failure }: Playback): Failure | null {
  if (type === 'error') return getFailure(playable) ?? 'lesson'
  return type === 'loadedmetadata' ? null : failure
}
