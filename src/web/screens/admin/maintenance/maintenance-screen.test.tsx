import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { AppError } from '#contract/errors.ts'
import { mockSignedIn } from '#web/testing/factories.ts'
import { renderScreen } from '#web/testing/render-screen.tsx'

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

/** One by one: each second's timer is set when the one before it has been drawn. */
async function seconds(n: number) {
  for (let passed = 0; passed < n; passed++) await act(() => vi.advanceTimersByTimeAsync(1_000))
}
const banner = () => screen.queryByText(/System will/)?.textContent

/** The panel over a server that holds the switch. */
function showPanel(running: boolean, refusal?: AppError) {
  const sent: boolean[] = []
  let status = running
  const shown = renderScreen('/dashboard/maintenance', {
    ...mockSignedIn({ role: 'admin' }),
    getMaintenace: () => ({ msg: [{ status }] }),
    setMaintenance: (input) => {
      sent.push(input.status)
      if (refusal) throw refusal
      status = input.status
      return { msg: status ? 'System is running now' : 'System is down for maintenance' }
    },
  })
  return { ...shown, sent, switchElsewhere: (to: boolean) => (status = to) }
}

test('the power icon shuts the system down after five seconds, and says so', async () => {
  const { sent } = showPanel(true)
  await screen.findByRole('heading', { name: 'Active' })
  fireEvent.click(screen.getByRole('button', { name: 'Shut the system down' }))
  for (const left of [5, 4, 3, 2, 1]) {
    expect(banner()).toContain(`System will shut down after ${left}`)
    expect(sent).toEqual([])
    await seconds(1)
  }
  expect(sent).toEqual([false])
  await screen.findByText('System is down for maintenance')
  expect(screen.getByRole('heading', { name: 'Inactive' })).toBeTruthy()
  expect(banner()).toBeUndefined()
})

test('and lets it run again', async () => {
  const { sent } = showPanel(false)
  await screen.findByRole('heading', { name: 'Inactive' })
  fireEvent.click(screen.getByRole('button', { name: 'Run the system' }))
  expect(banner()).toContain('System will run after 5')
  await seconds(5)
  expect(sent).toEqual([true])
  await screen.findByText('System is running now')
  expect(screen.getByRole('heading', { name: 'Active' })).toBeTruthy()
})

test('until the five seconds are over it can be called off, and a second click begins no second countdown', async () => {
  const { sent } = showPanel(true)
  const power = await screen.findByRole('button', { name: 'Shut the system down' })
  fireEvent.click(power)
  await seconds(3)
  fireEvent.click(power)
  expect(banner()).toContain('after 2')
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  await seconds(10)
  expect([sent, banner()]).toEqual([[], undefined])
})

test('leaving the panel calls it off', async () => {
  const { sent, router } = showPanel(true)
  fireEvent.click(await screen.findByRole('button', { name: 'Shut the system down' }))
  await act(() => router.navigate('/dashboard/nowhere'))
  await seconds(10)
  expect(sent).toEqual([])
})

test('what was wanted at the click is sent, even when another admin switched meanwhile', async () => {
  const { sent, switchElsewhere } = showPanel(true)
  fireEvent.click(await screen.findByRole('button', { name: 'Shut the system down' }))
  switchElsewhere(false)
  await seconds(5)
  expect(sent).toEqual([false])
})

test('a refusal is said, and what is true is shown', async () => {
  showPanel(true, new AppError('connection'))
  fireEvent.click(await screen.findByRole('button', { name: 'Shut the system down' }))
  await seconds(5)
  await screen.findByText('Error connecting to server')
  expect(screen.getByRole('heading', { name: 'Active' })).toBeTruthy()
})

test('it follows what another admin does within ten seconds', async () => {
  const { switchElsewhere } = showPanel(true)
  await screen.findByRole('heading', { name: 'Active' })
  switchElsewhere(false)
  await seconds(10)
  await screen.findByRole('heading', { name: 'Inactive' })
})
