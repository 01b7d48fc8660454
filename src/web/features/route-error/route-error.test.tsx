import { screen, waitFor, within } from '@testing-library/react'
import { UNSAFE_ErrorResponseImpl as ErrorResponse } from 'react-router'
import { describe, expect, it } from 'vitest'
import { AppError, type ErrorCode } from '#contract/errors.ts'
import { mockSignedIn } from '#web/testing/factories.ts'
import { showScreen } from '#web/testing/show-screen.ts'
import { describeError } from './describe-error.ts'

const refuse = (code: ErrorCode) => () => Promise.reject(new AppError(code))

describe('The error screen', () => {
  it('replaces a screen whose data fails to load, inside the site', async () => {
    await showScreen('/student/profile', { ...mockSignedIn(), getUserData: refuse('not_ready') })
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Something went wrong')
    expect(screen.getByText('Try to reload page')).toBeTruthy()
    expect(screen.getByRole('alert').textContent).toBe('The service is not ready. Try again in a moment')
    expect(screen.getByRole('button', { name: 'Reload page' })).toBeTruthy()
    expect(screen.getAllByRole('main').length).toBe(1)
    expect(screen.getByRole('navigation', { name: 'Main' })).toBeTruthy()
  })

  it('replaces the whole page when the session fails to load', async () => {
    await showScreen('/', { session: refuse('connection') })
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Something went wrong')
    expect(screen.getAllByRole('main').length).toBe(1)
    expect(screen.queryByRole('navigation', { name: 'Main' })).toBeNull()
  })

  it.each([
    ['/student/CoursePage/abc', 'No Course Found'],
    ['/student/CoursePage/0-x', 'No Course Found'],
    ['/student/CoursePage/-4', 'No Course Found'],
    ['/student/CoursePage/1e3', 'No Course Found'],
    ['/student/CoursePage/%00', 'No Course Found'],
    ['/student/CoursePage/99999999999999999999-x', 'No Course Found'],
    ['/student/mycourses/abc', 'No Course Found'],
    ['/student/blog/abc', 'Post not found'],
    ['/student/blog/0', 'Post not found'],
  ])('says at %s that nothing is there, without asking the server', async (url, title) => {
    const { calls } = await showScreen(url, mockSignedIn())
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(title)
    const names = calls.map(({ name }) => name)
    expect(names).not.toContain('getCourseData')
    expect(names).not.toContain('getBlogData')
  })

  it.each([
    ['/dashboard/courses/edit/abc', 'No Course Found'],
    ['/dashboard/blogs/edit/abc', 'Post not found'],
    ['/dashboard/users/abc', 'User not found'],
  ])('says at %s that nothing is there', async (url, text) => {
    await showScreen(url, mockSignedIn({ role: 'admin' }))
    expect(screen.getByRole('main').textContent).toContain(text)
  })

  it.each([400, 403, 404, 405])('shows the router’s %i as an unexpected application error', (status) => {
    const { title, message } = describeError(new ErrorResponse(status, 'Refused', null))
    expect(title).toBe('Unexpected Application Error!')
    expect(message).toBe(`${status} Refused`)
  })

  it('links to all courses when a course is not found', () => {
    const { title, action } = describeError(new AppError('course_not_found'))
    expect(title).toBe('No Course Found')
    expect(action).toEqual({ to: '/student/allcourses', name: 'All courses' })
  })

  it('leads to the login and back when the session has ended unnoticed', async () => {
    let isSignedIn = true
    const { user, router } = await showScreen('/student/profile?tab=x', {
      session: () => (isSignedIn ? mockSignedIn().session() : { msg: { loggedIn: false, userData: [] } }),
      getUserData: () => {
        isSignedIn = false
        throw new AppError('not_signed_in')
      },
    })
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Log in to continue')
    await waitFor(() => expect(screen.queryByRole('button', { name: /^Account menu/ })).toBeNull())
    await user.click(within(screen.getByRole('main')).getByRole('link', { name: 'Log in' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/login'))
    expect(router.state.location.search).toBe('?next=%2Fstudent%2Fprofile%3Ftab%3Dx')
  })

  it.each([
    [new Error('The disk is full'), 'The disk is full'],
    [new AppError('connection'), 'Error connecting to server'],
    [new AppError('internal'), 'Unknown error'],
    [new Error(''), 'Unknown error'],
    ['a string', 'Unknown error'],
    [undefined, 'Unknown error'],
    [new ErrorResponse(418, 'Teapot', null), 'Unknown error'],
  ])('shows the message of %s', (error, message) => {
    expect(describeError(error)).toEqual({ title: 'Something went wrong', hint: 'Try to reload page', message })
  })
})
