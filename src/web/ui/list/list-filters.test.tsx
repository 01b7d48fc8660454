import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, Outlet, RouterProvider, useLocation } from 'react-router'
import { Link } from '#web/ui/link.tsx'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { ListFilters } from './list-filters.tsx'
import { SearchParamsLink } from './search-params-link.tsx'

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

function Layout() {
  return (
    <>
      <output>{useLocation().pathname + useLocation().search}</output>
      <Link to="/">Everything</Link>
      <Link to="/about">About</Link>
      <Outlet />
    </>
  )
}

const setPerson = (search: URLSearchParams) => {
  search.set('person', '7')
  return search
}

function ListPage() {
  return (
    <>
      <ListFilters choices={['', 'Free', 'Paid']} />
      <SearchParamsLink update={setPerson}>Mara</SearchParamsLink>
    </>
  )
}

/** A page with a filtered list whose loader answers on the test's command. */
function showList(url = '/') {
  let release = () => {}
  let isSlow = false
  const loader = () => (isSlow ? new Promise<null>((resolve) => (release = () => resolve(null))) : null)
  const router = createMemoryRouter(
    [
      {
        Component: Layout,
        children: [
          { path: '/', Component: ListPage, loader },
          { path: '/about', element: <h1>About</h1>, loader },
        ],
      },
    ],
    { initialEntries: [url], hydrationData: { loaderData: { '0-0': null, '0-1': null } } },
  )
  render(<RouterProvider router={router} />)
  return {
    user: userEvent.setup(),
    router,
    /** From here on every navigation waits. */
    holdNavigations: () => void (isSlow = true),
    finishNavigation: () => act(async () => release()),
  }
}

const getSearchBox = () => screen.getByRole<HTMLInputElement>('searchbox')
const getUrl = () => document.querySelector('output')?.textContent
const waitForNavigation = (router: ReturnType<typeof createMemoryRouter>, search: string) =>
  waitFor(() => expect(router.state.navigation.location?.search).toBe(search))

describe('ListFilters', () => {
  it('searches after a pause and drops the page', async () => {
    const { user } = showList('/?page=3')
    await user.type(getSearchBox(), 'joins')
    await waitFor(() => expect(getUrl()).toBe('/?search=joins'))
  })

  it('searches at once on Enter', async () => {
    vi.useFakeTimers()
    showList()
    fireEvent.change(getSearchBox(), { target: { value: 'joins' } })
    await act(async () => fireEvent.submit(getSearchBox().form ?? document))
    expect(getUrl()).toBe('/?search=joins')
  })

  it('keeps a search that is still loading when a choice or a link changes the query', async () => {
    const { user, router, holdNavigations, finishNavigation } = showList()
    holdNavigations()
    await user.type(getSearchBox(), 'joins{Enter}')
    await user.selectOptions(screen.getByRole('combobox'), 'Paid')
    await user.click(screen.getByRole('link', { name: 'Mara' }))
    await waitForNavigation(router, '?search=joins&type=Paid&person=7')
    await finishNavigation()
    expect(getUrl()).toBe('/?search=joins&type=Paid&person=7')
  })

  it('keeps both of two simultaneous changes', async () => {
    showList()
    act(() => {
      screen.getByRole('link', { name: 'Mara' }).click()
      const select = screen.getByRole<HTMLSelectElement>('combobox')
      select.value = 'Free'
      select.dispatchEvent(new Event('change', { bubbles: true }))
    })
    await waitFor(() => expect(getUrl()).toBe('/?person=7&type=Free'))
  })

  it('keeps what is typed while an earlier search arrives', async () => {
    const { user, holdNavigations, finishNavigation } = showList()
    holdNavigations()
    await user.type(getSearchBox(), 'jo{Enter}')
    await user.type(getSearchBox(), 'ins')
    await finishNavigation()
    expect(getUrl()).toBe('/?search=jo')
    expect(getSearchBox().value).toBe('joins')
  })

  it('searches again when a link interrupted the search', async () => {
    const { user, router, holdNavigations, finishNavigation } = showList()
    holdNavigations()
    await user.type(getSearchBox(), 'joins{Enter}')
    await user.click(screen.getByRole('link', { name: 'Everything' }))
    await finishNavigation()
    await waitForNavigation(router, '?search=joins')
    await finishNavigation()
    expect(getUrl()).toBe('/?search=joins')
  })

  it('stays on the new page when the user navigates while typing', async () => {
    vi.useFakeTimers()
    const { holdNavigations, finishNavigation } = showList()
    holdNavigations()
    fireEvent.change(getSearchBox(), { target: { value: 'joins' } })
    await act(async () => fireEvent.click(screen.getByRole('link', { name: 'About' })))
    await act(() => vi.advanceTimersByTimeAsync(1_000))
    await finishNavigation()
    expect(screen.getByRole('heading').textContent).toBe('About')
  })

  it('stays empty when a slow link clears the search', async () => {
    vi.useFakeTimers()
    const { holdNavigations, finishNavigation } = showList('/?search=joins')
    holdNavigations()
    await act(async () => fireEvent.click(screen.getByRole('link', { name: 'Everything' })))
    await act(() => vi.advanceTimersByTimeAsync(1_000))
    await finishNavigation()
    expect([getUrl(), getSearchBox().value]).toEqual(['/', ''])
  })

  it('shows the search of the address after back', async () => {
    const { user, router } = showList('/?search=joins')
    await user.click(screen.getByRole('link', { name: 'Everything' }))
    await waitFor(() => expect(getSearchBox().value).toBe(''))
    await act(() => router.navigate(-1))
    await waitFor(() => expect(getSearchBox().value).toBe('joins'))
  })
})
