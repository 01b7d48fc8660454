import { expect, test } from 'vitest'
import { getPlayerAction } from './player-keys.ts'

document.body.innerHTML = `
  <div id="player" tabindex="0"><button id="inside">Play</button><input id="seek" type="range" data-player-seek></div>
  <input id="text"><a id="link" href="/">Home</a>
`
const player = document.getElementById('player') as Element

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
  const pressed = { key, ctrlKey: false, metaKey: false, altKey: false }
  expect(getPlayerAction(pressed, element, player)?.do).toBe(action)
})

test('ignores keys pressed with Ctrl', () => {
  expect(getPlayerAction({ key: 'f', ctrlKey: true, metaKey: false, altKey: false }, document.body, player)).toBeNull()
})
