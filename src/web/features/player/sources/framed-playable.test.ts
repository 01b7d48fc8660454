import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { getFailure } from './playable.ts'
import type { FramedPlayable } from './framed-playable.ts'
import { createVimeoPlayer, getVimeoFrameUrl } from './vimeo.ts'
import { createYoutubePlayer, getYoutubeFrameUrl } from './youtube.ts'

let frame: HTMLIFrameElement
let sent: unknown[]

beforeEach(() => {
  vi.useFakeTimers()
  frame = document.body.appendChild(document.createElement('iframe'))
  sent = []
  vi.spyOn(frame.contentWindow as Window, 'postMessage').mockImplementation((message: unknown) => {
    sent.push(JSON.parse(String(message)))
  })
})
afterEach(() => {
  vi.useRealTimers()
  frame.remove()
})

function postFromFrame(origin: string, message: object): void {
  window.dispatchEvent(
    new MessageEvent('message', { source: frame.contentWindow, origin, data: JSON.stringify(message) }),
  )
}

function recordEvents(playable: FramedPlayable): string[] {
  const events: string[] = []
  for (const type of ['play', 'pause', 'timeupdate', 'durationchange', 'ended', 'error'] as const) {
    playable.addEventListener(type, () => events.push(type))
  }
  return events
}

test('controls a YouTube frame like a media element', async () => {
  const { playable, close } = createYoutubePlayer(frame)
  const events = recordEvents(playable)
  vi.advanceTimersByTime(300)
  expect(sent).toContainEqual(expect.objectContaining({ event: 'listening' }))

  await playable.play()
  playable.currentTime = 12
  playable.playbackRate = 1.5
  expect(sent).toContainEqual({ event: 'command', func: 'playVideo', args: [] })
  expect(sent).toContainEqual({ event: 'command', func: 'seekTo', args: [12, true] })
  expect(sent).toContainEqual({ event: 'command', func: 'setPlaybackRate', args: [1.5] })

  postFromFrame('https://www.youtube-nocookie.com', {
    event: 'infoDelivery',
    info: { currentTime: 13, duration: 60, playerState: 1, volume: 40 },
  })
  expect([playable.currentTime, playable.duration, playable.paused, playable.volume]).toEqual([13, 60, false, 0.4])
  postFromFrame('https://www.youtube-nocookie.com', { event: 'infoDelivery', info: { playerState: 0 } })
  expect(events).toEqual(['timeupdate', 'durationchange', 'play', 'timeupdate', 'pause', 'ended'])
  close()
})

test('does not start a YouTube lesson by a seek before its first play', async () => {
  const { playable, close } = createYoutubePlayer(frame)
  const getCommands = () => sent.flatMap((message) => (message as { func?: string }).func ?? [])
  playable.currentTime = 120
  postFromFrame('https://www.youtube-nocookie.com', { event: 'infoDelivery', info: { currentTime: 0, duration: 600 } })
  expect([getCommands(), playable.currentTime]).toEqual([[], 120])
  await playable.play()
  expect(getCommands()).toEqual(['seekTo', 'playVideo'])
  expect(sent).toContainEqual({ event: 'command', func: 'seekTo', args: [120, true] })
  close()
})

test('controls a Vimeo frame like a media element', async () => {
  const { playable, close } = createVimeoPlayer(frame)
  const events = recordEvents(playable)
  postFromFrame('https://player.vimeo.com', { event: 'ready' })
  expect(sent).toContainEqual({ method: 'addEventListener', value: 'timeupdate' })
  postFromFrame('https://player.vimeo.com', { method: 'getDuration', value: 90 })
  postFromFrame('https://player.vimeo.com', { event: 'play', data: { seconds: 0, duration: 90 } })
  postFromFrame('https://player.vimeo.com', { event: 'timeupdate', data: { seconds: 4.2, duration: 90 } })
  expect([playable.currentTime, playable.duration, playable.paused]).toEqual([4.2, 90, false])
  playable.pause()
  expect(sent).toContainEqual({ method: 'pause' })
  expect(events).toEqual(['durationchange', 'play', 'timeupdate'])
  close()
})

const FRAMES = [
  { name: 'YouTube', create: createYoutubePlayer, origin: 'https://www.youtube-nocookie.com' },
  { name: 'Vimeo', create: createVimeoPlayer, origin: 'https://player.vimeo.com' },
]

test.each(FRAMES)('fails when a $name frame has loaded and does not answer', ({ create }) => {
  const { playable, close } = create(frame)
  const events = recordEvents(playable)
  frame.dispatchEvent(new Event('load'))
  vi.advanceTimersByTime(14_999)
  expect(events).toEqual([])
  vi.advanceTimersByTime(1)
  expect(events).toEqual(['error'])
  expect(getFailure(playable)).toBe('lesson')
  close()
})

test.each(FRAMES)('blames the connection when a $name frame does not load', ({ create }) => {
  const { playable, close } = create(frame)
  vi.advanceTimersByTime(15_000)
  expect(getFailure(playable)).toBe('connection')
  close()
})

test.each(FRAMES)('takes a late answer of a $name frame', ({ create, origin }) => {
  const { playable, close } = create(frame)
  const loaded = vi.fn<() => void>()
  playable.addEventListener('loadedmetadata', loaded)
  vi.advanceTimersByTime(15_000)
  postFromFrame(origin, { event: 'ready' })
  expect(loaded).toHaveBeenCalledTimes(1)
  close()
})

test.each(FRAMES)('does not fail after an answer or after closing ($name)', ({ create, origin }) => {
  const answered = create(frame)
  const answeredEvents = recordEvents(answered.playable)
  postFromFrame(origin, { event: 'ready' })
  answered.close()
  const closed = create(frame)
  const closedEvents = recordEvents(closed.playable)
  closed.close()
  vi.advanceTimersByTime(60_000)
  expect([...answeredEvents, ...closedEvents]).toEqual([])
})

test('fails when the provider refuses the video', () => {
  const youtube = createYoutubePlayer(frame)
  postFromFrame('https://www.youtube-nocookie.com', { event: 'onError', info: 150 })
  expect(getFailure(youtube.playable)).toBe('lesson')
  youtube.close()
  const vimeo = createVimeoPlayer(frame)
  postFromFrame('https://player.vimeo.com', { event: 'error', data: { method: 'setPlaybackRate' } })
  expect(getFailure(vimeo.playable)).toBe(null)
  postFromFrame('https://player.vimeo.com', { event: 'error', data: {} })
  expect(getFailure(vimeo.playable)).toBe('lesson')
  vimeo.close()
})

test('ignores messages from other windows and origins', () => {
  const { playable, close } = createYoutubePlayer(frame)
  postFromFrame('https://evil.example', { event: 'infoDelivery', info: { currentTime: 99 } })
  window.dispatchEvent(
    new MessageEvent('message', {
      source: window,
      origin: 'https://www.youtube-nocookie.com',
      data: '{"info":{"currentTime":99}}',
    }),
  )
  expect(playable.currentTime).toBe(0)
  close()
  postFromFrame('https://www.youtube-nocookie.com', { event: 'infoDelivery', info: { currentTime: 5 } })
  expect(playable.currentTime).toBe(0)
})

test('builds frame URLs without the provider’s controls', () => {
  expect(getYoutubeFrameUrl('dQw4w9WgXcQ', 'http://localhost:3000')).toBe(
    'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?enablejsapi=1&controls=0&playsinline=1&rel=0&disablekb=1&origin=http%3A%2F%2Flocalhost%3A3000',
  )
  expect(getVimeoFrameUrl('1', 'abc')).toContain('/video/1?api=1&controls=0')
})
