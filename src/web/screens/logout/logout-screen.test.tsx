import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { AppError } from '#contract/errors.ts'
import { buildUser } from '#web/testing/factories.ts'
import { writeNoteDraft } from '#web/features/notes/note-draft.ts'
import { writeAnswerDrafts } from '#web/features/quiz/attempt/answer-drafts.ts'
import { createDraftStore } from '#web/features/versioned-form/stored-draft.ts'
import type { CallMocks } from '#web/testing/render-screen.tsx'
import { showScreen } from '#web/testing/show-screen.ts'
import { stubLocation } from '#web/testing/stub-location.ts'
import '#web/testing/preload-screens.ts'

/** A session that `logout` ends, after failing once for each of the errors. */
function mockSession(errors: AppError[]): CallMocks {
  let isSignedIn = true
  return {
    session: () => ({
      msg: isSignedIn ? { loggedIn: true, userData: [buildUser()] } : { loggedIn: false, userData: [] },
    }),
    logout: () => {
      const error = errors.pop()
      if (error) throw error
      isSignedIn = false
      return { msg: 'Logged out' }
    },
  }
}

const findLanding = () => screen.findByRole('heading', { name: /learning made easy/i })

describe('logging out', () => {
  it.each(['/logout', '/student/logout'])('ends the session once at %s and goes home as a visitor', async (url) => {
    const { calls } = await showScreen(url, mockSession([]))
    await findLanding()
    const main = within(screen.getByRole('main'))
    expect(main.getAllByRole('link', { name: 'Sign up' })).not.toHaveLength(0)
    expect(calls.filter(({ name }) => name === 'logout')).toHaveLength(1)
  })

  it('removes what the user wrote and did not send, and nobody else’s', async () => {
    localStorage.setItem('chat-draft:7:7', 'Mine')
    for (const form of ['comment', 'review', 'profile']) localStorage.setItem(`${form}-draft:7:41`, 'Mine')
    writeNoteDraft(7, 901, { seconds: 8, text: 'Mine' })
    writeAnswerDrafts(7, 5, { q1: 'Mine' })
    createDraftStore(7, 'course-2').write(41, { title: 'Mine' }, 3)
    createDraftStore(7, 'blog').write(null, { title: 'Mine' }, null)
    localStorage.setItem('chat-draft:70:70', 'Another user’s')
    sessionStorage.setItem('chat-unsent:7', '[]')
    await showScreen('/logout', mockSession([]))
    await findLanding()
    expect(Object.keys(localStorage)).toEqual(['chat-draft:70:70'])
    expect(sessionStorage).toHaveLength(0)
  })

  it('logs out on retry after a failure', async () => {
    const { user } = await showScreen('/logout', mockSession([new AppError('not_ready')]))
    await screen.findByRole('heading', { name: "We couldn't log you out" })
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await findLanding()
  })

  it('loads the home page from the server when the session cannot be fetched after it', async () => {
    const loaded = stubLocation()
    const mocks = mockSession([])
    let hasLoggedOut = false
    await showScreen('/logout', {
      ...mocks,
      session: (input) => {
        if (hasLoggedOut) throw new AppError('connection')
        return mocks.session?.(input) ?? { msg: { loggedIn: false, userData: [] } }
      },
      logout: () => {
        hasLoggedOut = true
        return { msg: 'Logged out' }
      },
    })
    await waitFor(() => expect(loaded).toEqual(['/']))
    screen.getByRole('heading', { name: 'Logging you out' })
  })

  it.each(['/logout', '/student/logout'])('ends the session at %s in maintenance, too', async (url) => {
    const { calls, getPathname } = await showScreen(url, {
      ...mockSession([]),
      getMaintenace: () => ({ msg: [{ status: false }] }),
    })
    await screen.findByRole('heading', { name: 'Website is under maintenance' })
    expect(getPathname()).toBe('/maintenance')
    expect(calls.filter(({ name }) => name === 'logout')).toHaveLength(1)
    expect(within(screen.getByRole('banner')).queryByRole('navigation', { name: 'Account' })).toBeNull()
  })
})
