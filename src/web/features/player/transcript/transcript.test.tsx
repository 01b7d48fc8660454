import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { FramedPlayable } from '../sources/framed-playable.ts'
import type { Cue } from './load-cues.ts'
import { Transcript } from './transcript.tsx'

// jsdom has no parser for captions: e2e/student/learning.spec.ts reads a real file.
const loadCues = vi.hoisted(() => vi.fn<(url: string) => Promise<Cue[]>>())
vi.mock('./load-cues.ts', () => ({ loadCues }))
afterEach(cleanup)

const CUES = [
  { from: 0, to: 2, text: 'A join meets pairs.' },
  { from: 2, to: 5, text: 'The condition decides.' },
  { from: 65, to: 70, text: 'Read it (aloud).' },
]

function showTranscript(cues: Cue[] | Error = CUES) {
  loadCues.mockImplementation(() => (cues instanceof Error ? Promise.reject(cues) : Promise.resolve(cues)))
  const seeks: number[] = []
  const doNothing = () => {}
  const playable = new FramedPlayable(document.createElement('iframe'), {
    ...{ play: doNothing, pause: doNothing, setVolume: doNothing, setMuted: doNothing, setRate: doNothing },
    seek: (seconds) => seeks.push(seconds),
  })
  playable.updateState({ duration: 100 })
  const scrolls: number[] = []
  HTMLElement.prototype.scrollTo = () => void scrolls.push(1)
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Transcript captions="/uploads/x.vtt" playable={playable} />
    </QueryClientProvider>,
  )
  const playTo = (seconds: number) => act(() => playable.updateState({ currentTime: seconds }))
  return { user: userEvent.setup(), playable, seeks, scrolls, playTo }
}

const getLines = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent)
const getCurrent = () => document.querySelector('[aria-current]')?.textContent
const findLine = (name: RegExp) => screen.findByRole('button', { name })

test('shows every line with its moment, and jumps to the one selected', async () => {
  const { user, seeks } = showTranscript()
  await user.click(await findLine(/Read it/))
  expect(getLines()).toEqual(['0:00A join meets pairs.', '0:02The condition decides.', '1:05Read it (aloud).'])
  expect(seeks).toEqual([65])
  expect(getCurrent()).toBe('1:05Read it (aloud).')
})

test('follows the playback until the reader scrolls, and again when asked', async () => {
  const { user, scrolls, playTo } = showTranscript()
  await findLine(/A join/)
  playTo(3)
  expect(getCurrent()).toContain('The condition decides.')
  const followed = scrolls.length
  expect(followed).toBeGreaterThan(0)
  expect(screen.queryByRole('button', { name: 'Follow the video' })).toBeNull()
  fireEvent.wheel(screen.getByRole('list'))
  playTo(66)
  expect(getCurrent()).toContain('Read it')
  expect(scrolls).toHaveLength(followed)
  await user.click(screen.getByRole('button', { name: 'Follow the video' }))
  expect(scrolls.length).toBeGreaterThan(followed)
  expect(screen.queryByRole('button', { name: 'Follow the video' })).toBeNull()
})

test('finds lines by their text, marks it and says how many there are', async () => {
  const { user } = showTranscript()
  const field = await screen.findByRole('searchbox', { name: 'Search the transcript' })
  await user.type(field, '(ALOUD)')
  expect(getLines()).toEqual(['1:05Read it (aloud).'])
  expect(document.querySelector('mark')?.textContent).toBe('(aloud)')
  expect(screen.getByRole('status').textContent).toBe('1 line')
  await user.clear(field)
  await user.type(field, 'nothing')
  expect(screen.getByRole('status').textContent).toBe('No results for “nothing”.')
  expect(screen.queryAllByRole('listitem')).toEqual([])
})

test('is one stop of the Tab key, with the arrow keys between the lines', async () => {
  const { user, seeks, playTo } = showTranscript()
  await findLine(/A join/)
  playTo(3)
  await user.click(screen.getByRole('searchbox'))
  await user.tab()
  expect(document.activeElement?.textContent).toContain('The condition decides.')
  await user.keyboard('{ArrowDown}')
  expect(document.activeElement?.textContent).toContain('Read it')
  await user.keyboard('{ArrowDown}{Home}{Enter}')
  expect(seeks).toEqual([0])
  await user.keyboard('{End}')
  expect(document.activeElement?.textContent).toContain('Read it')
})

test('offers a retry when the captions do not load, and says when they have no text', async () => {
  const { user } = showTranscript(new Error('gone'))
  await screen.findByText("Couldn't load the transcript.")
  loadCues.mockResolvedValue([])
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  await screen.findByText('The captions of this lesson have no text.')
})
