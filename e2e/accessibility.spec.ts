import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import type { AxeResults } from 'axe-core'
import { ADMIN, MARA, signIn } from './people.ts'
import { expect, test } from './watch-console.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const SCREENS = [
  { name: 'landing', path: '/', as: null },
  { name: 'login', path: '/login', as: null },
  { name: 'signup', path: '/signup', as: null },
  { name: 'forgot password', path: '/forgotpassword', as: null },
  { name: 'verify code', path: '/verifycode?email=a@mail.example', as: null },
  { name: 'confirm password', path: '/confirmpass?email=a@mail.example&code=123456', as: null },
  { name: 'confirm e-mail', path: '/confirmemail?token=x', as: null },
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
  { name: 'chats, none picked', path: '/dashboard/chat', as: ADMIN },
  { name: 'a chat of the admin', path: 'chat', as: ADMIN },
] as const

for (const { name, path, as } of SCREENS) {
  for (const theme of ['dark', 'light'] as const) {
    test(`${name} has no accessibility violations in the ${theme} theme`, async ({ page, complaints }) => {
      await page.addInitScript((chosen) => localStorage.setItem('theme', chosen), theme)
      if (as) await signIn(page, as)
      await page.goto(await addressOf(page, path))
      await page.waitForLoadState('networkidle')
      if (name.startsWith('a chat')) await writeOne(page)
      expect(await page.evaluate(() => document.body.classList.contains('light'))).toBe(theme === 'light')
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth), 'fits the width').toBe(true)
      const { violations } = await page.evaluate<AxeResults>(`${axe}; axe.run(document, { resultTypes: ['violations'] })`)
      expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)).toEqual([])
      if (path === '/nowhere') complaints.length = 0
    })
  }
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
    return `/student/blog/${msg[2].blog_id}-post`
  }
  if (path === 'course') {
    const { msg } = await (await page.request.post('/api/getCourses', { data: { page: 1 } })).json()
    return `/student/CoursePage/${msg[0].course_id}-course`
  }
  if (path === 'chat') {
    const { msg } = await (await page.request.post('/api/getConversations', { data: { page: 1 } })).json()
    return `/dashboard/chat?student=${msg[0].student_id}`
  }
  return path
}
