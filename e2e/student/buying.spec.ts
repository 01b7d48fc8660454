import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { expectAccessible } from '../fixtures/accessibility.ts'
import { callApi, uniqueWord } from '../fixtures/factories.ts'
import { expect, test } from '../fixtures/test.ts'

const enroll = (page: Page) => page.getByRole('button', { name: /^Enroll Today – / })
const payOrder = (page: Page) => page.getByRole('button', { name: /^Pay \$/ })
const payNow = (page: Page) => page.getByRole('button', { name: 'Pay', exact: true })
const heading = (page: Page, name: string) => page.getByRole('heading', { name })
const countOrders = async (page: Page) =>
  (await callApi<object[]>(page.request, 'POST', 'getMyOrders', { page: 1 })).length

test('student buys a course in three clicks', { tag: '@phone' }, async ({ createCourse, openStudentPage }) => {
  const { path } = await createCourse({ price: 80, lessons: [] })
  const { page } = await openStudentPage('Nia')
  await page.goto(path)
  await enroll(page).click()
  await expect(page.getByText('Test mode. No money is charged.')).toBeVisible()
  await expect(payOrder(page)).toHaveText('Pay $80.00')
  await expectAccessible(page, 'the checkout')
  await payOrder(page).click()
  await expect(heading(page, 'Test payment')).toBeVisible()
  await expectAccessible(page, 'the test payment page')
  await payNow(page).click()
  await expect(heading(page, 'Payment received')).toBeVisible()
  await expectAccessible(page, 'a paid order')
  const [receipt] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: /^Receipt/ }).click(),
  ])
  expect(receipt.suggestedFilename()).toMatch(/\.pdf$/)
  expect(readFileSync(await receipt.path()).toString('latin1', 0, 5)).toBe('%PDF-')
  await page.getByRole('link', { name: 'Start learning' }).click()
  await expect(page.getByRole('region', { name: 'Progress' })).toBeVisible()

  await page.getByRole('button', { name: /^Account menu/ }).click()
  await page.getByRole('link', { name: 'My purchases' }).click()
  await expect(page.getByRole('article')).toHaveCount(1)
})

test(
  'student pays with another card after a declined one',
  { tag: '@slow' },
  async ({ createCourse, openStudentPage, expectConsole }) => {
    expectConsole(/402.*payTestOrder/, 'the card is declined')
    const { path } = await createCourse({ price: 80, lessons: [] })
    const { page } = await openStudentPage('Nia')
    await page.goto(path)
    await enroll(page).click()
    await payOrder(page).click()
    await page.getByRole('radio', { name: /declined/ }).check()
    await payNow(page).click()
    await expect(page.getByRole('alert')).toContainText('Nothing was charged')
    await expectAccessible(page, 'a declined payment')
    await page.getByRole('radio', { name: /confirmation/ }).check()
    await payNow(page).click()
    const bank = page.getByRole('dialog', { name: 'Confirm $80.00?' })
    await expect(bank).toBeVisible()
    await expectAccessible(page, 'the confirmation of the bank')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('alert')).toContainText('not confirmed')
    await payNow(page).click()
    await bank.getByRole('button', { name: 'Confirm' }).click()
    await expect(heading(page, 'Payment received')).toBeVisible()
  },
)

test(
  'order page waits for a payment that settles later',
  { tag: '@slow' },
  async ({ createCourse, openStudentPage }) => {
    const { path } = await createCourse({ price: 80, lessons: [] })
    const { page } = await openStudentPage('Nia')
    await page.goto(path)
    await enroll(page).click()
    await payOrder(page).click()
    await page.getByRole('radio', { name: /settles/ }).check()
    await payNow(page).click()
    await expect(heading(page, 'Still processing')).toBeVisible()
    await expectAccessible(page, 'a payment on its way')
    // By itself, after ten seconds.
    await expect(heading(page, 'Payment received')).toBeVisible({ timeout: 40_000 })
    await page.getByRole('link', { name: 'Start learning' }).click()
    await expect(page.getByRole('region', { name: 'Progress' })).toBeVisible()
  },
)

test(
  'back button and a second tab lead to the same order',
  { tag: '@slow' },
  async ({ createCourse, openStudentPage }) => {
    const { id, path } = await createCourse({ price: 80, lessons: [] })
    const { page } = await openStudentPage('Nia')
    await page.goto(path)
    await enroll(page).click()
    await payOrder(page).dblclick()
    await expect(heading(page, 'Test payment')).toBeVisible()
    const orderUrl = page.url()

    await page.goBack()
    await page.getByRole('link', { name: 'Continue to payment' }).click()
    await expect(page).toHaveURL(orderUrl)
    const secondTab = await page.context().newPage()
    await secondTab.goto(orderUrl)
    await payNow(secondTab).click()
    await expect(heading(secondTab, 'Payment received')).toBeVisible()

    // The first tab learns of it, or is told so when it pays.
    await page.goto(`/student/checkout/${id}`)
    await expect(heading(page, 'You already have this course')).toBeVisible()
    expect(await countOrders(page)).toBe(1)
  },
)

test('coupon lowers the price, and one for everything opens the course at once', async ({
  adminRequest,
  createCourse,
  openStudentPage,
}) => {
  const first = await createCourse({ price: 80, lessons: [] })
  const second = await createCourse({ price: 80, lessons: [] })
  const half = uniqueWord('HALF').toUpperCase()
  const all = uniqueWord('ALL').toUpperCase()
  await callApi(adminRequest, 'POST', 'addCoupon', { code: half, kind: 'percent', value: 50, course_ids: [first.id] })
  await callApi(adminRequest, 'POST', 'addCoupon', { code: all, kind: 'percent', value: 100, course_ids: [second.id] })
  const { page } = await openStudentPage('Nia')

  await page.goto(`/student/checkout/${first.id}`)
  await page.getByLabel('Coupon code').fill(half.toLowerCase())
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(payOrder(page)).toHaveText('Pay $40.00')
  await expectAccessible(page, 'the checkout with a coupon')
  await payOrder(page).click()
  await payNow(page).click()
  await expect(heading(page, 'Payment received')).toBeVisible()

  await page.goto(`/student/checkout/${second.id}`)
  await page.getByLabel('Coupon code').fill(all)
  await page.getByRole('button', { name: 'Apply' }).click()
  await page.getByRole('button', { name: 'Get this course' }).click()
  await expect(page.getByRole('region', { name: 'Progress' })).toBeVisible()
})
