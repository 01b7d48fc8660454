import { afterEach, expect, it, vi } from 'vitest'
import { canShowFullScreen, switchFullScreen } from './full-screen.ts'

const enterFullScreen = vi.fn<() => void>()
const box = Object.assign(document.createElement('div'), { requestFullscreen: async () => enterFullScreen() })

function setFullScreenEnabled(isEnabled: boolean) {
  Object.defineProperty(document, 'fullscreenEnabled', { value: isEnabled, configurable: true })
}

afterEach(() => {
  Reflect.deleteProperty(document, 'fullscreenEnabled')
  enterFullScreen.mockClear()
})

it('shows the player in full screen', async () => {
  setFullScreenEnabled(true)
  await switchFullScreen(box, null)
  expect(enterFullScreen).toHaveBeenCalledOnce()
})

it('shows the video itself in full screen on an iPhone', async () => {
  setFullScreenEnabled(false)
  const enter = vi.fn<() => void>()
  const video = Object.assign(document.createElement('video'), { webkitEnterFullscreen: enter })
  expect(canShowFullScreen(video)).toBe(true)
  await switchFullScreen(box, video)
  expect([enter.mock.calls.length, enterFullScreen.mock.calls.length]).toEqual([1, 0])
})

it('is missing where neither the page nor the video has full screen', async () => {
  setFullScreenEnabled(false)
  const video = document.createElement('video')
  expect(canShowFullScreen(video)).toBe(false)
  await switchFullScreen(box, video)
  expect(enterFullScreen).not.toHaveBeenCalled()
})
