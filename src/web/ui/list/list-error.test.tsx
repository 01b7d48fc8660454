import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { expect, test, vi } from 'vitest'
import { CardListFooter } from './card-list-footer.tsx'
import { InfiniteTable } from './infinite-table.tsx'
import { ListFooter } from './list-footer.tsx'

const LIST = {
  data: { pages: [{ msg: [{ id: 1 }] }] },
  ...{ isError: true, isFetching: false, hasNextPage: false, isFetchingNextPage: false, isFetchNextPageError: false },
  ...{ fetchNextPage: vi.fn<() => void>(), refetch: vi.fn<() => void>() },
}

const renderTable = (list: typeof LIST) =>
  render(
    <MemoryRouter>
      <InfiniteTable
        {...{ label: 'Posts', columns: [], template: '', list, endText: 'No more posts', emptyState: null }}
        getRowId={({ id }) => id}
      />
    </MemoryRouter>,
  )
const renderFooter = (list: typeof LIST) => render(<ListFooter endText="No more posts" list={list} />)

test.each([
  ['table', renderTable],
  ['footer', renderFooter],
])('%s says what failed, and asks again for that', async (_, show) => {
  const user = userEvent.setup()
  const { unmount } = show(LIST)
  screen.getByText('Couldn’t refresh the list.')
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect([LIST.refetch.mock.calls.length, LIST.fetchNextPage.mock.calls.length]).toEqual([1, 0])
  unmount()
  const refetching = show({ ...LIST, isFetching: true })
  await user.click(screen.getByRole('button', { name: 'Trying again…' }))
  expect(LIST.refetch).toHaveBeenCalledOnce()
  refetching.unmount()
  show({ ...LIST, hasNextPage: true, isFetchNextPageError: true })
  screen.getByText('Couldn’t load more.')
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(LIST.fetchNextPage).toHaveBeenCalledOnce()
  vi.clearAllMocks()
})

test.each([
  ['list', (list: typeof LIST) => <ListFooter endText="No more posts" list={list} />],
  ['grid of cards', (list: typeof LIST) => <CardListFooter list={list} />],
])('below a %s the keyboard’s focus stays when the button for more leaves', async (_, toFooter) => {
  const list = { ...LIST, isError: false, hasNextPage: true }
  const { rerender, container } = render(toFooter(list))
  screen.getByRole('button', { name: 'Load more' }).focus()
  rerender(toFooter({ ...list, isFetchingNextPage: true }))
  expect(document.activeElement).toBe(container.firstElementChild)
  rerender(toFooter(list))
  await userEvent.tab()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Load more' }))
})
