import { uniqueWord } from '../fixtures/factories.ts'
import { expect, test } from '../fixtures/test.ts'
import { MARA } from '../fixtures/users.ts'

const NASTY_TITLE = '</script><script>alert(1)</script> "Lamps" & قواعد 🏮'

test(
  'visitor goes from a card to the public page and through the login to the course',
  { tag: '@phone' },
  async ({ page, createCourse }) => {
    const course = await createCourse()
    await page.goto(`/student/allcourses?search=${encodeURIComponent(course.title)}`)
    await page.getByRole('article').click()
    await expect(page).toHaveURL(new RegExp(`/courses/${course.id}-course-`))
    await expect(page.getByRole('heading', { level: 1, name: course.title })).toBeVisible()
    await page.goBack()
    await page.getByRole('link', { name: `Join Now: ${course.title}` }).click()
    await expect(page).toHaveURL(/\/login\?next=/)
    await page.goBack()
    await page.getByRole('article').click()
    await page.getByRole('complementary').getByRole('link', { name: 'Join Now' }).click()
    await expect(page).toHaveURL(/\/login\?next=/)
    await page.getByRole('textbox', { name: 'Email' }).fill(MARA.email)
    await page.getByLabel('Password', { exact: true }).fill(MARA.password)
    await page.getByRole('main').getByRole('button', { name: 'Log in' }).click()
    await expect(page).toHaveURL(new RegExp(`/student/CoursePage/${course.id}-`))
    await expect(page.getByRole('heading', { level: 1, name: course.title })).toBeVisible()
  },
)

test('public course page is complete without scripts, and any title is only text', async ({
  browser,
  createCourse,
}) => {
  const course = await createCourse({ title: NASTY_TITLE, price: 19.99 })
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  const response = await page.goto(`/courses/${course.id}`)
  expect(response?.request().redirectedFrom()).not.toBeNull()
  expect(decodeURIComponent(new URL(page.url()).pathname)).toBe(
    `/courses/${course.id}-script-script-alert-1-script-lamps-قواعد`,
  )
  expect(response?.headers()['content-security-policy']).not.toMatch(/script-src[^;]*unsafe/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(NASTY_TITLE)
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', page.url())
  await expect(page.locator('meta[property="og:image"]')).toHaveCount(1)
  const data = JSON.parse((await page.locator('script[type="application/ld+json"]').textContent()) ?? '')
  expect(data).toMatchObject({
    '@type': 'Course',
    name: NASTY_TITLE,
    url: page.url(),
    offers: { price: '19.99', priceCurrency: 'USD' },
  })
  await context.close()
})

test('public course page redirects wrong slugs, signed-in users and missing courses', async ({
  request,
  studentPage,
  createCourse,
}) => {
  const { id } = await createCourse({ title: uniqueWord('Slug') })
  const draft = await createCourse({ public: false })
  const get = (path: string) => request.get(path, { maxRedirects: 0 })
  const wrong = await get(`/courses/${id}-another-title?ref=x`)
  const right = wrong.headers().location ?? ''
  expect([wrong.status(), right]).toEqual([301, expect.stringMatching(new RegExp(`^/courses/${id}-slug.*\\?ref=x$`))])
  expect((await get(right)).status()).toBe(200)
  expect((await get(`${right.split('?')[0]}/`)).headers().location).toBe(right.split('?')[0])
  expect(await (await request.get('/sitemap.xml')).text()).toContain(right.split('?')[0])
  for (const missing of [`/courses/${draft.id}`, '/courses/999999999-gone', '/courses/abc']) {
    const answer = await get(missing)
    expect([answer.status(), (await answer.text()).includes('No Course Found')], missing).toEqual([404, true])
  }
  const signedIn = await studentPage.request.get(right, { maxRedirects: 0 })
  expect(signedIn.headers().location).toMatch(new RegExp(`^/student/CoursePage/${id}-`))
})
