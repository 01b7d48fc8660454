import { act, renderHook } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { FramedPlayable } from './sources/framed-playable.ts'
import { useCaptions } from './use-captions.ts'

afterEach(() => localStorage.clear())

class Track extends EventTarget {
  mode = 'disabled'
  activeCues: { getCueAsHTML: () => DocumentFragment }[] = []
  readonly kind: string
  constructor(kind = 'captions') {
    super()
    this.kind = kind
  }

  showCues(...lines: string[]) {
    this.activeCues = lines.map((line) => ({
      getCueAsHTML: () => document.createRange().createContextualFragment(line),
    }))
    this.dispatchEvent(new Event('cuechange'))
  }
}

function buildVideo(...tracks: Track[]) {
  const list = Object.assign(new EventTarget(), { [Symbol.iterator]: () => tracks[Symbol.iterator]() })
  const video = document.createElement('video')
  Object.defineProperty(video, 'textTracks', { value: list })
  const addTrack = (track: Track) => {
    tracks.push(track)
    list.dispatchEvent(new Event('addtrack'))
  }
  return { video, addTrack }
}

test('shows captions without markup once they are turned on', () => {
  const track = new Track()
  const { video } = buildVideo(track)
  const { result } = renderHook(() => useCaptions(video))
  expect(result.current).toMatchObject({ isAvailable: true, isEnabled: false, lines: [] })
  act(() => result.current.toggle())
  // Mode “hidden”: the player draws the captions, not the browser.
  expect(track.mode).toBe('hidden')
  act(() => track.showCues('<i>Hello</i>', 'and welcome'))
  expect(result.current.lines).toEqual(['Hello', 'and welcome'])
  act(() => track.showCues())
  expect(result.current.lines).toEqual([])
  act(() => track.showCues('Again'))
  act(() => result.current.toggle())
  expect(result.current).toMatchObject({ isEnabled: false, lines: [] })
  expect(track.mode).toBe('disabled')
})

test('remembers the choice for the next lesson and visit', () => {
  const first = renderHook(({ video }) => useCaptions(video), { initialProps: buildVideo(new Track()) })
  act(() => first.result.current.toggle())
  expect(localStorage.getItem('captions')).toBe('on')
  first.unmount()
  const track = new Track()
  const { result } = renderHook(() => useCaptions(null))
  expect(result.current).toMatchObject({ isAvailable: false, isEnabled: true })
  renderHook(({ video }) => useCaptions(video), { initialProps: buildVideo(track) })
  expect(track.mode).toBe('hidden')
})

test('finds a captions track that is added later, and ignores chapters', () => {
  const { video, addTrack } = buildVideo(new Track('chapters'))
  const { result } = renderHook(() => useCaptions(video))
  expect(result.current.isAvailable).toBe(false)
  act(() => addTrack(new Track('subtitles')))
  expect(result.current.isAvailable).toBe(true)
})

test('has no captions for YouTube and Vimeo frames', () => {
  const nothing = () => {}
  const playable = new FramedPlayable(document.createElement('iframe'), {
    play: nothing,
    pause: nothing,
    seek: nothing,
    setVolume: nothing,
    setMuted: nothing,
    setRate: nothing,
  })
  expect(renderHook(() => useCaptions(playable)).result.current.isAvailable).toBe(false)
})
