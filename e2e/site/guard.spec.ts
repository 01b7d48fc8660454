import { getFreeCourseId } from '../fixtures/factories.ts'
import { expect, test } from '../fixtures/test.ts'

// Section 6 of the specification: where the server sends a first request of each role.

interface Rule {
  path: string
  visitor: string
  student: string
  admin: string
}

const RULES: Rule[] = [
  { path: '/', visitor: '/', student: '/', admin: '/' },
  { path: '/login', visitor: '/login', student: '/', admin: '/' },
  { path: '/signup', visitor: '/signup', student: '/', admin: '/' },
  { path: '/maintenance', visitor: '/', student: '/', admin: '/' },
  { path: '/student', visitor: '/login', student: '/student', admin: '/' },
  { path: '/student/profile', visitor: '/login', student: '/student/profile', admin: '/' },
  { path: '/student/mycourses', visitor: '/login', student: '/student/mycourses', admin: '/' },
  {
    path: '/student/allcourses',
    visitor: '/student/allcourses',
    student: '/student/allcourses',
    admin: '/student/allcourses',
  },
  { path: '/viewasstudent', visitor: '/', student: '/', admin: '/viewasstudent' },
  { path: '/dashboard', visitor: '/login', student: '/', admin: '/dashboard' },
  { path: '/dashboard/blogs', visitor: '/login', student: '/', admin: '/dashboard/blogs' },
  { path: '/dashboard/analytics', visitor: '/login', student: '/', admin: '/dashboard/analytics' },
  { path: '/dashboard/nowhere', visitor: '/login', student: '/', admin: '/dashboard/nowhere' },
]

test('first requests are redirected to what visitors, students and admins may see', async ({
  request,
  studentPage,
  adminRequest,
}) => {
  const requests = { visitor: request, student: studentPage.request, admin: adminRequest }
  for (const { path, ...expected } of RULES)
    for (const role of ['visitor', 'student', 'admin'] as const) {
      const response = await requests[role].get(path)
      expect(response.status(), `${path} for a ${role}`).toBeLessThan(500)
      expect(new URL(response.url()).pathname, `${path} for a ${role}`).toBe(expected[role])
    }
  const course = `/student/CoursePage/${await getFreeCourseId(request)}-x`
  expect((await request.get(course)).url()).toContain(`/login?next=${encodeURIComponent(course)}`)
  const opened = await adminRequest.get(course)
  expect([opened.status(), new URL(opened.url()).pathname]).toEqual([200, course])
})

test('unknown path answers 404 with a way back', async ({ page, expectConsole }) => {
  expectConsole(/404/, 'the page itself is answered with 404')
  await page.goto('/')
  expect((await page.goto('/nowhere'))?.status()).toBe(404)
  await expect(page.getByRole('heading', { name: '404 - Page Not Found' })).toBeVisible()
  await page.getByRole('main').getByRole('button', { name: /back/i }).click()
  await expect(page).toHaveURL('/')
})

test('unknown path of the student area and a missing course answer 404', async ({
  studentPage: page,
  expectConsole,
}) => {
  expectConsole(/404/, 'the page itself is answered with 404')
  expect((await page.goto('/student/nowhere'))?.status()).toBe(404)
  await expect(page.getByRole('heading', { name: 'Page Not Found', exact: true })).toBeVisible()
  expect((await page.goto('/student/CoursePage/999999-gone'))?.status()).toBe(404)
  await expect(page.getByText('No Course Found')).toBeVisible()
})
