import { cleanup, screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { AppError } from '#contract/errors.ts'
import { mockSignedIn } from '#web/testing/factories.ts'
import type { CallMocks } from '#web/testing/render-screen.tsx'
import { showScreen } from '#web/testing/show-screen.ts'
import '#web/testing/preload-screens.ts'

beforeEach(() => sessionStorage.clear())

const INSECURE = { code: 'insecure_public_url', text: 'PUBLIC_URL is not https. Browsers send passwords in the clear.' }
const DISK = { code: 'low_disk', text: 'Less than 1 GB of disk space is left.' }

const showDashboard = (mocks: CallMocks = {}) =>
  showScreen('/dashboard/users', {
    ...mockSignedIn({ role: 'admin' }),
    getUsers: () => ({ msg: [], nextPage: null }),
    getSiteWarnings: () => ({ msg: [INSECURE, DISK] }),
    ...mocks,
  })
const findWarnings = async () => within(await screen.findByRole('region', { name: 'Site warnings' }))

test('shows what is wrong with the set-up until it is dismissed in this tab', async () => {
  const { user } = await showDashboard()
  const warnings = await findWarnings()
  warnings.getByText(INSECURE.text)
  const [first] = warnings.getAllByRole('button', { name: 'Dismiss' })
  if (first) await user.click(first)
  expect(warnings.queryByText(INSECURE.text)).toBeNull()
  warnings.getByText(DISK.text)
  cleanup()

  await showDashboard()
  const again = await findWarnings()
  again.getByText(DISK.text)
  expect(again.queryByText(INSECURE.text)).toBeNull()
})

test.each([
  ['no warnings', () => ({ msg: [] })],
  [
    'a failed request',
    () => {
      throw new AppError('connection')
    },
  ],
])('shows nothing for %s', async (_, getSiteWarnings) => {
  const { calls } = await showDashboard({ getSiteWarnings })
  await screen.findByText('No users found')
  expect(calls.some(({ name }) => name === 'getSiteWarnings')).toBe(true)
  expect(screen.queryByRole('region', { name: 'Site warnings' })).toBeNull()
})

test('ignores malformed stored dismissals', async () => {
  sessionStorage.setItem('dismissed-warnings', '{"low_disk":')
  await showDashboard()
  ;(await findWarnings()).getByText(DISK.text)
})
