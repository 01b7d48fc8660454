import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { AppError } from '#contract/errors.ts'
import { buildAccount, buildUser } from '#web/testing/factories.ts'
import { FakeWebSocket } from '#web/testing/fake-web-socket.ts'
import type { CallMocks } from '#web/testing/render-screen.tsx'
import { showScreen } from '#web/testing/show-screen.ts'

/** An admin's session, as the switch leaves it. */
function site(asStudent: boolean, more: CallMocks = {}): CallMocks {
  FakeWebSocket.install()
  let viewsAsStudent = asStudent
  return {
    session: () => ({
      msg: {
        loggedIn: true,
        userData: [buildUser({ role: viewsAsStudent ? 'student' : 'admin' })],
        ...(viewsAsStudent && { viewsAsStudent }),
      },
    }),
    setViewAsStudent: ({ on }) => {
      viewsAsStudent = on
      return { msg: 'Done' }
    },
    getCourses: () => ({ msg: [], nextPage: null }),
    getUsers: () => ({ msg: [], nextPage: null }),
    ...more,
  }
}

const strip = () => screen.queryByRole('complementary', { name: 'Student view' })

describe('View as a student', () => {
  it('leads to the catalogue as a student sees it, with a strip that says so and leads back', async () => {
    const { getPathname, calls, user } = await showScreen('/viewasstudent', site(false))
    await screen.findByRole('heading', { level: 1, name: /courses/i })
    expect(getPathname()).toBe('/student/allcourses')
    expect(calls.filter(({ name }) => name === 'setViewAsStudent')).toEqual([
      { name: 'setViewAsStudent', input: { on: true } },
    ])
    const bar = strip()
    if (!bar) throw new Error('There is no strip')
    expect(bar.textContent).toContain('You’re viewing the site as a student')
    expect(screen.getByRole('link', { name: 'My Courses', hidden: true })).toBeTruthy()
    await user.click(within(bar).getByRole('link', { name: 'Back to the dashboard' }))
    await screen.findByText('admin dashboard management')
    expect([getPathname(), strip()]).toEqual(['/dashboard', null])
  })

  it('says why it could not switch, and tries again when asked', async () => {
    let isOffline = true
    const network = site(true, {
      setViewAsStudent: () => {
        if (isOffline) throw new AppError('connection')
        return { msg: 'Done' }
      },
    })
    const { user, calls } = await showScreen('/viewasadmin', network)
    expect(await screen.findByText('Error connecting to server')).toBeTruthy()
    expect(strip()).toBeTruthy()
    isOffline = false
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await screen.findByText('One moment …')
    expect(calls.filter(({ name }) => name === 'setViewAsStudent')).toHaveLength(2)
  })

  it('is not for students, who see nothing of it', async () => {
    const { getPathname, calls } = await showScreen('/viewasstudent', {
      session: () => ({ msg: { loggedIn: true, userData: [buildUser()] } }),
    })
    expect([getPathname(), strip()]).toEqual(['/', null])
    expect(calls.some(({ name }) => name === 'setViewAsStudent')).toBe(false)
  })

  it('keeps its strip in maintenance, where the rest of the site is closed', async () => {
    const { getPathname } = await showScreen(
      '/student/allcourses',
      site(true, { getMaintenace: () => ({ msg: [{ status: false }] }) }),
    )
    expect([getPathname(), strip()?.textContent]).toEqual([
      '/maintenance',
      expect.stringContaining('Back to the dashboard'),
    ])
  })
})

describe('A student’s screens, to an admin', () => {
  it('have no chat with oneself: it says so, and opens no conversation', async () => {
    await showScreen(
      '/student/chat',
      site(true, { getAdminId: () => ({ msg: [] }), getMsg: () => ({ msg: [], nextPage: null }) }),
    )
    expect(screen.getByRole('heading', { level: 1, name: 'Chat' })).toBeTruthy()
    expect(screen.getByText('Students write to you here')).toBeTruthy()
    expect(screen.queryByRole('textbox', { name: 'Message' })).toBeNull()
  })

  it('do not offer to delete the account', async () => {
    await showScreen(
      '/student/profile',
      site(true, {
        getUserData: () => ({ msg: { data: [buildUser()] } }),
        getAccount: () => ({ msg: buildAccount() }),
      }),
    )
    expect(await screen.findByRole('heading', { name: /password/i })).toBeTruthy()
    expect(screen.queryByRole('heading', { name: 'Delete account' })).toBeNull()
  })
})
