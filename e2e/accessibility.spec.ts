import type { Page } from '@playwright/test'
import { hasNoHorizontalScroll, getAxeViolations } from './axe.ts'
import { ADMIN, MARA, signIn } from './users.ts'
import { expect, test } from './fixtures.ts'

const SCREENS = [
  { name: 'landing', path: '/', as: null },
  { name: 'login', path: '/login', as: null },
  { name: 'signup', path: '/signup', as: null },
  { name: 'forgot password', path: '/forgotpassword', as: null },
  { name: 'verify code', path: '/verifycode?email=a@mail.example', as: null },
  { name: 'confirm password', path: '/confirmpass?email=a@mail.example&code=123456', as: null },
  { name: 'confirm email', path: '/confirmemail?token=x', as: null },
  { name: 'all courses', path: '/student/allcourses', as: null },
  { name: 'all courses, none found', path: '/student/allcourses?search=zzzz', as: null },
  { name: 'blog', path: '/student/blog', as: null },
  { name: 'a post, to a visitor', path: 'post', as: null },
  { name: 'a post, to a student', path: 'post', as: MARA },
  { name: 'API', path: '/api/docs', as: null },
  { name: '404', path: '/nowhere', as: null },
  { name: 'profile', path: '/student/profile', as: MARA },
  { name: 'my courses', path: '/student/mycourses', as: MARA },
  { name: 'a course', path: 'course', as: MARA },
  { name: 'a chat', path: '/student/chat', as: MARA },
  { name: 'dashboard', path: '/dashboard', as: ADMIN },
  { name: 'blogs', path: '/dashboard/blogs', as: ADMIN },
  { name: 'add blog', path: '/dashboard/blogs/add', as: ADMIN },
  { name: 'edit blog', path: 'blog form', as: ADMIN },
  { name: 'analytics', path: '/dashboard/analytics', as: ADMIN },
  { name: 'reviews, none chosen', path: '/dashboard/reviews', as: ADMIN },
  { name: 'reviews of a course', path: 'reviews', as: ADMIN },
  { name: 'system log', path: '/dashboard/systemlog', as: ADMIN },
  { name: 'maintenance panel', path: '/dashboard/maintenance', as: ADMIN },
  { name: 'import', path: '/dashboard/users/import', as: ADMIN },
  { name: 'dashboard 404', path: '/dashboard/nowhere', as: ADMIN },
  { name: 'chats, none picked', path: '/dashboard/chat', as: ADMIN },
  { name: 'a chat of the admin', path: 'chat', as: ADMIN },
] as const

for (const { name, path, as } of SCREENS) {
  test(`${name} has no accessibility violations in either theme`, async ({ page, consoleErrors }) => {
    if (as) await signIn(page, as)
    await page.goto(await addressOf(page, path))
    await page.waitForLoadState('networkidle')
    if (name.startsWith('a chat')) await writeOne(page)
    for (const theme of ['dark', 'light'] as const) {
      await switchTo(page, theme)
      expect(await hasNoHorizontalScroll(page), 'fits the width').toBe(true)
      expect([theme, await getAxeViolations(page)]).toEqual([theme, []])
    }
    if (path.endsWith('/nowhere')) consoleErrors.length = 0
  })
}

/** As the switch in the header does it; transitions are over before anybody looks. */
async function switchTo(page: Page, theme: 'dark' | 'light'): Promise<void> {
  await page.evaluate((chosen) => {
    document.body.classList.remove('dark', 'light')
    document.body.classList.add(chosen)
  }, theme)
  await page.waitForTimeout(300)
}

async function writeOne(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'Message' }).fill('A question')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByText('Sent', { exact: true })).toBeVisible()
}

async function addressOf(page: Page, path: string): Promise<string> {
  if (path === 'post') {
    // The one with code that is wider than a phone.
    const { msg } = await (await page.request.post('/api/getBlogData', { data: { page: 1 } })).json()
    return `/student/blog/${msg.find(({ title }: { title: string }) => title === 'How to read a query plan without panic').blog_id}-post`
  }
  if (path === 'blog form') {
    const { msg } = await (await page.request.post('/api/getBlogsAdmin', { data: { page: 1 } })).json()
    return `/dashboard/blogs/edit/${msg[0].blog_id}`
  }
  if (path === 'course' || path === 'reviews') {
    const { msg } = await (await page.request.post('/api/getCourses', { data: { page: 1 } })).json()
    return path === 'course'
      ? `/student/CoursePage/${msg[0].course_id}-course`
      : `/dashboard/reviews?course=${msg[0].course_id}`
  }
  if (path === 'chat') {
    const { msg } = await (await page.request.post('/api/getConversations', { data: { page: 1 } })).json()
    return `/dashboard/chat?student=${msg[0].student_id}`
  }
  return path
}
