import { act, createEvent, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Player } from './player.tsx'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const END = { nextTitle: null, endText: '', isCompleted: true, onNext: () => {}, onCompleteAndNext: null }

/** A lesson in a browser that plays it at once. */
function showPlayer() {
  const { container } = render(
    <>
      <Player
        lesson={{ material_id: 1, title: 'Joins', url: '/uploads/a.mp4', captions: '', position: 0 }}
        shouldAutoPlay={false}
        onAutoPlay={() => {}}
        poster={null}
        isReported={false}
        end={END}
      />
      <button type="button">Elsewhere</button>
    </>,
  )
  const video = container.querySelector('video')
  if (!video) throw new Error('There is no video')
  let isPaused = true
  const setPaused = (value: boolean) => {
    isPaused = value
    video.dispatchEvent(new Event(value ? 'pause' : 'play'))
  }
  Object.defineProperties(video, {
    paused: { get: () => isPaused },
    play: { value: async () => setPaused(false) },
    pause: { value: () => setPaused(true) },
  })
  const player = screen.getByRole('region', { name: 'Player: Joins' })
  const picture = player.querySelector('[aria-hidden=true]')
  if (!picture) throw new Error('There is nothing to click at')
  return { player, picture, isPlaying: () => !isPaused }
}

const areShown = () => screen.getByRole('slider', { name: 'Seek' }).closest('.pointer-events-none') === null
const waitSeconds = (seconds: number) => act(() => void vi.advanceTimersByTime(seconds * 1_000))

/** As browsers send it: a finger does not move before it touches. */
function tap(element: Element, pointerType: 'mouse' | 'touch') {
  const send = (type: 'pointerMove' | 'pointerDown' | 'pointerUp' | 'pointerLeave') =>
    fireEvent(element, Object.assign(createEvent[type](element), { pointerType }))
  if (pointerType === 'mouse') send('pointerMove')
  send('pointerDown')
  send('pointerUp')
  fireEvent.click(element)
}

function startWithMouse() {
  const view = showPlayer()
  tap(view.picture, 'mouse')
  view.player.focus()
  return view
}

it('hides the controls three seconds after the last movement of the mouse, also where the player has the focus', () => {
  const { picture, isPlaying } = startWithMouse()
  expect(isPlaying()).toBe(true)
  waitSeconds(2)
  expect(areShown()).toBe(true)
  fireEvent.pointerMove(picture)
  waitSeconds(2)
  expect(areShown()).toBe(true)
  waitSeconds(1)
  expect(areShown()).toBe(false)
  fireEvent.pointerMove(picture)
  expect(areShown()).toBe(true)
})

it('hides the controls at once when the mouse leaves the playing lesson', () => {
  const { player, picture } = startWithMouse()
  fireEvent.pointerLeave(player)
  expect(areShown()).toBe(false)
  tap(picture, 'mouse')
  fireEvent.pointerLeave(player)
  expect(areShown()).toBe(true)
})

it('keeps the controls while the lesson is paused', () => {
  const { picture } = startWithMouse()
  tap(picture, 'mouse')
  waitSeconds(60)
  expect(areShown()).toBe(true)
})

it('shows the controls at a tap on the playing lesson, which goes on, and pauses it at the next tap', () => {
  const { picture, isPlaying } = showPlayer()
  tap(picture, 'touch')
  expect(isPlaying()).toBe(true)
  waitSeconds(3)
  expect(areShown()).toBe(false)
  tap(picture, 'touch')
  expect([areShown(), isPlaying()]).toEqual([true, true])
  waitSeconds(3)
  expect(areShown()).toBe(false)
  tap(picture, 'touch')
  tap(picture, 'touch')
  expect([areShown(), isPlaying()]).toEqual([true, false])
})

it('keeps the controls while the keyboard is in them, and shows them when it comes to them', () => {
  startWithMouse()
  waitSeconds(3)
  act(() => screen.getByRole('button', { name: 'Pause' }).focus())
  expect(areShown()).toBe(true)
  waitSeconds(60)
  expect(areShown()).toBe(true)
  act(() => screen.getByRole('button', { name: 'Elsewhere' }).focus())
  waitSeconds(3)
  expect(areShown()).toBe(false)
})

it('shows the controls for three seconds at a key of the player, wherever the focus is', () => {
  startWithMouse()
  waitSeconds(3)
  fireEvent.keyDown(document.body, { key: 'ArrowRight' })
  expect(areShown()).toBe(true)
  waitSeconds(3)
  expect(areShown()).toBe(false)
})

it('hides the controls after a speed was chosen with the mouse, and keeps them while the keyboard chooses one', () => {
  startWithMouse()
  const speed = screen.getByRole('combobox', { name: 'Speed' })
  tap(speed, 'mouse')
  act(() => speed.focus())
  fireEvent.change(speed, { target: { value: '1.5' } })
  act(() => speed.blur())
  waitSeconds(3)
  expect(areShown()).toBe(false)
  act(() => speed.focus())
  fireEvent.keyUp(speed, { key: 'Tab' })
  waitSeconds(60)
  expect(areShown()).toBe(true)
})

it('keeps the controls while the list of shortcuts is open', () => {
  startWithMouse()
  fireEvent.click(screen.getByRole('button', { name: 'Keyboard shortcuts' }))
  waitSeconds(60)
  expect(areShown()).toBe(true)
})
