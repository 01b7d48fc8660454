import Hls from 'hls.js'
import { expect, test, vi } from 'vitest'
import { attachHls } from './hls.ts'

test('leaves showing subtitles to the player’s own captions', () => {
  vi.spyOn(Hls.prototype, 'loadSource').mockReturnValue()
  const attachMedia = vi.spyOn(Hls.prototype, 'attachMedia').mockReturnValue()
  const detach = attachHls(document.createElement('video'), 'https://video.example/lesson.m3u8')
  expect(attachMedia.mock.contexts[0]).toMatchObject({ subtitleDisplay: false })
  detach()
})
