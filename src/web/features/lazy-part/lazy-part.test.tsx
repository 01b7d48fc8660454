import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Component, type ReactNode, Suspense, useState } from 'react'
import { expect, it, onTestFinished, vi } from 'vitest'
import { spyOnConsoleError } from '#web/testing/spy-on-console-error.ts'
import { lazyPart } from './lazy-part.tsx'
import { optionalPart } from './optional-part.ts'

const Notes = ({ count }: { count: number }) => <p>{count} notes</p>
const MISSING = new TypeError('Failed to fetch dynamically imported module')

/** A part whose script does not arrive for some times. */
const createNotes = (failures: number) =>
  lazyPart(async () => {
    if (failures-- > 0) throw MISSING
    return Notes
  })

/** A screen with a field and a part that can be opened and closed. */
function Screen({ children }: { children: ReactNode }) {
  const [isOpen, setOpen] = useState(true)
  return (
    <>
      <input aria-label="Title" />
      <button type="button" onClick={() => setOpen(!isOpen)}>
        Notes
      </button>
      {isOpen && <Suspense fallback="Loading">{children}</Suspense>}
    </>
  )
}

class ErrorScreen extends Component<{ children: ReactNode }, { error: Error | null }> {
  override state: { error: Error | null } = { error: null }
  static getDerivedStateFromError = (error: Error) => ({ error })
  override render = () => this.state.error?.message ?? this.props.children
}

function show(part: ReactNode) {
  spyOnConsoleError()
  render(
    <ErrorScreen>
      <Screen>{part}</Screen>
    </ErrorScreen>,
  )
  return userEvent.setup()
}

it('keeps the rest of the screen when its script does not arrive, and loads it at the next try', async () => {
  const Part = createNotes(2)
  const user = show(<Part count={3} />)
  await user.type(screen.getByLabelText('Title'), 'Half a thought')
  expect((await screen.findByRole('alert')).textContent).toBe('We couldn’t load this part of the page.')
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByText(/ Check your connection, or reload the page\.$/)
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByText('3 notes')
  expect(screen.getByLabelText<HTMLInputElement>('Title').value).toBe('Half a thought')
})

it('gives the focus of "Try again" to what surrounds it', async () => {
  const Part = createNotes(1)
  const user = show(
    <section tabIndex={-1} aria-label="Lesson">
      <Suspense>
        <Part count={3} />
      </Suspense>
    </section>,
  )
  await user.click(await screen.findByRole('button', { name: 'Try again' }))
  await screen.findByText('3 notes')
  const surrounding = screen.getByRole('region', { name: 'Lesson' })
  // React moves it once the page has changed.
  await waitFor(() => expect(document.activeElement).toBe(surrounding))
})

it('is loaded again when it is opened again', async () => {
  const Part = createNotes(1)
  const user = show(<Part count={3} />)
  await screen.findByRole('alert')
  await user.click(screen.getByRole('button', { name: 'Notes' }))
  await user.click(screen.getByRole('button', { name: 'Notes' }))
  await screen.findByText('3 notes')
})

/** Counts the requests for the page, as a page with a script makes them. */
function watchReleases() {
  const script = Object.assign(document.createElement('script'), { type: 'module', src: '/assets/index-one.js' })
  document.head.append(script)
  const fetchPage = vi.fn<() => Promise<Response>>(async () => new Response(''))
  vi.stubGlobal('fetch', fetchPage)
  onTestFinished(() => {
    script.remove()
    vi.unstubAllGlobals()
  })
  return fetchPage
}

it('asks for a new release at the second failure, not at the first', async () => {
  const fetchPage = watchReleases()
  const Part = createNotes(2)
  const user = show(<Part count={3} />)
  await screen.findByRole('alert')
  expect(fetchPage).not.toHaveBeenCalled()
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await vi.waitFor(() => expect(fetchPage).toHaveBeenCalledOnce())
})

it('offers what else can be done', async () => {
  const onCancel = vi.fn<() => void>()
  const load = (): Promise<(props: { onCancel: () => void }) => ReactNode> => Promise.reject(MISSING)
  const Part = lazyPart(load, {
    renderAction: (props) => (
      <button type="button" onClick={props.onCancel}>
        Cancel
      </button>
    ),
  })
  const user = show(<Part onCancel={onCancel} />)
  await user.click(await screen.findByRole('button', { name: 'Cancel' }))
  expect(onCancel).toHaveBeenCalledOnce()
})

it('leaves errors inside the part to the screen', async () => {
  const Part = lazyPart(async () => () => {
    throw new Error('No Course Found')
  })
  show(<Part />)
  await screen.findByText('No Course Found')
})

it('can be left out where the page goes on without it', async () => {
  const fetchPage = watchReleases()
  const Part = optionalPart((): Promise<typeof Notes> => Promise.reject(MISSING))
  show(<Part count={3} />)
  await vi.waitFor(() => expect(screen.queryByText('Loading')).toBeNull())
  screen.getByLabelText('Title')
  expect(fetchPage).toHaveBeenCalledOnce()
})
