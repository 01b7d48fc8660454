import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { AppError } from '#contract/errors.ts'
import type { TrashEntry } from '#contract/schemas/operations/trash.ts'
import { mockSignedIn } from '#web/testing/factories.ts'
import type { CallMocks } from '#web/testing/render-screen.tsx'
import { showScreen } from '#web/testing/show-screen.ts'
import { spyOnConsoleError } from '#web/testing/spy-on-console-error.ts'
// Lazy routes: loading them here keeps the import's time out of the tests that open them.
import '#web/screens/admin/blogs/blogs-screen.tsx'
import './trash-screen.tsx'

const SQL: TrashEntry = {
  kind: 'course',
  id: 41,
  name: 'Databases',
  details: '1 student, 9 lessons',
  deleted_by: 'Ada Okoro',
  deleted_date: '2026-11-20T09:30:00.000Z',
  purged_date: '2026-12-20T09:30:00.000Z',
}
const GIT: TrashEntry = { ...SQL, id: 42, name: 'Git', purged_date: null }

const showTrash = (mocks: CallMocks = {}, address = '/dashboard/trash') =>
  showScreen(address, {
    ...mockSignedIn({ role: 'admin' }),
    getTrash: ({ kind }) => ({ msg: kind === 'course' ? [SQL, GIT] : [], nextPage: null }),
    ...mocks,
  })
const findRow = (name: string) => screen.findByRole('row', { name: new RegExp(name) })

test.each(['/dashboard/trash', '/dashboard/courses/deleted'])('lists deleted courses at %s', async (address) => {
  await showTrash({}, address)
  const row = await findRow('Databases')
  for (const text of ['1 student, 9 lessons', 'Ada Okoro', 'Nov 20, 2026', 'Dec 20, 2026'])
    expect(row.textContent).toContain(text)
  // Archived courses have no end, and orders, so they are not deleted for good.
  const archived = await findRow('Git')
  expect(archived.textContent).toContain('Archived')
  expect(within(archived).queryByRole('button', { name: /Delete/ })).toBeNull()
  const tabs = within(screen.getByRole('navigation', { name: 'Kind' }))
  expect(tabs.getByRole('link', { current: 'page' }).textContent).toBe('Courses')
})

test('each kind is a page of its own, and an empty one says what the trash is for', async () => {
  const { user, calls } = await showTrash()
  await user.click(within(screen.getByRole('navigation', { name: 'Kind' })).getByRole('link', { name: 'Users' }))
  await screen.findByText('No deleted users')
  expect(calls.findLast(({ name }) => name === 'getTrash')?.input).toMatchObject({ kind: 'user', page: 1 })
})

test('restores an entry, which leaves the list at once', async () => {
  let isRestored = false
  const { user, calls } = await showTrash({
    getTrash: () => ({ msg: isRestored ? [GIT] : [SQL, GIT], nextPage: null }),
    restoreFromTrash: () => {
      isRestored = true
      return { msg: 'The course was restored' }
    },
  })
  await user.click(await screen.findByRole('button', { name: 'Restore Databases' }))
  expect(screen.queryByText('Databases')).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Trash' }))
  await screen.findByText('The course was restored')
  expect(calls.find(({ name }) => name === 'restoreFromTrash')?.input).toEqual({ kind: 'course', id: 41 })
})

test('deletes for good after a warning', async () => {
  const { user, calls } = await showTrash({ deleteFromTrash: () => ({ msg: 'The course was deleted for good' }) })
  await user.click(await screen.findByRole('button', { name: 'Delete Databases for good' }))
  const dialog = await screen.findByRole('dialog')
  expect(dialog.textContent).toContain('“Databases” will be permanently deleted now and cannot be undone.')
  await user.click(within(dialog).getByRole('button', { name: 'Cancel' }))
  expect(calls.some(({ name }) => name === 'deleteFromTrash')).toBe(false)
  await user.click(await screen.findByRole('button', { name: 'Delete Databases for good' }))
  await user.click(await screen.findByRole('button', { name: 'YES !' }))
  await screen.findByText('The course was deleted for good')
  expect(calls.find(({ name }) => name === 'deleteFromTrash')?.input).toEqual({ kind: 'course', id: 41 })
})

test('returns the entry to the list, says why and logs it when the server refuses', async () => {
  const consoleError = spyOnConsoleError()
  const { user } = await showTrash({
    restoreFromTrash: () => {
      throw new AppError('cannot_restore')
    },
  })
  await user.click(await screen.findByRole('button', { name: 'Restore Databases' }))
  await screen.findByText(/^Couldn’t restore “Databases”: This can’t be restored/)
  await findRow('Databases')
  expect(consoleError).toHaveBeenCalledOnce()
})

test('a deletion can be undone from its message', async () => {
  const post = {
    blog_id: 5,
    title: 'On lamps',
    subtitle: '',
    image_url: '',
    created_date: SQL.deleted_date,
    public: true,
    comments: 0,
  }
  const { user, calls } = await showScreen('/dashboard/blogs', {
    ...mockSignedIn({ role: 'admin' }),
    getBlogsAdmin: () => ({ msg: [post], nextPage: null }),
    deleteBlog: () => ({ msg: 'The post was deleted' }),
    restoreFromTrash: () => ({ msg: 'The post was restored' }),
  })
  await user.click(await screen.findByRole('button', { name: 'Delete On lamps' }))
  await user.click(await screen.findByRole('button', { name: 'YES !' }))
  await screen.findByText('The post was deleted')
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await screen.findByText('The post was restored')
  expect(screen.queryByText('The post was deleted')).toBeNull()
  expect(calls.find(({ name }) => name === 'restoreFromTrash')?.input).toEqual({ kind: 'post', id: 5 })
})
