import { afterEach, expect, it, vi } from 'vitest'
import { getFullScreenSwitch } from './full-screen.ts'

const enterFullScreen = vi.fn<() => void>()
const box = {
  current: Object.assign(document.createElement('div'), { requestFullscreen: async () => enterFullScreen() }),
}

function setFullScreenEnabled(isEnabled: boolean) {
  Object.defineProperty(document, 'fullscreenEnabled', { value: isEnabled, configurable: true })
}

afterEach(() => {
  Reflect.deleteProperty(document, 'fullscreenEnabled')
  enterFullScreen.mockClear()
})

it('shows the player in full screen', () => {
  setFullScreenEnabled(true)
  getFullScreenSwitch(box, null)?.()
  expect(enterFullScreen).toHaveBeenCalledOnce()
})

it('shows the video itself in full screen on an iPhone', () => {
  setFullScreenEnabled(false)
  const enter = vi.fn<() => void>()
  getFullScreenSwitch(box, Object.assign(document.createElement('video'), { webkitEnterFullscreen: enter }))?.()
  expect([enter.mock.calls.length, enterFullScreen.mock.calls.length]).toEqual([1, 0])
})

it('is missing where neither the page nor the video has full screen', () => {
  setFullScreenEnabled(false)
  expect(getFullScreenSwitch(box, document.createElement('video'))).toBeNull()
})
