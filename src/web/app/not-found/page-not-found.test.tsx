import { fireEvent, screen, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { AppError, type ErrorCode } from '#contract/errors.ts'
import { mockSignedIn } from '#web/testing/factories.ts'
import { showScreen } from '#web/testing/show-screen.ts'

const title = () => screen.getByRole('heading', { level: 1 }).textContent
const goBack = () => fireEvent.click(within(screen.getByRole('main')).getByRole('button', { name: 'Go back' }))

afterEach(() => vi.restoreAllMocks())

const refuse = (code: ErrorCode) => () => Promise.reject(new AppError(code))

describe('An address that leads nowhere', () => {
  it('is a 404 on the site', async () => {
    await showScreen('/nowhere')
    expect(title()).toBe('404 - Page Not Found')
  })

  it('has the area’s own words in the student area', async () => {
    await showScreen('/student/nowhere', mockSignedIn())
    expect(title()).toBe('Page Not Found')
  })

  it('has the area’s own words in the dashboard', async () => {
    await showScreen('/dashboard/nowhere', mockSignedIn({ role: 'admin' }))
    expect(title()).toBe('Page Not Found')
  })

  it('leads back home in a tab that has nowhere else to go back to', async () => {
    vi.spyOn(window.history, 'length', 'get').mockReturnValue(1)
    const { getPathname } = await showScreen('/nowhere')
    goBack()
    await expect.poll(getPathname).toBe('/')
  })

  it('leads back to the page before', async () => {
    vi.spyOn(window.history, 'length', 'get').mockReturnValue(2)
    const { router, getPathname } = await showScreen('/login')
    await router.navigate('/nowhere')
    await screen.findByRole('heading', { name: '404 - Page Not Found' })
    goBack()
    await expect.poll(getPathname).toBe('/login')
  })

  it('does not hide what else went wrong on the way', async () => {
    await showScreen('/nowhere', { session: refuse('not_ready') })
    expect(title()).toBe('Something went wrong')
  })
})
