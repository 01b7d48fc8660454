import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { AppError } from '#contract/errors.ts'
import { buildAccount, buildUser, mockSignedIn } from '#web/testing/factories.ts'
import { FakeWebSocket } from '#web/testing/fake-web-socket.ts'
import type { CallMocks } from '#web/testing/render-screen.tsx'
import { showScreen } from '#web/testing/show-screen.ts'
import '#web/testing/preload-screens.ts'

/** An admin's session that `setViewAsStudent` switches, after failing once for each of the errors. */
function mockAdmin(asStudent: boolean, mocks: CallMocks = {}, errors: AppError[] = []): CallMocks {
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
      const error = errors.pop()
      if (error) throw error
      viewsAsStudent = on
      return { msg: 'Done' }
    },
    getCourses: () => ({ msg: [], nextPage: null }),
    getUsers: () => ({ msg: [], nextPage: null }),
    ...mocks,
  }
}

const queryBar = () => screen.queryByRole('complementary', { name: 'Student view' })

describe('viewing the site as a student', () => {
  it('opens the course list as a student, with a bar that leads back to the dashboard', async () => {
    const { calls } = await showScreen('/viewasstudent', mockAdmin(false))
    await screen.findByRole('heading', { level: 1, name: /courses/i })
    expect(calls.filter(({ name }) => name === 'setViewAsStudent')).toEqual([
      { name: 'setViewAsStudent', input: { on: true } },
    ])
    const nav = within(screen.getByRole('navigation', { name: 'Main' }))
    expect(nav.getByRole('link', { name: 'My Courses' }).getAttribute('href')).toBe('/student/mycourses')
    const back = await screen.findByRole('link', { name: 'Back to the dashboard' })
    expect(back.getAttribute('href')).toBe('/viewasadmin')
  })

  it('returns to the dashboard on retry after a failure', async () => {
    const { user, calls } = await showScreen('/viewasadmin', mockAdmin(true, {}, [new AppError('connection')]))
    await screen.findByText('Error connecting to server')
    await screen.findByRole('complementary', { name: 'Student view' })
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await screen.findByText('admin dashboard management')
    expect(queryBar()).toBeNull()
    expect(calls.filter(({ name }) => name === 'setViewAsStudent')).toHaveLength(2)
  })

  it('sends students home', async () => {
    const { calls } = await showScreen('/viewasstudent', mockSignedIn())
    await screen.findByRole('heading', { name: /learning made easy/i })
    expect(queryBar()).toBeNull()
    expect(calls.some(({ name }) => name === 'setViewAsStudent')).toBe(false)
  })

  it('keeps the bar during maintenance', async () => {
    await showScreen('/student/allcourses', mockAdmin(true, { getMaintenace: () => ({ msg: [{ status: false }] }) }))
    await screen.findByRole('heading', { name: 'Website is under maintenance' })
    expect(queryBar()?.textContent).toContain('Back to the dashboard')
  })
})

describe('student screens viewed by an admin', () => {
  it('explain in the chat that admins answer in the dashboard', async () => {
    await showScreen(
      '/student/chat',
      mockAdmin(true, { getAdminId: () => ({ msg: [] }), getMsg: () => ({ msg: [], nextPage: null }) }),
    )
    screen.getByRole('heading', { level: 1, name: 'Chat' })
    screen.getByText('Students write to you here')
    expect(screen.queryByRole('textbox', { name: 'Message' })).toBeNull()
  })

  it('do not offer to delete the account', async () => {
    await showScreen(
      '/student/profile',
      mockAdmin(true, {
        getUserData: () => ({ msg: { data: [buildUser()] } }),
        getAccount: () => ({ msg: buildAccount() }),
      }),
    )
    await screen.findByRole('heading', { name: /password/i })
    expect(screen.queryByRole('heading', { name: 'Delete account' })).toBeNull()
  })
})
