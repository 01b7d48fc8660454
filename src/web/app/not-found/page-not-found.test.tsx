import { fireEvent, screen, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { AppError, type ErrorCode } from '#contract/errors.ts'
import { mockSignedIn } from '#web/testing/factories.ts'
import { showScreen } from '#web/testing/show-screen.ts'
import '#web/testing/preload-screens.ts'

const title = () => screen.getByRole('heading', { level: 1 }).textContent
const goBack = () => fireEvent.click(within(screen.getByRole('main')).getByRole('button', { name: 'Go back' }))

afterEach(() => vi.restoreAllMocks())

const refuse = (code: ErrorCode) => () => Promise.reject(new AppError(code))

describe('The not-found page', () => {
  it('shows “404 - Page Not Found” on the site', async () => {
    await showScreen('/nowhere')
    expect(title()).toBe('404 - Page Not Found')
  })

  it('shows “Page Not Found” in the student area', async () => {
    await showScreen('/student/nowhere', mockSignedIn())
    expect(title()).toBe('Page Not Found')
  })

  it('shows “Page Not Found” in the dashboard', async () => {
    await showScreen('/dashboard/nowhere', mockSignedIn({ role: 'admin' }))
    expect(title()).toBe('Page Not Found')
  })

  it('goes home when the tab has no previous page', async () => {
    vi.spyOn(window.history, 'length', 'get').mockReturnValue(1)
    const { getPathname } = await showScreen('/nowhere')
    goBack()
    await expect.poll(getPathname).toBe('/')
  })

  it('goes back to the previous page', async () => {
    vi.spyOn(window.history, 'length', 'get').mockReturnValue(2)
    const { router, getPathname } = await showScreen('/login')
    await router.navigate('/nowhere')
    await screen.findByRole('heading', { name: '404 - Page Not Found' })
    goBack()
    await expect.poll(getPathname).toBe('/login')
  })

  it('shows another error instead of a 404', async () => {
    await showScreen('/nowhere', { session: refuse('not_ready') })
    expect(title()).toBe('Something went wrong')
  })
})
