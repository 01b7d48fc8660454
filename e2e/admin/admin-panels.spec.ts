import type { Locator, Page } from '@playwright/test'
import { hasHorizontalScroll } from '../fixtures/accessibility.ts'
import { callApi, uniqueWord } from '../fixtures/factories.ts'
import { expect, test } from '../fixtures/test.ts'

const DESKTOP = { width: 1280, height: 800 }
const LOW_DESKTOP = { width: 1280, height: 640 }
const PHONE = { width: 360, height: 740 }
const TABLET = { width: 800, height: 800 }

async function getBox(element: Locator) {
  const box = await element.boundingBox()
  if (!box) throw new Error('The element is not shown')
  return box
}

async function overlap(one: Locator, other: Locator): Promise<boolean> {
  const [a, b] = [await getBox(one), await getBox(other)]
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height
}

const LISTS = [
  ['/dashboard/users', 'Users'],
  ['/dashboard/courses', 'Courses'],
  ['/dashboard/blogs', 'Posts'],
  ['/dashboard/systemlog', 'System log'],
  ['/dashboard/reviews', 'Reviews'],
  ['/dashboard/orders', 'Orders'],
  ['/dashboard/coupons', 'Coupons'],
] as const

const isPageScrolling = (page: Page) => page.evaluate(() => document.documentElement.scrollHeight > window.innerHeight)

test('lists are 650 to 800 px high and fit a window of 800 px', { tag: '@slow' }, async ({ adminPage: page }) => {
  for (const [path, name] of LISTS)
    await test.step(name, async () => {
      await page.goto(path)
      const list = page.getByRole('region', { name, exact: true })
      const heights: number[] = []
      for (const viewport of [DESKTOP, TABLET, PHONE, { width: 1920, height: 1200 }]) {
        await page.setViewportSize(viewport)
        heights.push((await getBox(list)).height)
        expect(await hasHorizontalScroll(page)).toBe(false)
        if (viewport !== PHONE) expect(await isPageScrolling(page), `scrolls at ${viewport.height} px`).toBe(false)
      }
      // The tablet's filters have a row of their own, of 44 px and a gap of 12 px.
      expect(heights).toEqual([650, 650 - 56, 650, 800])
    })
})

test('the other lists fit a window of 800 px and a phone', { tag: '@slow' }, async ({ adminPage: page }) => {
  for (const path of ['paths', 'certificates', 'submissions', 'audit', 'trash?kind=user']) {
    await page.goto(`/dashboard/${path}`)
    await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible()
    for (const viewport of [TABLET, PHONE]) {
      await page.setViewportSize(viewport)
      expect(await hasHorizontalScroll(page), path).toBe(false)
      if (viewport !== PHONE) expect(await isPageScrolling(page), `${path} scrolls`).toBe(false)
    }
  }
})

test(
  'messages after adding and saving a course leave the save button free, also on a phone',
  { tag: '@slow' },
  async ({ adminPage: page }) => {
    await page.setViewportSize(LOW_DESKTOP)
    await page.goto('/dashboard/courses/add')
    await page.getByRole('textbox', { name: 'Title', exact: true }).fill(uniqueWord('Free '))
    await page.getByRole('combobox', { name: 'Category' }).selectOption('Cybersecurity Basics')
    await page.getByRole('button', { name: 'Add Course' }).click()
    await expect(page).toHaveURL(/\/dashboard\/courses\/edit\/\d+$/)
    const save = page.getByRole('button', { name: 'Edit Course' })
    // Until then the form that was left says the same.
    await expect(save).toBeVisible()
    const added = page.getByText('The course was added')
    await expect(added).toBeVisible()
    await save.scrollIntoViewIfNeeded()
    expect(await overlap(added, save)).toBe(false)
    await page.setViewportSize(PHONE)
    await save.click({ timeout: 3_000 })
    const saved = page.getByText('The course was saved')
    await expect(saved).toBeVisible()
    await save.scrollIntoViewIfNeeded()
    expect(await overlap(saved, save)).toBe(false)
    await save.click({ timeout: 3_000, trial: true })
    const course_id = page.url().split('/').at(-1)
    await callApi(page.request, 'POST', 'deleteCourse', { course_id })
  },
)

/** Tabs through the page and collects the focused elements that the save bar covers. */
async function findCoveredFocus(page: Page, steps: number): Promise<string[]> {
  const covered: string[] = []
  for (let step = 0; step < steps; step++) {
    await page.keyboard.press('Tab')
    const name = await page.evaluate(() => {
      const element = document.activeElement
      const bar = document.querySelector('[data-save-bar]')
      if (!element || !bar || bar.contains(element) || element === document.body) return ''
      const { top, bottom } = element.getBoundingClientRect()
      // The editor is higher than a phone's window: its first lines have the caret.
      const end = element.matches('[contenteditable]') ? top + 60 : bottom
      const isCovered = end > bar.getBoundingClientRect().top + 1
      return isCovered ? `${element.tagName} ${element.getAttribute('name') ?? element.textContent}` : ''
    })
    if (name !== '') covered.push(name)
  }
  return covered
}

test(
  'focused fields of the course form are never behind the save bar',
  { tag: '@slow' },
  async ({ adminPage: page, createCourse }) => {
    await page.setViewportSize(LOW_DESKTOP)
    const { id } = await createCourse({ lessons: [{ title: 'One' }, { title: 'Two' }] })
    await page.goto(`/dashboard/courses/edit/${id}`)
    await page.getByRole('button', { name: /^1 One/ }).click()
    await page.getByRole('textbox', { name: 'Title', exact: true }).first().focus()
    expect(await findCoveredFocus(page, 34)).toEqual([])
  },
)

test(
  'blog form is 800 px high, and its save bar is in view and never over a focused field, also on a phone',
  { tag: '@slow' },
  async ({ adminPage: page, expectConsole }) => {
    expectConsole(/400/, 'a post without a title is refused')
    await page.goto('/dashboard/blogs/add')
    const form = page.getByRole('form', { name: 'Add Blog Details' })
    const editor = page.getByRole('textbox', { name: 'Content' })
    const save = page.getByRole('button', { name: 'ADD', exact: true })
    await expect(editor).toBeVisible()
    for (const viewport of [LOW_DESKTOP, PHONE]) {
      await page.setViewportSize(viewport)
      expect((await getBox(form)).height).toBe(800)
      await page.getByPlaceholder('Blog Title Here').focus()
      expect(await findCoveredFocus(page, 24)).toEqual([])
    }
    await editor.focus()
    await page.keyboard.press('Tab')
    await expect(editor).not.toBeFocused()
    await page.evaluate(() => window.scrollTo(0, 0))
    await expect(save).toBeInViewport({ ratio: 1 })
    await save.click()
    await expect(page.getByText('Title is required')).toBeInViewport()
  },
)

test(
  'phone deletes a user from the list, and the message covers no button of the header',
  { tag: '@slow' },
  async ({ adminPage: page, openStudentPage }) => {
    const firstName = uniqueWord('Tilda')
    const { student } = await openStudentPage(firstName)
    await page.setViewportSize(PHONE)
    await page.goto(`/dashboard/users?search=${firstName}`)
    await expect(page.getByRole('table', { name: 'Users' })).toContainText('0 courses')
    await page.getByRole('button', { name: `Delete ${student.name}` }).click()
    await page.getByRole('button', { name: 'YES !' }).click()
    await expect(page.getByText(`${student.name} was deleted`)).toBeVisible()
    for (const control of await page.getByRole('banner').locator('a, button').filter({ visible: true }).all())
      await control.click({ trial: true, timeout: 3_000 })
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByText('The user was restored')).toBeVisible()
  },
)
