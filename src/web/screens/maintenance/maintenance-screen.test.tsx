import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { showScreen } from '#web/testing/show-screen.ts'

describe('the maintenance page', () => {
  it('replaces every page during maintenance and is not indexed', async () => {
    await showScreen('/student/allcourses', {
      getMaintenace: () => ({ msg: [{ status: false }] }),
    })
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Website is under maintenance')
    screen.getByText("We'll be back shortly")
    expect(document.querySelector('meta[name=robots]')?.getAttribute('content')).toBe('noindex')
  })
})
