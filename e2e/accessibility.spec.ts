import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import { ADMIN, MARA, signIn } from './people.ts'
import { expect, test } from './watch-console.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const SCREENS = [
  { name: 'landing', path: '/', as: null },
  { name: 'login', path: '/login', as: null },
  { name: 'signup', path: '/signup', as: null },
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
  { name: 'dashboard', path: '/dashboard', as: ADMIN },
] as const

for (const { name, path, as } of SCREENS) {
  for (const theme of ['dark', 'light'] as const) {
    test(`${name} has no accessibility violations in the ${theme} theme`, async ({ page, complaints }) => {
      await page.addInitScript((chosen) => localStorage.setItem('theme', chosen), theme)
      if (as) await signIn(page, as)
      await page.goto(await addressOf(page, path))
      await page.waitForLoadState('networkidle')
      expect(await page.evaluate(() => document.body.classList.contains('light'))).toBe(theme === 'light')
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth), 'fits the width').toBe(true)
      const { violations } = await page.evaluate<AxeResults>(`${axe}; axe.run(document, { resultTypes: ['violations'] })`)
      expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)).toEqual([])
      if (path === '/nowhere') complaints.length = 0
    })
  }
}

/** Courses and posts have addresses of their own. */
async function addressOf(page: import('@playwright/test').Page, path: string): Promise<string> {
  const ask = async (name: string) => {
    const answer = await page.request.post(`/api/${name}`, { data: { page: 1 } })
    return ((await answer.json()) as { msg: { course_id: number; blog_id: number }[] }).msg
  }
  if (path === 'course') return `/student/CoursePage/${(await ask('getCourses'))[0]?.course_id}-course`
  // The one with code that is wider than a phone.
  if (path === 'post') return `/student/blog/${(await ask('getBlogData'))[2]?.blog_id}-post`
  return path
}
