import { useCallback, useSyncExternalStore } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { Playable } from '../sources/playable.ts'
import { findCueIndex } from './find-cue.ts'
import { type Cue, loadCues } from './load-cues.ts'

/** @param url of a WebVTT file */
export function useCues(url: string) {
  return useQuery({
    queryKey: ['captions file', url],
    queryFn: () => loadCues(url),
    staleTime: Infinity,
    retry: false,
  })
}

/** Changes only with the cue, not with each step of the playback. */
export function useCurrentCue(cues: readonly Cue[], playable: Playable | null): number {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const events = ['timeupdate', 'seeking', 'loadedmetadata'] as const
      for (const event of events) playable?.addEventListener(event, onChange)
      return () => {
        for (const event of events) playable?.removeEventListener(event, onChange)
      }
    },
    [playable],
  )
  return useSyncExternalStore(
    subscribe,
    () => (playable ? findCueIndex(cues, playable.currentTime) : -1),
    () => -1,
  )
}
