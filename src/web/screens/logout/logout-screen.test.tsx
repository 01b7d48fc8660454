import { fireEvent, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { AppError } from '#contract/errors.ts'
import { buildUser } from '#web/testing/factories.ts'
import type { CallMocks } from '#web/testing/render-screen.tsx'
import { showScreen } from '#web/testing/show-screen.ts'

/** A session that ends when the network is asked to end it. */
function sessionOf(refusals: AppError[]): CallMocks {
  let signedIn = true
  return {
    session: () => ({
      msg: signedIn ? { loggedIn: true, userData: [buildUser()] } : { loggedIn: false, userData: [] },
    }),
    logout: () => {
      const refusal = refusals.pop()
      if (refusal) throw refusal
      signedIn = false
      return { msg: 'Bye' }
    },
  }
}

describe('Logging out', () => {
  it.each(['/logout', '/student/logout'])(
    'over %s ends the session once and goes home as a visitor',
    async (address) => {
      const { calls, getPathname } = await showScreen(address, sessionOf([]))
      await expect.poll(getPathname).toBe('/')
      expect(calls.filter(({ name }) => name === 'logout').length).toBe(1)
      expect((await screen.findAllByRole('link', { name: 'Log in' })).length).toBeGreaterThan(0)
    },
  )

  it('says so when it failed, and can be tried again', async () => {
    const { getPathname } = await showScreen('/logout', sessionOf([new AppError('not_ready')]))
    expect(await screen.findByRole('heading', { name: 'You are still signed in' })).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
    await expect.poll(getPathname).toBe('/')
  })
})
