import { fireEvent, screen, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { AppError } from '#contract/errors.ts'
import { ADMIN, STUDENT } from '#web/testing/people.ts'
import { renderScreen } from '#web/testing/render-screen.tsx'

const title = () => screen.getByRole('heading', { level: 1 }).textContent
const goBack = () => fireEvent.click(within(screen.getByRole('main')).getByRole('button', { name: 'Go back' }))

afterEach(() => vi.restoreAllMocks())

describe('An address that leads nowhere', () => {
  it('is a 404 on the site', async () => {
    await renderScreen('/nowhere')
    expect(title()).toBe('404 - Page Not Found')
  })

  it('has the area’s own words in the student area', async () => {
    await renderScreen('/student/nowhere', { user: STUDENT })
    expect(title()).toBe('Page Not Found')
  })

  it('has the area’s own words in the dashboard', async () => {
    await renderScreen('/dashboard/nowhere', { user: ADMIN })
    expect(title()).toBe('Page Not Found')
  })

  it('leads back home in a tab that has nowhere else to go back to', async () => {
    vi.spyOn(window.history, 'length', 'get').mockReturnValue(1)
    const { where } = await renderScreen('/nowhere')
    goBack()
    await vi.waitFor(() => expect(where()).toBe('/'))
  })

  it('leads back to the page before', async () => {
    vi.spyOn(window.history, 'length', 'get').mockReturnValue(2)
    const { router, where } = await renderScreen('/login')
    await router.navigate('/nowhere')
    await screen.findByRole('heading', { name: '404 - Page Not Found' })
    goBack()
    await vi.waitFor(() => expect(where()).toBe('/login'))
  })

  it('does not hide what else went wrong on the way', async () => {
    await renderScreen('/nowhere', { answers: { session: new AppError('not_ready') } })
    expect(title()).toBe('Something went wrong')
  })
})
