import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { AppError } from '#contract/errors.ts'
import type { UserDetails } from '#contract/schemas/accounts/admin-users.ts'
import { buildAccount, buildUser, mockSignedIn } from '#web/testing/factories.ts'
import { type CallMocks, renderScreen } from '#web/testing/render-screen.tsx'
import { spyOnConsoleError } from '#web/testing/spy-on-console-error.ts'
import { showScreen } from '#web/testing/show-screen.ts'
// Loaded here so that the lazy import does not count towards the first test.
import './user-screen.tsx'
import '../users-screen.tsx'

const ADA = buildUser({ student_id: 1, first_name: 'Ada', last_name: '', role: 'admin' })

const details = (values: Partial<UserDetails> = {}): UserDetails => ({
  user: buildUser(),
  email_confirmed: true,
  has_second_factor: false,
  enrollments: [
    {
      course_id: 42,
      title: 'Lamps',
      progress: 100,
      enrolled_date: '2026-10-01T08:00:00.000Z',
      completed_date: '2026-11-02T08:00:00.000Z',
      access: 'order',
    },
    {
      course_id: 41,
      title: 'Oils',
      progress: 33,
      enrolled_date: '2026-09-01T08:00:00.000Z',
      completed_date: null,
      access: 'free',
    },
  ],
  reviews: [
    {
      review_id: 5,
      course_id: 42,
      course_title: 'Lamps',
      stars: 4,
      review_text: 'Bright.',
      review_date: '2026-11-03T08:00:00.000Z',
    },
  ],
  comments: [
    {
      comment_id: 6,
      blog_id: 61,
      blog_title: 'On wicks',
      comment_text: 'Well cut.',
      created_date: '2026-11-04T08:00:00.000Z',
    },
  ],
  sessions: [
    {
      session_id: 31,
      device: 'Firefox on Linux',
      created_date: '2026-11-01T08:00:00.000Z',
      last_seen: new Date(Date.now() - 7_200_000).toISOString(),
    },
    {
      session_id: 30,
      device: 'Safari on iPhone',
      created_date: '2026-11-01T08:00:00.000Z',
      last_seen: new Date(Date.now() - 86_400_000).toISOString(),
    },
  ],
  ...values,
})

const showUser = (user = details(), network: CallMocks = {}) =>
  showScreen(`/dashboard/users/${user.user.student_id}`, {
    ...mockSignedIn(ADA),
    getUsers: () => ({ msg: [ADA], nextPage: null }),
    getUserDetails: () => ({ msg: user }),
    ...network,
  })

const section = (name: string) => within(screen.getByRole('region', { name }))

describe("A user's page", () => {
  it('shows the profile, courses, reviews, comments and sessions', async () => {
    await showUser()
    expect(screen.getByRole('heading', { level: 1, name: 'Mara Ilves' })).toBeTruthy()
    for (const text of ['mara@mail.example', 'Active', 'Student', 'Mar 1, 2026', 'Apr 17, 1991', 'Female'])
      expect(screen.getByText(text)).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Message' }).getAttribute('href')).toBe('/dashboard/chat?student=7')
    const courses = section('Courses')
    expect(courses.getByRole('link', { name: 'Oils' }).getAttribute('href')).toBe('/dashboard/courses/edit/41')
    expect(courses.getAllByRole('progressbar').map((bar) => bar.getAttribute('aria-valuenow'))).toEqual(['100', '33'])
    expect(courses.getByText('Enrolled Oct 1, 2026 · Completed Nov 2, 2026')).toBeTruthy()
    expect(section('Reviews').getByRole('link', { name: 'Lamps' }).getAttribute('href')).toBe(
      '/student/CoursePage/42-Lamps',
    )
    expect(section('Reviews').getByRole('img', { name: '4 out of 5 stars' })).toBeTruthy()
    expect(section('Comments').getByRole('link', { name: 'On wicks' }).getAttribute('href')).toBe(
      '/student/blog/61-On%20wicks',
    )
    expect(section('Active sessions').getByText('Firefox on Linux')).toBeTruthy()
    expect(section('Active sessions').getByText('Last seen 2 hours ago')).toBeTruthy()
  })

  it('shows an empty state for each list', async () => {
    await showUser(
      details({
        user: buildUser({ status_user: false, birthdate: null, gender: null }),
        enrollments: [],
        reviews: [],
        comments: [],
        sessions: [],
      }),
    )
    for (const text of ['Inactive', 'No courses yet.', 'No Reviews Found', 'No comments yet.', 'No active sessions.'])
      expect(screen.getByText(text)).toBeTruthy()
    expect(screen.getAllByText('–')).toHaveLength(2)
    expect(screen.queryByRole('button', { name: 'Log out everywhere' })).toBeNull()
  })

  it('removes a review and a comment once confirmed', async () => {
    let current = details()
    const { user, calls } = await showUser(current, {
      getUserDetails: () => ({ msg: current }),
      deleteReview: () => {
        current = { ...current, reviews: [] }
        return { msg: 'The review was removed' }
      },
      deleteComment: () => {
        current = { ...current, comments: [] }
        return { msg: 'The comment was removed' }
      },
    })
    await user.click(screen.getByRole('button', { name: 'Remove Mara Ilves’s review of “Lamps”' }))
    expect(
      await screen.findByText(
        'Mara Ilves’s review of “Lamps” will be removed. This data will be permanently deleted and cannot be undone.',
      ),
    ).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(calls.some(({ name }) => name === 'deleteReview')).toBe(false)
    await user.click(screen.getByRole('button', { name: 'Remove Mara Ilves’s review of “Lamps”' }))
    await user.click(screen.getByRole('button', { name: 'YES !' }))
    expect(await screen.findByText('No Reviews Found')).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Reviews' }))
    expect(await screen.findByText('The review was removed')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Remove Mara Ilves’s comment on “On wicks”' }))
    await user.click(screen.getByRole('button', { name: 'YES !' }))
    expect(await screen.findByText('The comment was removed')).toBeTruthy()
    expect(screen.getByText('No comments yet.')).toBeTruthy()
    expect(calls).toContainEqual({ name: 'deleteReview', input: { review_id: 5 } })
    expect(calls).toContainEqual({ name: 'deleteComment', input: { comment_id: 6 } })
  })

  it('restores a review and the sessions, says why and logs it when the server refuses', async () => {
    const consoleError = spyOnConsoleError()
    const { user } = await showUser(details(), {
      deleteReview: () => {
        throw new AppError('too_often')
      },
      endUserSessions: () => {
        throw new AppError('connection')
      },
    })
    await user.click(screen.getByRole('button', { name: /^Remove .* review/ }))
    await user.click(screen.getByRole('button', { name: 'YES !' }))
    expect(await screen.findByText(/^Too many requests/)).toBeTruthy()
    expect(section('Reviews').getByText('Bright.')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Log out everywhere' }))
    expect(await screen.findByText('Error connecting to server')).toBeTruthy()
    expect(section('Active sessions').getAllByRole('listitem')).toHaveLength(2)
    expect(consoleError.mock.calls.map(([what]) => what)).toEqual([
      'Removing the review failed:',
      'Signing the user out failed:',
    ])
  })

  it('ends all sessions of the user', async () => {
    let current = details()
    const { user, calls } = await showUser(current, {
      getUserDetails: () => ({ msg: current }),
      endUserSessions: () => {
        current = details({ user: buildUser({ status_user: false }), sessions: [] })
        return { msg: 'The user was logged out on all devices' }
      },
    })
    await user.click(screen.getByRole('button', { name: 'Log out everywhere' }))
    expect(await screen.findByText('No active sessions.')).toBeTruthy()
    expect(await screen.findByText('The user was logged out on all devices')).toBeTruthy()
    expect(screen.getByText('Inactive')).toBeTruthy()
    expect(calls).toContainEqual({ name: 'endUserSessions', input: { user_id: 7 } })
  })

  it('deletes the user once confirmed, and returns to the filtered list', async () => {
    const ken = buildUser({ student_id: 8, first_name: 'Ken', last_name: 'Watanabe' })
    let isDeleted = false
    const { user } = await showScreen('/dashboard/users?type=Active', {
      ...mockSignedIn(ADA),
      getUsers: () => ({ msg: isDeleted ? [ADA] : [ken, ADA], nextPage: null }),
      getUserDetails: () => ({ msg: details({ user: ken }) }),
      deleteUser: () => {
        isDeleted = true
        return { msg: 'The user was deleted' }
      },
    })
    await user.click(await screen.findByRole('link', { name: 'Ken Watanabe' }))
    await user.click(await screen.findByRole('button', { name: 'Delete' }))
    await user.click(within(screen.getByRole('dialog', { name: 'WARNING!' })).getByRole('button', { name: 'YES !' }))
    expect(await screen.findByText('Ken Watanabe was deleted')).toBeTruthy()
    await waitFor(() => expect(screen.getByRole('heading', { level: 1 }).textContent).toMatch(/^Hello Admin/))
    expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Show' }).value).toBe('Active')
    expect(screen.queryByRole('link', { name: 'Ken Watanabe' })).toBeNull()
  })

  it('hides deletion on an admin’s own account and logs out when all its sessions end', async () => {
    const { user } = await showUser(details({ user: ADA }), {
      endUserSessions: () => ({ msg: 'The user was logged out on all devices' }),
      logout: () => new Promise(() => {}),
    })
    expect(screen.getByText('Admin')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Delete' })).toBeNull()
    expect(screen.queryByRole('link', { name: 'Message' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Log out everywhere' }))
    expect(await screen.findByRole('heading', { level: 1, name: /^Logging/ })).toBeTruthy()
  })

  it.each([['user_not_found'], ['invalid_input']] as const)(
    'shows “User not found” inside the dashboard for the error %s',
    async (code) => {
      renderScreen('/dashboard/users/999', {
        ...mockSignedIn(ADA),
        getUserDetails: () => {
          throw new AppError(code)
        },
      })
      expect(await screen.findByRole('heading', { level: 1, name: 'User not found' })).toBeTruthy()
      expect(within(screen.getByRole('main')).getByRole('link', { name: 'All users' }).getAttribute('href')).toBe(
        '/dashboard/users',
      )
      expect(screen.getByRole('navigation', { name: 'Dashboard' })).toBeTruthy()
    },
  )

  it('shows the error and a reload button when loading fails', async () => {
    renderScreen('/dashboard/users/7', {
      ...mockSignedIn(ADA),
      getUserDetails: () => {
        throw new AppError('connection')
      },
    })
    expect(await screen.findByText('Error connecting to server')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Reload page' })).toBeTruthy()
  })
})

describe('access to courses', () => {
  const enrollment = (values: Partial<UserDetails['enrollments'][number]>): UserDetails['enrollments'][number] => ({
    ...{ course_id: 42, title: 'Lamps', progress: 0, completed_date: null, access: 'order' },
    enrolled_date: '2026-10-01T08:00:00.000Z',
    ...values,
  })
  /** Answers with the courses as the last change left them. */
  async function showAccess(enrollments: UserDetails['enrollments'], network: CallMocks = {}) {
    let current = details({ enrollments })
    const view = await showUser(current, {
      getUserDetails: () => ({ msg: current }),
      getCourses: () => ({
        msg: [
          { course_id: 42, title: 'Lamps' },
          { course_id: 43, title: 'Wicks' },
        ],
        nextPage: null,
      }),
      grantAccess: ({ course_id }) => {
        const granted = enrollment({ course_id: Number(course_id), title: 'Wicks', access: 'grant' })
        current = { ...current, enrollments: [granted, ...current.enrollments] }
        return { msg: 'The student can open the course now' }
      },
      revokeAccess: () => {
        current = { ...current, enrollments: current.enrollments.map((one) => ({ ...one, access: null })) }
        return { msg: 'The student can no longer open the course. The progress is kept' }
      },
      ...network,
    })
    return { ...view, getInput: (name: string) => view.calls.find((call) => call.name === name)?.input }
  }
  const dialog = (name: string) => screen.findByRole('dialog', { name }).then((element) => within(element))

  it('shows why each course is open', async () => {
    const sources = ['order', 'coupon', 'grant', 'free', 'import', null] as const
    await showAccess(sources.map((access, index) => enrollment({ course_id: index + 1, title: `C${index}`, access })))
    const texts = section('Courses')
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent)
    const labels = ['Bought', 'Coupon', 'Granted by an admin', 'Free', 'Imported', 'No access']
    expect(texts.map((text, index) => text?.includes(labels[index] ?? ''))).toEqual(labels.map(() => true))
    expect(section('Courses').getAllByRole('button', { name: /^Revoke access to/ })).toHaveLength(5)
  })

  it('grants a course with a reason', async () => {
    const { user, getInput } = await showAccess([])
    await user.click(section('Courses').getByRole('button', { name: 'Grant access' }))
    const form = await dialog('Grant access')
    await user.click(form.getByRole('button', { name: 'Grant access' }))
    expect(form.getByText('Choose a course')).toBeTruthy()
    expect(form.getByRole('combobox', { name: 'Course' }).getAttribute('aria-invalid')).toBe('true')
    expect(form.getByText('Reason is required')).toBeTruthy()
    await form.findByRole('option', { name: 'Wicks' })
    await user.selectOptions(form.getByRole('combobox', { name: 'Course' }), 'Wicks')
    await user.type(form.getByLabelText('Reason'), 'A prize{Enter}')
    expect(await screen.findByText('The student can open the course now')).toBeTruthy()
    expect(getInput('grantAccess')).toEqual({ student_id: 7, course_id: 43, reason: 'A prize' })
    expect(await section('Courses').findByText('Granted by an admin')).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Courses' }))
  })

  it('revokes a course with a reason', async () => {
    const { user, getInput } = await showAccess([enrollment({})])
    await user.click(section('Courses').getByRole('button', { name: 'Revoke access to Lamps' }))
    const form = await dialog('Revoke access')
    await user.type(form.getByLabelText('Reason'), 'A mistake{Enter}')
    expect(await section('Courses').findByText('No access')).toBeTruthy()
    expect(getInput('revokeAccess')).toEqual({ student_id: 7, course_id: 42, reason: 'A mistake' })
    expect(section('Courses').queryByRole('button', { name: /^Revoke/ })).toBeNull()
  })

  it('stays open with the reason when the server refuses', async () => {
    const { user } = await showAccess([enrollment({})], {
      revokeAccess: () => {
        throw new AppError('course_not_found')
      },
    })
    await user.click(section('Courses').getByRole('button', { name: 'Revoke access to Lamps' }))
    const form = await dialog('Revoke access')
    await user.type(form.getByLabelText('Reason'), 'A mistake{Enter}')
    expect(await form.findByText('No Course Found')).toBeTruthy()
  })

  it('offers neither for an admin', async () => {
    await showUser(details({ user: buildUser({ student_id: 9, role: 'admin' }), enrollments: [enrollment({})] }))
    expect(section('Courses').queryByRole('button')).toBeNull()
  })
})

describe('the role of a user', () => {
  it('changes after the password, and not while the server refuses', async () => {
    let isRefused = true
    const { user, calls } = await showScreen('/dashboard/users/7', {
      ...mockSignedIn(ADA),
      getUserDetails: () => ({ msg: details() }),
      getAccount: () => ({ msg: buildAccount() }),
      setUserRole: () => {
        if (isRefused) throw new AppError('email_unverified')
        return { msg: 'The user is now an admin' }
      },
    })
    await user.click(await screen.findByRole('button', { name: 'Make admin' }))
    const dialog = within(screen.getByRole('dialog', { name: 'Make this user an admin?' }))
    await user.type(dialog.getByLabelText('Your password'), 'x')
    await user.click(dialog.getByRole('button', { name: 'Make admin' }))
    await dialog.findByRole('alert')
    isRefused = false
    await user.click(dialog.getByRole('button', { name: 'Make admin' }))
    await screen.findByText('The user is now an admin')
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(calls.findLast(({ name }) => name === 'setUserRole')?.input).toMatchObject({ role: 'admin', password: 'x' })
  })

  it('becomes the one that was asked about, when another admin has changed it meanwhile', async () => {
    let current = details()
    const { user, calls } = await showUser(current, {
      getUserDetails: () => ({ msg: current }),
      getAccount: () => ({ msg: buildAccount() }),
      setUserRole: () => ({ msg: 'The user is now an admin' }),
    })
    await user.click(screen.getByRole('button', { name: 'Make admin' }))
    const dialog = within(screen.getByRole('dialog', { name: 'Make this user an admin?' }))
    await user.type(dialog.getByLabelText('Your password'), 'x')
    current = details({ user: buildUser({ role: 'admin' }) })
    const isRefetched = () => {
      // As when the page is shown again. It is refetched once it is older than a second.
      window.dispatchEvent(new Event('visibilitychange'))
      screen.getByText('Make student')
    }
    await waitFor(isRefetched, { timeout: 3_000 })
    screen.getByRole('dialog', { name: 'Make this user an admin?' })
    await user.click(dialog.getByRole('button', { name: 'Make admin' }))
    await screen.findByText('The user is now an admin')
    expect(calls.findLast(({ name }) => name === 'setUserRole')?.input).toMatchObject({ role: 'admin' })
  })

  it('is not for oneself to change', async () => {
    await showScreen('/dashboard/users/1', {
      ...mockSignedIn(ADA),
      getUserDetails: () => ({ msg: details({ user: ADA }) }),
    })
    expect(screen.queryByRole('button', { name: 'Make student' })).toBeNull()
  })
})

describe('the login of a user', () => {
  it('shows whether the email is confirmed and two-step verification is on', async () => {
    await showUser(details({ email_confirmed: false }))
    expect(section('Login').getByText('Not confirmed')).toBeTruthy()
    expect(section('Login').getByText('Off')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Turn two-step verification off' })).toBeNull()
  })

  it('goes on without two-step verification after the password', async () => {
    let current = details({ has_second_factor: true })
    const { user, calls } = await showUser(current, {
      getUserDetails: () => ({ msg: current }),
      getAccount: () => ({ msg: buildAccount() }),
      removeUserSecondFactor: ({ password }) => {
        if (password !== 'right') throw new AppError('wrong_password')
        current = details()
        return { msg: 'The user logs in without a second step now' }
      },
    })
    await user.click(screen.getByRole('button', { name: 'Turn two-step verification off' }))
    const dialog = within(screen.getByRole('dialog', { name: 'Turn two-step verification off?' }))
    await user.type(dialog.getByLabelText('Your password'), 'wrong')
    await user.click(dialog.getByRole('button', { name: 'Turn off' }))
    expect(await dialog.findByText('Wrong password')).toBeTruthy()
    await user.clear(dialog.getByLabelText('Your password'))
    await user.type(dialog.getByLabelText('Your password'), 'right')
    await user.click(dialog.getByRole('button', { name: 'Turn off' }))
    expect(await screen.findByText('The user logs in without a second step now')).toBeTruthy()
    expect(await section('Login').findByText('Off')).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Login' }))
    expect(calls).toContainEqual({ name: 'removeUserSecondFactor', input: { user_id: 7, password: 'right' } })
  })

  it('is not for oneself to weaken here', async () => {
    await showUser(details({ user: ADA, has_second_factor: true }))
    expect(section('Login').getByText('On')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Turn two-step verification off' })).toBeNull()
  })
})
