import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { showScreen } from '#web/testing/show-screen.ts'

describe('The maintenance page', () => {
  it('is where everybody ends up in maintenance', async () => {
    const { getPathname } = await showScreen('/student/allcourses', {
      getMaintenace: () => ({ msg: [{ status: false }] }),
    })
    expect(getPathname()).toBe('/maintenance')
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Website is under maintenance')
    expect(screen.getByText("We'll be back shortly")).toBeTruthy()
    expect(document.querySelector('meta[name=robots]')?.getAttribute('content')).toBe('noindex')
  })
})
