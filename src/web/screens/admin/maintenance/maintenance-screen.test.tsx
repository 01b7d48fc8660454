import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { AppError } from '#contract/errors.ts'
import { mockSignedIn } from '#web/testing/factories.ts'
import { renderScreen } from '#web/testing/render-screen.tsx'
// Loaded here so that the lazy import does not count towards the first test.
import './maintenance-screen.tsx'

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

/** One by one: each second's timer is set when the previous one has been rendered. */
async function advanceSeconds(n: number) {
  for (let passed = 0; passed < n; passed++) await act(() => vi.advanceTimersByTimeAsync(1_000))
}
const banner = () => screen.queryByText(/System will/)?.textContent

function showPanel(isRunning: boolean, refusal?: AppError) {
  const sent: boolean[] = []
  let status = isRunning
  let isAnswering = true
  const shown = renderScreen('/dashboard/maintenance', {
    ...mockSignedIn({ role: 'admin' }),
    getMaintenace: () => (isAnswering ? { msg: [{ status }] } : new Promise(() => {})),
    setMaintenance: (input) => {
      sent.push(input.status)
      if (refusal) {
        isAnswering = false
        throw refusal
      }
      status = input.status
      return { msg: status ? 'System is running now' : 'System is down for maintenance' }
    },
  })
  return { ...shown, sent, switchElsewhere: (to: boolean) => (status = to) }
}

test('shuts the system down five seconds after the click', async () => {
  const { sent } = showPanel(true)
  await screen.findByRole('heading', { name: 'Active' })
  fireEvent.click(screen.getByRole('button', { name: 'Shut down the system' }))
  for (const left of [5, 4, 3, 2, 1]) {
    expect(banner()).toContain(`System will shut down after ${left}`)
    expect(sent).toHaveLength(0)
    await advanceSeconds(1)
  }
  expect(sent).toEqual([false])
  await screen.findByText('System is down for maintenance')
  expect(screen.getByRole('heading', { name: 'Inactive' })).toBeTruthy()
  expect(banner()).toBeUndefined()
})

test('starts the system again five seconds after the click', async () => {
  const { sent } = showPanel(false)
  await screen.findByRole('heading', { name: 'Inactive' })
  fireEvent.click(screen.getByRole('button', { name: 'Start the system' }))
  expect(banner()).toContain('System will run after 5')
  await advanceSeconds(5)
  expect(sent).toEqual([true])
  await screen.findByText('System is running now')
  expect(screen.getByRole('heading', { name: 'Active' })).toBeTruthy()
})

test('cancels the countdown, and ignores a second click', async () => {
  const { sent } = showPanel(true)
  const power = await screen.findByRole('button', { name: 'Shut down the system' })
  fireEvent.click(power)
  await advanceSeconds(3)
  fireEvent.click(power)
  expect(banner()).toContain('after 2')
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(document.activeElement).toBe(power)
  await advanceSeconds(10)
  expect([sent, banner()]).toEqual([[], undefined])
})

test('focuses the power button when the countdown ends while Cancel has the focus', async () => {
  const { sent } = showPanel(true)
  const power = await screen.findByRole('button', { name: 'Shut down the system' })
  fireEvent.click(power)
  screen.getByRole('button', { name: 'Cancel' }).focus()
  await advanceSeconds(5)
  expect(sent).toEqual([false])
  expect(document.activeElement).toBe(power)
})

test('cancels the countdown when the panel is left', async () => {
  const { sent, router } = showPanel(true)
  fireEvent.click(await screen.findByRole('button', { name: 'Shut down the system' }))
  expect(banner()).toContain('System will shut down after 5')
  await act(() => router.navigate('/dashboard/nowhere'))
  await advanceSeconds(10)
  expect(sent).toEqual([])
})

test('sends the status chosen at the click when another admin switches during the countdown', async () => {
  const { sent, switchElsewhere } = showPanel(true)
  const power = await screen.findByRole('button', { name: 'Shut down the system' })
  // The status is read every ten seconds: the next time is within the countdown.
  await advanceSeconds(7)
  fireEvent.click(power)
  switchElsewhere(false)
  await advanceSeconds(4)
  screen.getByRole('heading', { name: 'Inactive' })
  await advanceSeconds(1)
  expect(sent).toEqual([false])
})

test('shows the error when the server refuses, while the status is still asked for', async () => {
  showPanel(true, new AppError('connection'))
  fireEvent.click(await screen.findByRole('button', { name: 'Shut down the system' }))
  await advanceSeconds(5)
  await screen.findByText('Error connecting to server')
  expect(screen.getByRole('heading', { name: 'Active' })).toBeTruthy()
})

test('shows within ten seconds that another admin switched the status', async () => {
  const { switchElsewhere } = showPanel(true)
  await screen.findByRole('heading', { name: 'Active' })
  switchElsewhere(false)
  await advanceSeconds(10)
  await screen.findByRole('heading', { name: 'Inactive' })
})

test('says what was switched only until another admin switches back', async () => {
  const { switchElsewhere } = showPanel(true)
  fireEvent.click(await screen.findByRole('button', { name: 'Shut down the system' }))
  await advanceSeconds(5)
  await screen.findByText('System is down for maintenance')
  switchElsewhere(true)
  await advanceSeconds(10)
  await screen.findByRole('heading', { name: 'Active' })
  expect(screen.queryByText('System is down for maintenance')).toBeNull()
})
