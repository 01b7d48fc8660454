import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { AppError } from '#contract/errors.ts'
import type { AdminPath } from '#contract/schemas/learning/paths.ts'
import { buildPath } from '#web/testing/build-path.ts'
import { mockSignedIn } from '#web/testing/factories.ts'
import type { CallMocks } from '#web/testing/render-screen.tsx'
import { showScreen } from '#web/testing/show-screen.ts'
import { spyOnConsoleError } from '#web/testing/spy-on-console-error.ts'

const WEB: AdminPath = { ...buildPath({ price: 80, courses: 1 }), public: true, students: 2 }
const DRAFT: AdminPath = { ...buildPath({ path_id: 72, title: 'Not yet' }), public: false, students: 0 }

const showPanel = (mocks: CallMocks = {}) =>
  showScreen('/dashboard/paths', {
    ...mockSignedIn({ role: 'admin' }),
    getPathsAdmin: () => ({ msg: [DRAFT, WEB], nextPage: null }),
    ...mocks,
  })
const getRow = (title: string) => screen.getByRole('row', { name: new RegExp(title) })

async function deletePath({ user }: Awaited<ReturnType<typeof showPanel>>) {
  await user.click(await screen.findByRole('button', { name: 'Delete Web developer' }))
  await user.click(screen.getByRole('button', { name: 'YES !' }))
}

test('lists paths and drafts with their courses, students and price', async () => {
  await showPanel()
  await screen.findByText('Web developer')
  within(getRow('Web developer')).getByText('1 course · 2 students')
  within(getRow('Web developer')).getByText('$80')
  within(getRow('Not yet')).getByText('Draft')
  within(getRow('Not yet')).getByText('One by one')
  expect(screen.getByRole('link', { name: 'Web developer' }).getAttribute('href')).toBe('/dashboard/paths/edit/71')
})

test('shows a price in the currency of the site', async () => {
  const settings = { providers: [], currency: 'EUR', tax_rate: 0, tax_included: true }
  await showPanel({ getPaymentSettings: () => ({ msg: settings }) })
  await screen.findByText('Web developer')
  within(getRow('Web developer')).getByText('€80')
})

test('offers to add a path when there are none', async () => {
  await showPanel({ getPathsAdmin: () => ({ msg: [], nextPage: null }) })
  await screen.findByText('No paths yet')
  expect(screen.getAllByRole('link', { name: 'Add path' })).toHaveLength(2)
})

test('deletes a path after a warning and removes it from the list at once', async () => {
  let isDeleted = false
  const view = await showPanel({
    getPathsAdmin: () => ({ msg: isDeleted ? [DRAFT] : [DRAFT, WEB], nextPage: null }),
    deletePath: () => {
      isDeleted = true
      return { msg: 'The path was deleted' }
    },
  })
  await deletePath(view)
  await waitFor(() => expect(screen.queryByText('Web developer')).toBeNull())
  await screen.findByText('The path was deleted')
  expect(view.calls.find(({ name }) => name === 'deletePath')?.input).toEqual({ path_id: 71 })
})

test('restores the path, says why and logs it when the server refuses to delete it', async () => {
  const consoleError = spyOnConsoleError()
  await deletePath(await showPanel({ deletePath: () => Promise.reject(new AppError('busy')) }))
  await screen.findByText(/Couldn’t delete “Web developer”: The service is busy/)
  screen.getByRole('link', { name: 'Web developer' })
  expect(consoleError).toHaveBeenCalledWith('Deleting the path failed:', 'The service is busy. Try again in a moment')
})
