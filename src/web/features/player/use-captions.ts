import { useCallback, useEffect, useState } from 'react'
import { type Playable, getTextTracks } from './sources/playable.ts'

/** In local storage, because the choice applies to every lesson. */
const STORAGE_KEY = 'captions'

export interface Captions {
  isAvailable: boolean
  isEnabled: boolean
  lines: string[]
  toggle: () => void
}

/** The browser parses and times the captions; the player draws them above its controls. */
export function useCaptions(playable: Playable | null): Captions {
  const [isEnabled, setIsEnabled] = useState(readPreference)
  const [lines, setLines] = useState<string[]>([])
  const track = useFirstTrack(playable)

  useEffect(() => {
    if (!track || !isEnabled) return
    const onCueChange = () => setLines([...(track.activeCues ?? [])].map(getCueText))
    // In mode “showing” the browser would draw them itself, beneath the controls.
    track.mode = 'hidden'
    track.addEventListener('cuechange', onCueChange)
    onCueChange()
    return () => {
      track.removeEventListener('cuechange', onCueChange)
      track.mode = 'disabled'
      setLines([])
    }
  }, [track, isEnabled])

  const toggle = useCallback(() => {
    setIsEnabled(!isEnabled)
    savePreference(!isEnabled)
  }, [isEnabled])
  return { isAvailable: track !== null, isEnabled, lines, toggle }
}

/** HLS adds its tracks after loading. */
function useFirstTrack(playable: Playable | null): TextTrack | null {
  const [first, setFirst] = useState<TextTrack | null>(null)
  useEffect(() => {
    const tracks = playable && getTextTracks(playable)
    if (!tracks) return
    const updateTrack = () =>
      setFirst([...tracks].find(({ kind }) => kind === 'captions' || kind === 'subtitles') ?? null)
    updateTrack()
    for (const type of ['addtrack', 'removetrack'] as const) tracks.addEventListener(type, updateTrack)
    return () => {
      for (const type of ['addtrack', 'removetrack'] as const) tracks.removeEventListener(type, updateTrack)
      setFirst(null)
    }
  }, [playable])
  return first
}

/** Without markup such as voices and italics. */
const getCueText = (cue: TextTrackCue) => (cue as VTTCue).getCueAsHTML().textContent

function readPreference(): boolean {
  try {
    return localStorage.getItem(STORAGE_KEY) === 'on'
  } catch {
    return false
  }
}

function savePreference(isEnabled: boolean): void {
  try {
    localStorage.setItem(STORAGE_KEY, isEnabled ? 'on' : 'off')
  } catch {
    // Storage can be blocked; the choice then lasts for this page only.
  }
}
