import { renderHook } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { setLetterKeys } from '#web/features/shortcuts/letter-keys.ts'
import { getPlayerAction } from './player-keys.ts'
import { usePlayerKeys } from './use-player-keys.ts'

document.body.innerHTML = `
  <div id="player" tabindex="0"><button id="inside">Play</button><input id="seek" type="range" data-player-seek></div>
  <input id="text"><a id="link" href="/">Home</a>
`
const player = document.getElementById('player') as Element
const PRESSED = { key: 'f', ctrlKey: false, metaKey: false, altKey: false }

test.each([
  [' ', null, 'toggle-play'],
  [' ', 'player', 'toggle-play'],
  [' ', 'inside', undefined],
  [' ', 'text', undefined],
  ['k', 'inside', 'toggle-play'],
  ['K', 'link', 'toggle-play'],
  ['f', 'text', undefined],
  ['f', null, 'toggle-full-screen'],
  ['c', null, 'toggle-captions'],
  ['c', 'text', undefined],
  ['m', 'player', 'toggle-mute'],
  ['ArrowRight', null, 'seek-by'],
  ['ArrowRight', 'seek', 'seek-by'],
  ['ArrowLeft', 'link', undefined],
  ['ArrowUp', null, undefined],
  ['ArrowUp', 'player', 'volume-by'],
  ['x', 'player', undefined],
])('key %j with the focus on %s triggers %s', (key, focused, action) => {
  const element = focused === null ? document.body : document.getElementById(focused)
  const pressed = { ...PRESSED, key }
  expect(getPlayerAction(pressed, element, player)?.do).toBe(action)
})

test('ignores letters that are turned off, and no other keys', () => {
  setLetterKeys(false)
  try {
    const actions = ['f', 'K', ' ', 'ArrowLeft'].map((key) =>
      getPlayerAction({ ...PRESSED, key }, document.body, player),
    )
    expect(actions.map((action) => action?.do)).toEqual([undefined, undefined, 'toggle-play', 'seek-by'])
  } finally {
    setLetterKeys(true)
  }
})

test('ignores keys pressed with Ctrl', () => {
  expect(getPlayerAction({ ...PRESSED, ctrlKey: true }, document.body, player)).toBeNull()
})

test('repeats a move while its key is held down, and nothing else', () => {
  const toggle = vi.fn<() => void>()
  const playable = document.createElement('video')
  const { unmount } = renderHook(() =>
    usePlayerKeys(
      { current: player as HTMLElement },
      playable,
      { isAvailable: true, isEnabled: false, lines: [], toggle },
      toggle,
      () => {},
    ),
  )
  const press = (key: string) =>
    !document.body.dispatchEvent(new KeyboardEvent('keydown', { key, repeat: true, bubbles: true, cancelable: true }))
  expect(['f', 'm', 'c', ' ', 'ArrowRight'].map(press)).toEqual([true, true, true, true, true])
  expect([toggle.mock.calls, playable.muted, playable.currentTime]).toEqual([[], false, 5])
  unmount()
})

test('leaves all keys to an open dialog', () => {
  const dialog = document.body.appendChild(document.createElement('dialog'))
  dialog.setAttribute('open', '')
  expect(getPlayerAction(PRESSED, document.body, player)).toBeNull()
  dialog.remove()
  expect(getPlayerAction(PRESSED, document.body, player)).not.toBeNull()
})
