import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { AdminBlog } from '#contract/schemas/blog-form.ts'
import { AppError } from '#contract/errors.ts'
import { mockSignedIn } from '#web/testing/factories.ts'
import type { CallMocks } from '#web/testing/render-screen.tsx'
import { showScreen } from '#web/testing/show-screen.ts'
import { spyOnConsoleError } from '#web/testing/spy-on-console-error.ts'

const LAMPS: AdminBlog = {
  blog_id: 51,
  title: 'On lamps',
  subtitle: 'Said shortly',
  image_url: '',
  created_date: '2026-11-01T09:30:00.000Z',
  public: true,
  comments: 3,
}
const DRAFT: AdminBlog = { ...LAMPS, blog_id: 52, title: 'Not yet', public: false, comments: 0 }

const showPanel = (network: CallMocks = {}, address = '/dashboard/blogs') =>
  showScreen(address, {
    ...mockSignedIn({ role: 'admin' }),
    getBlogsAdmin: () => ({ msg: [DRAFT, LAMPS], nextPage: null }),
    ...network,
  })
const getRow = (title: string) => screen.getByRole('row', { name: new RegExp(title) })

test('lists posts and drafts with links to their form, and published posts with their page', async () => {
  await showPanel()
  screen.getByRole('heading', { level: 1, name: 'Blog Panel' })
  expect(screen.getByRole('link', { name: 'Add Blog' }).getAttribute('href')).toBe('/dashboard/blogs/add')
  await screen.findByText('On lamps')
  expect(
    within(getRow('On lamps'))
      .getAllByRole('cell')
      .slice(1, 3)
      .map(({ textContent }) => textContent),
  ).toEqual(['Nov 1, 2026', '3'])
  expect(screen.getByRole('link', { name: 'On lamps' }).getAttribute('href')).toBe('/dashboard/blogs/edit/51')
  expect(screen.getByRole('link', { name: 'Edit Not yet' }).getAttribute('href')).toBe('/dashboard/blogs/edit/52')
  expect(screen.getByRole('link', { name: 'View On lamps' }).getAttribute('href')).toMatch(/^\/student\/blog\/51-/)
  within(getRow('Not yet')).getByText('Draft')
  expect(within(getRow('Not yet')).queryByRole('link', { name: /View/ })).toBeNull()
  screen.getByText('No more data')
})

test('loads the list of the searched text and the selected type', async () => {
  const { user, calls } = await showPanel({}, '/dashboard/blogs?type=Draft')
  await screen.findByText('Not yet')
  expect(calls.findLast(({ name }) => name === 'getBlogsAdmin')?.input).toEqual({
    page: 1,
    search_text: '',
    select_data: 'Draft',
  })
  await user.type(screen.getByRole('searchbox', { name: 'Search by title' }), 'lamps{Enter}')
  await waitFor(() =>
    expect(calls.findLast(({ name }) => name === 'getBlogsAdmin')?.input).toEqual({
      page: 1,
      search_text: 'lamps',
      select_data: 'Draft',
    }),
  )
})

test('offers to add a post when there are none', async () => {
  await showPanel({ getBlogsAdmin: () => ({ msg: [], nextPage: null }) })
  await screen.findByText('No Blogs are available')
  expect(screen.getAllByRole('link', { name: 'Add Blog' })).toHaveLength(2)
})

test('deletes a post after a warning and removes it from the list at once', async () => {
  let isDeleted = false
  const { user, calls } = await showPanel({
    getBlogsAdmin: () => ({ msg: isDeleted ? [DRAFT] : [DRAFT, LAMPS], nextPage: null }),
    deleteBlog: () => {
      isDeleted = true
      return { msg: 'The post was deleted' }
    },
  })
  await user.click(await screen.findByRole('button', { name: 'Delete On lamps' }))
  const popup = screen.getByRole('dialog', { name: 'WARNING!' })
  expect(popup.textContent).toContain(
    'The post “On lamps” and its 3 comments will be permanently deleted and cannot be undone.',
  )
  await user.click(within(popup).getByRole('button', { name: 'Cancel' }))
  expect(calls.some(({ name }) => name === 'deleteBlog')).toBe(false)
  await user.click(screen.getByRole('button', { name: 'Delete On lamps' }))
  await user.click(screen.getByRole('button', { name: 'YES !' }))
  await waitFor(() => expect(screen.queryByText('On lamps')).toBeNull())
  await screen.findByText('The post was deleted')
  expect(calls.find(({ name }) => name === 'deleteBlog')?.input).toEqual({ blog_id: 51 })
})

test('restores the post with an error message when the server refuses to delete it', async () => {
  const consoleError = spyOnConsoleError()
  const { user } = await showPanel({
    deleteBlog: () => {
      throw new AppError('busy')
    },
  })
  await user.click(await screen.findByRole('button', { name: 'Delete On lamps' }))
  await user.click(screen.getByRole('button', { name: 'YES !' }))
  await screen.findByText(/Couldn’t delete “On lamps”: The service is busy/)
  screen.getByRole('link', { name: 'On lamps' })
  expect(consoleError).toHaveBeenCalledWith('Deleting the post failed:', expect.stringContaining('The service is busy'))
})
