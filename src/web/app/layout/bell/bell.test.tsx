import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { AppError } from '#contract/errors.ts'
import type { Notification } from '#contract/schemas/notifications.ts'
import { buildCourse, buildUser, mockSignedIn } from '#web/testing/factories.ts'
import { FakeWebSocket } from '#web/testing/fake-web-socket.ts'
import { showScreen } from '#web/testing/show-screen.ts'

const NEW_LESSON: Notification = {
  notification_id: 2,
  kind: 'new-lesson',
  title: 'Git, understood',
  course_id: 5,
  course_title: 'Git, understood',
  material_id: null,
  created_date: new Date(Date.now() - 3_600_000).toISOString(),
  isRead: false,
}
const REPLY: Notification = {
  ...NEW_LESSON,
  notification_id: 1,
  kind: 'chat-answer',
  title: '',
  course_id: null,
  course_title: '',
  isRead: true,
}

beforeEach(() => FakeWebSocket.install())

const bell = (name: string | RegExp) => screen.findByRole('button', { name })
const list = () => within(screen.getByRole('region', { name: 'Notifications', hidden: true }))

function open(): void {
  const popover = screen.getByRole('region', { name: 'Notifications', hidden: true })
  fireEvent(popover, Object.assign(new Event('toggle'), { newState: 'open', oldState: 'closed' }))
}

describe('The bell', () => {
  it('counts unread notifications, links to them and marks them as read', async () => {
    let unread = 1
    const { calls } = await showScreen('/student/allcourses', {
      ...mockSignedIn(),
      getCourses: () => ({ msg: [], nextPage: null }),
      getNotifications: () => ({
        msg: { unread, notifications: [{ ...NEW_LESSON, isRead: unread === 0 }, REPLY] },
        nextPage: null,
      }),
      readNotifications: () => ({ msg: 'All notifications were marked as read' }),
    })
    await bell('Notifications, 1 unread')
    open()
    const [lesson, reply] = await list().findAllByRole('link', { hidden: true })
    expect(lesson?.getAttribute('href')).toBe('/student/CoursePage/5-Git,understood'.replace(',', '%2C'))
    expect(lesson?.textContent).toBe('New lessonGit, understood1 hour agoNew')
    expect(reply?.getAttribute('href')).toBe('/student/chat')
    await waitFor(() => expect(calls.map(({ name }) => name)).toContain('readNotifications'))
    unread = 0
    await FakeWebSocket.latest.accept()
    await FakeWebSocket.latest.emitFrame({ type: 'notifications', unread: 0 })
    await bell('Notifications')
  })

  it.each([
    ['Yes, every course is yours.', 'New reply in chatYes, every course is yours.1 hour ago'],
    [undefined, 'New reply in chat1 hour ago'],
  ])('shows how a reply in chat begins, where the server says so: %s', async (preview, text) => {
    const notifications = [{ ...REPLY, ...(preview && { preview }) }]
    await showScreen('/', {
      ...mockSignedIn(),
      getNotifications: () => ({ msg: { unread: 0, notifications }, nextPage: null }),
      readNotifications: () => ({ msg: '' }),
    })
    await bell('Notifications')
    open()
    expect((await list().findByRole('link', { hidden: true })).textContent).toBe(text)
  })

  it('forgets its count when the list was read, also without a socket', async () => {
    let unread = 1
    await showScreen('/', {
      ...mockSignedIn(),
      getNotifications: () => ({ msg: { unread, notifications: [NEW_LESSON] }, nextPage: null }),
      readNotifications: () => {
        unread = 0
        return { msg: 'All notifications were marked as read' }
      },
    })
    await bell('Notifications, 1 unread')
    open()
    await bell('Notifications')
  })

  it('marks nothing as read that it could not load', async () => {
    let isDown = false
    const { calls } = await showScreen('/', {
      ...mockSignedIn(),
      getNotifications: () => {
        if (isDown) throw new AppError('not_allowed')
        return { msg: { unread: 1, notifications: [NEW_LESSON] }, nextPage: null }
      },
      readNotifications: () => ({ msg: '' }),
    })
    await bell('Notifications, 1 unread')
    isDown = true
    const before = calls.filter(({ name }) => name === 'getNotifications').length
    open()
    await waitFor(() => expect(calls.filter(({ name }) => name === 'getNotifications').length).toBeGreaterThan(before))
    await act(async () => {})
    expect(calls.map(({ name }) => name)).not.toContain('readNotifications')
  })

  it('leads to the student’s certificates from a new one', async () => {
    const notifications = [{ ...NEW_LESSON, kind: 'certificate' as const }]
    await showScreen('/', {
      ...mockSignedIn(),
      getNotifications: () => ({ msg: { unread: 1, notifications }, nextPage: null }),
      readNotifications: () => ({ msg: '' }),
    })
    await bell('Notifications, 1 unread')
    open()
    const link = await list().findByRole('link', { hidden: true })
    expect(link.getAttribute('href')).toBe('/student/certificates')
    expect(link.textContent).toContain('Certificate earnedGit, understood')
  })

  it('refetches the open course when its notification is followed and no socket has told of the change', async () => {
    let title = 'Before'
    const { getPathname } = await showScreen('/student/CoursePage/5-Git%2Cunderstood', {
      ...mockSignedIn(),
      getCourseData: () => ({
        msg: {
          msg: { course: buildCourse({ course_id: 5, title }), sections: [], materials: [], completed: [] },
          enrolled: true,
        },
      }),
      getReviews: () => ({ msg: [], nextPage: null }),
      getReviewSummary: () => ({ msg: { counts: [0, 0, 0, 0, 0], own: null } }),
      getNotifications: () => ({ msg: { unread: 1, notifications: [NEW_LESSON] }, nextPage: null }),
      readNotifications: () => ({ msg: '' }),
    })
    await screen.findByRole('heading', { name: 'Before' })
    title = 'After'
    await bell('Notifications, 1 unread')
    open()
    fireEvent.click(await list().findByRole('link', { hidden: true }))
    expect(await screen.findByRole('heading', { name: 'After' })).toBeTruthy()
    expect(getPathname()).toBe('/student/CoursePage/5-Git%2Cunderstood')
  })

  it('asks for nothing while the student is logged out', async () => {
    let finishLogout = () => {}
    const isLoggedOut = new Promise<void>((resolve) => (finishLogout = resolve))
    const { calls } = await showScreen('/student/logout', {
      ...mockSignedIn(),
      logout: () => isLoggedOut.then(() => ({ msg: 'You were logged out' })),
    })
    await screen.findByRole('heading', { name: 'Logging you out' })
    // Long enough for the bell to load.
    await import('./bell.tsx')
    await waitFor(() => expect(calls.map(({ name }) => name)).toContain('logout'))
    await act(async () => {})
    expect(calls.map(({ name }) => name)).not.toContain('getNotifications')
    finishLogout()
  })

  it('opens its list without marking it as read in the student view of an admin', async () => {
    const { calls } = await showScreen('/', {
      ...mockSignedIn(),
      session: () => ({ msg: { loggedIn: true, viewsAsStudent: true, userData: [buildUser()] } }),
    })
    await bell('Notifications')
    open()
    expect(await list().findByText('You’re all caught up')).toBeTruthy()
    expect(calls.map(({ name }) => name)).not.toContain('readNotifications')
  })

  it('shows an empty state without notifications', async () => {
    await showScreen('/', { ...mockSignedIn(), readNotifications: () => ({ msg: '' }) })
    await bell('Notifications')
    open()
    expect(await list().findByText('You’re all caught up')).toBeTruthy()
  })

  it('counts a pushed notification', async () => {
    let unread = 0
    await showScreen('/', {
      ...mockSignedIn(),
      getNotifications: () => ({ msg: { unread, notifications: [] }, nextPage: null }),
    })
    await bell('Notifications')
    await FakeWebSocket.latest.accept()
    unread = 120
    await FakeWebSocket.latest.emitFrame({ type: 'notifications', unread })
    expect((await bell('Notifications, 120 unread')).textContent).toContain('99+')
  })

  it.each([
    ['visitors', {}],
    ['admins', mockSignedIn({ role: 'admin' })],
  ])('is not shown to %s', async (_, who) => {
    await showScreen('/', who)
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(screen.queryByRole('button', { name: /^Notifications/ })).toBeNull()
    expect(FakeWebSocket.opened).toEqual([])
  })

  it.each([
    ['lesson', 41, '?lesson=41'],
    ['course, once the lesson was removed,', null, ''],
  ])('leads to the %s from feedback on an assignment', async (_to, material_id, query) => {
    const notifications = [{ ...NEW_LESSON, kind: 'assignment-graded' as const, title: 'Essay', material_id }]
    await showScreen('/', {
      ...mockSignedIn(),
      getNotifications: () => ({ msg: { unread: 1, notifications }, nextPage: null }),
      readNotifications: () => ({ msg: '' }),
    })
    await bell('Notifications, 1 unread')
    open()
    const link = await list().findByRole('link', { hidden: true })
    expect(link.getAttribute('href')).toBe(`/student/CoursePage/5-Git%2Cunderstood${query}`)
    expect(link.textContent).toContain('Feedback on your workEssay')
  })
})
