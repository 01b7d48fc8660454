import { fireEvent, screen } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { AppError } from '#contract/errors.ts'
import { STUDENT } from '#web/testing/people.ts'
import { type Answers, renderScreen } from '#web/testing/render-screen.tsx'

/** A session that ends when the network is asked to end it. */
function sessionOf(refusals: AppError[]): Answers {
  let signedIn = true
  return {
    session: () => ({ msg: signedIn ? { loggedIn: true, userData: [STUDENT] } : { loggedIn: false, userData: [] } }),
    logout: () => {
      const refusal = refusals.pop()
      if (refusal) return refusal
      signedIn = false
      return { msg: 'Bye' }
    },
  }
}

describe('Logging out', () => {
  it.each(['/logout', '/student/logout'])('over %s ends the session once and goes home as a visitor', async (address) => {
    const { sent, where } = await renderScreen(address, { answers: sessionOf([]) })
    await vi.waitFor(() => expect(where()).toBe('/'))
    expect(sent.filter(({ name }) => name === 'logout').length).toBe(1)
    expect((await screen.findAllByRole('link', { name: 'Log in' })).length).toBeGreaterThan(0)
  })

  it('says so when it failed, and can be tried again', async () => {
    const { where } = await renderScreen('/logout', { answers: sessionOf([new AppError('not_ready')]) })
    expect(await screen.findByRole('heading', { name: 'You are still signed in' })).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
    await vi.waitFor(() => expect(where()).toBe('/'))
  })
})
