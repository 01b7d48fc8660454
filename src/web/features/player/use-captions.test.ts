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

  say(...lines: string[]) {
    this.activeCues = lines.map((line) => ({
      getCueAsHTML: () => document.createRange().createContextualFragment(line),
    }))
    this.dispatchEvent(new Event('cuechange'))
  }
}

/** A video whose tracks come as the test says. */
function videoWith(...tracks: Track[]) {
  const list = Object.assign(new EventTarget(), { [Symbol.iterator]: () => tracks[Symbol.iterator]() })
  const video = document.createElement('video')
  Object.defineProperty(video, 'textTracks', { value: list })
  const bring = (track: Track) => {
    tracks.push(track)
    list.dispatchEvent(new Event('addtrack'))
  }
  return { video, bring }
}

test('captions are off until they are wanted, then show what is said, without its marks', () => {
  const track = new Track()
  const { video } = videoWith(track)
  const { result } = renderHook(() => useCaptions(video))
  expect(result.current).toMatchObject({ isAvailable: true, isEnabled: false, lines: [] })
  act(() => result.current.toggle())
  // Hidden from the browser's own drawing: the player draws them.
  expect(track.mode).toBe('hidden')
  act(() => track.say('<i>Hello</i>', 'and welcome'))
  expect(result.current.lines).toEqual(['Hello', 'and welcome'])
  act(() => track.say())
  expect(result.current.lines).toEqual([])
  act(() => track.say('Again'))
  act(() => result.current.toggle())
  expect(result.current).toMatchObject({ isEnabled: false, lines: [] })
  expect(track.mode).toBe('disabled')
})

test('the choice holds for the next lesson, and the next visit', () => {
  const first = renderHook(({ video }) => useCaptions(video), { initialProps: videoWith(new Track()) })
  act(() => first.result.current.toggle())
  expect(localStorage.getItem('captions')).toBe('on')
  first.unmount()
  const track = new Track()
  const { result } = renderHook(() => useCaptions(null))
  expect(result.current).toMatchObject({ isAvailable: false, isEnabled: true })
  renderHook(({ video }) => useCaptions(video), { initialProps: videoWith(track) })
  expect(track.mode).toBe('hidden')
})

test('a stream brings its captions later, and chapters are none', () => {
  const { video, bring } = videoWith(new Track('chapters'))
  const { result } = renderHook(() => useCaptions(video))
  expect(result.current.isAvailable).toBe(false)
  act(() => bring(new Track('subtitles')))
  expect(result.current.isAvailable).toBe(true)
})

test('a frame of another site has none that we could show', () => {
  const nothing = () => {}
  const playable = new FramedPlayable({
    play: nothing,
    pause: nothing,
    seek: nothing,
    setVolume: nothing,
    setMuted: nothing,
    setRate: nothing,
  })
  expect(renderHook(() => useCaptions(playable)).result.current.isAvailable).toBe(false)
})
