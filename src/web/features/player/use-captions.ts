import { useCallback, useEffect, useState } from 'react'
import { type Playable, getTextTracks } from './sources/playable.ts'

/** In local storage: whoever wants captions wants them with every lesson. */
const STORAGE_KEY = 'captions'

export interface Captions {
  /** Whether the lesson has any. */
  isAvailable: boolean
  isEnabled: boolean
  /** What is being said. */
  lines: string[]
  toggle: () => void
}

/** A lesson's captions: the browser reads them and keeps time, and the player shows them above its own controls. */
export function useCaptions(playable: Playable | null): Captions {
  const [isEnabled, setIsEnabled] = useState(readPreference)
  const [lines, setLines] = useState<string[]>([])
  const track = useFirstTrack(playable)

  useEffect(() => {
    if (!track || !isEnabled) return
    const onCueChange = () => setLines([...(track.activeCues ?? [])].map(getCueText))
    // As “showing” the browser would draw them itself, beneath the controls.
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

/** HLS brings its tracks later, and a lesson may have none. */
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

/** Without the marks for voices, italics and the like. */
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
    // A browser that keeps nothing asks again.
  }
}
