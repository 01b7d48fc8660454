import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { AppError, type ErrorCode } from '#contract/errors.ts'
import { mockSignedIn } from '#web/testing/factories.ts'
import { showScreen } from '#web/testing/show-screen.ts'

const failWith = (code: ErrorCode) => () => Promise.reject(new AppError(code))

test.each([
  ['/dashboard/blogs/edit/999', 'Post not found', '/dashboard/blogs'],
  ['/dashboard/blogs/edit/abc', 'Post not found', '/dashboard/blogs'],
  ['/dashboard/paths/edit/999', 'Path not found', '/dashboard/paths'],
  ['/dashboard/paths/edit/abc', 'Path not found', '/dashboard/paths'],
  ['/dashboard/users/abc', 'User not found', '/dashboard/users'],
  ['/dashboard/orders/abc', 'Order not found', '/dashboard/orders'],
  ['/dashboard/courses/abc/students', 'Not found', '/dashboard/courses'],
  ['/dashboard/reviews?course=999', 'Course not found', '/dashboard/reviews'],
  ['/dashboard/chat?student=999', 'Student not found', '/dashboard/chat'],
])('says at %s what is missing, and leads on within the dashboard', async (address, title, href) => {
  await showScreen(address, {
    ...mockSignedIn({ role: 'admin' }),
    getBlogForm: failWith('blog_not_found'),
    getPathForm: failWith('path_not_found'),
    getReviews: failWith('course_not_found'),
    getUserData: failWith('user_not_found'),
    getMsg: failWith('user_not_found'),
  })
  await screen.findByRole('heading', { level: 1, name: title })
  screen.getByRole('navigation', { name: 'Dashboard' })
  const links = screen.getByRole('main').querySelectorAll('a')
  expect([...links].map((link) => link.getAttribute('href'))).toEqual([href])
})
