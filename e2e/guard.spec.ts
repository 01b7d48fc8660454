import { expect, test } from '@playwright/test'
import { ADMIN, MARA, signIn } from './users.ts'

// The route rules of the specification's section 6, as the server answers them: where a first request ends up.

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
  { path: '/dashboard', visitor: '/login', student: '/', admin: '/dashboard' },
  { path: '/dashboard/nowhere', visitor: '/login', student: '/', admin: '/dashboard/nowhere' },
]

for (const { path, ...ends } of RULES) {
  test(`${path} leads each kind of person to where they may be`, async ({ page, context }) => {
    const endOf = async () => {
      const answer = await page.goto(path)
      expect(answer?.status()).toBeLessThan(500)
      return new URL(page.url()).pathname
    }
    expect(await endOf(), 'visitor').toBe(ends.visitor)
    await signIn(page, MARA)
    expect(await endOf(), 'student').toBe(ends.student)
    await context.clearCookies()
    await signIn(page, ADMIN)
    expect(await endOf(), 'admin').toBe(ends.admin)
  })
}

test('a course page is for signed-in people, admins too', async ({ page }) => {
  const { msg } = await (await page.request.post('/api/getCourses', { data: { page: 1 } })).json()
  const path = `/student/CoursePage/${msg[0].course_id}-x`
  await page.goto(path)
  await expect(page).toHaveURL('/login')
  await signIn(page, ADMIN)
  expect((await page.goto(path))?.status()).toBe(200)
  await expect(page).toHaveURL(path)
})

test('an address that is nowhere is a 404 with a way back', async ({ page }) => {
  await page.goto('/')
  const answer = await page.goto('/nowhere')
  expect(answer?.status()).toBe(404)
  await expect(page.getByRole('heading', { name: '404 - Page Not Found' })).toBeVisible()
  await page.getByRole('main').getByRole('button', { name: /back/i }).click()
  await expect(page).toHaveURL('/')
})

test('an address that is nowhere in the student area is a 404 there', async ({ page }) => {
  await signIn(page, MARA)
  const answer = await page.goto('/student/nowhere')
  expect(answer?.status()).toBe(404)
  await expect(page.getByRole('heading', { name: 'Page Not Found', exact: true })).toBeVisible()
})

test('a course that is not there says so with a 404', async ({ page }) => {
  await signIn(page, MARA)
  const answer = await page.goto('/student/CoursePage/999999-gone')
  expect(answer?.status()).toBe(404)
  await expect(page.getByText('No Course Found')).toBeVisible()
})
