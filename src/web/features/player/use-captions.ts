import { useCallback, useEffect, useState } from 'react'
import { type Playable, textTracksOf } from './sources/playable.ts'

/** In local storage: whoever wants captions wants them with every lesson. */
const STORAGE_KEY = 'captions'

export interface Captions {
  /** Whether the lesson has any. */
  areThere: boolean
  areWanted: boolean
  /** What is being said. */
  lines: string[]
  toggle: () => void
}

/** A lesson's captions: the browser reads them and keeps time, and the player shows them above its own controls. */
export function useCaptions(playable: Playable | null): Captions {
  const [areWanted, setAreWanted] = useState(readChoice)
  const [lines, setLines] = useState<string[]>([])
  const track = useFirstTrack(playable)

  useEffect(() => {
    if (!track || !areWanted) return
    const hear = () => setLines([...(track.activeCues ?? [])].map(textOf))
    // As “showing” the browser would draw them itself, beneath the controls.
    track.mode = 'hidden'
    track.addEventListener('cuechange', hear)
    hear()
    return () => {
      track.removeEventListener('cuechange', hear)
      track.mode = 'disabled'
      setLines([])
    }
  }, [track, areWanted])

  const toggle = useCallback(() => {
    setAreWanted(!areWanted)
    keepChoice(!areWanted)
  }, [areWanted])
  return { areThere: track !== null, areWanted, lines, toggle }
}

/** HLS brings its tracks later, and a lesson may have none. */
function useFirstTrack(playable: Playable | null): TextTrack | null {
  const [first, setFirst] = useState<TextTrack | null>(null)
  useEffect(() => {
    const tracks = playable && textTracksOf(playable)
    if (!tracks) return
    const look = () => setFirst([...tracks].find(({ kind }) => kind === 'captions' || kind === 'subtitles') ?? null)
    look()
    for (const type of ['addtrack', 'removetrack'] as const) tracks.addEventListener(type, look)
    return () => {
      for (const type of ['addtrack', 'removetrack'] as const) tracks.removeEventListener(type, look)
      setFirst(null)
    }
  }, [playable])
  return first
}

/** Without the marks for voices, italics and the like. */
const textOf = (cue: TextTrackCue) => (cue as VTTCue).getCueAsHTML().textContent

function readChoice(): boolean {
  try {
    return localStorage.getItem(STORAGE_KEY) === 'on'
  } catch {
    return false
  }
}

function keepChoice(areWanted: boolean): void {
  try {
    localStorage.setItem(STORAGE_KEY, areWanted ? 'on' : 'off')
  } catch {
    // A browser that keeps nothing asks again.
  }
}
