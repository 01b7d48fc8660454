import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { AdminBlog } from '#contract/schemas/blog-form.ts'
import { AppError } from '#contract/errors.ts'
import { mockSignedIn } from '#web/testing/factories.ts'
import type { CallMocks } from '#web/testing/render-screen.tsx'
import { showScreen } from '#web/testing/show-screen.ts'

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
const rowOf = (title: string) => screen.getByRole('row', { name: new RegExp(title) })

test('the panel lists posts and drafts, each with its form, and posts with their page', async () => {
  await showPanel()
  expect(screen.getByRole('heading', { level: 1, name: 'Blog Panel' })).toBeDefined()
  expect(screen.getByRole('link', { name: 'Add Blog' }).getAttribute('href')).toBe('/dashboard/blogs/add')
  await screen.findByText('On lamps')
  expect(
    within(rowOf('On lamps'))
      .getAllByRole('cell')
      .slice(1, 3)
      .map(({ textContent }) => textContent),
  ).toEqual(['Nov 1, 2026', '3'])
  expect(screen.getByRole('link', { name: 'On lamps' }).getAttribute('href')).toBe('/dashboard/blogs/edit/51')
  expect(screen.getByRole('link', { name: 'View On lamps as readers see it' }).getAttribute('href')).toMatch(
    /^\/student\/blog\/51-/,
  )
  expect(within(rowOf('Not yet')).getByText('Draft')).toBeDefined()
  expect(within(rowOf('Not yet')).queryByRole('link', { name: /View/ })).toBeNull()
  expect(screen.getByText('No more data')).toBeDefined()
})

test('search and select are in the address and ask for their list', async () => {
  const { user, router, calls } = await showPanel({}, '/dashboard/blogs?type=Draft')
  await screen.findByText('Not yet')
  expect(calls.findLast(({ name }) => name === 'getBlogsAdmin')?.input).toEqual({
    page: 1,
    search_text: '',
    select_data: 'Draft',
  })
  await user.type(screen.getByRole('searchbox', { name: 'Search by title' }), 'lamps{Enter}')
  await waitFor(() => expect(router.state.location.search).toBe('?type=Draft&search=lamps'))
  await waitFor(() =>
    expect(calls.findLast(({ name }) => name === 'getBlogsAdmin')?.input).toEqual({
      page: 1,
      search_text: 'lamps',
      select_data: 'Draft',
    }),
  )
})

test('without posts the panel says so and offers to write the first', async () => {
  await showPanel({ getBlogsAdmin: () => ({ msg: [], nextPage: null }) })
  expect(await screen.findByText('No Blogs are available')).toBeDefined()
  expect(screen.getAllByRole('link', { name: 'Add Blog' })).toHaveLength(2)
})

test('a post is deleted after the popup that says what goes; it leaves the list at once', async () => {
  let isDeleted = false
  const { user, calls } = await showPanel({
    getBlogsAdmin: () => ({ msg: isDeleted ? [DRAFT] : [DRAFT, LAMPS], nextPage: null }),
    deleteBlog: () => {
      isDeleted = true
      return { msg: 'The post is deleted' }
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
  expect(await screen.findByText('The post is deleted')).toBeDefined()
  expect(calls.find(({ name }) => name === 'deleteBlog')?.input).toEqual({ blog_id: 51 })
})

test('a refused delete brings the post back and says why', async () => {
  const { user } = await showPanel({
    deleteBlog: () => {
      throw new AppError('busy')
    },
  })
  await user.click(await screen.findByRole('button', { name: 'Delete On lamps' }))
  await user.click(screen.getByRole('button', { name: 'YES !' }))
  expect(await screen.findByText(/“On lamps” is not deleted: The service is busy/)).toBeDefined()
  expect(screen.getByRole('link', { name: 'On lamps' })).toBeDefined()
})
