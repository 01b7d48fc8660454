import { expectAccessibleInBothWindows } from '../fixtures/accessibility.ts'
import { callApi, uniqueWord } from '../fixtures/factories.ts'
import { expect, test } from '../fixtures/test.ts'

test('admin adds a coupon, refunds a part of the order that used it, and ends the coupon', async ({
  adminPage: page,
  openStudentPage,
  createCourse,
}) => {
  const code = uniqueWord('SALE-').toUpperCase()
  await page.goto('/dashboard/coupons')
  await page.getByRole('button', { name: 'Add coupon' }).first().click()
  const form = page.getByRole('dialog', { name: 'Add coupon' })
  await form.getByLabel('Code').fill(code.toLowerCase())
  await form.getByLabel('Percent').fill('50')
  await form.getByRole('radio', { name: 'Only some courses' }).check()
  await expectAccessibleInBothWindows(page, 'the form of a coupon')
  await form.getByRole('radio', { name: 'All courses' }).check()
  await form.getByRole('button', { name: 'Add coupon' }).click()
  await expect(page.getByText(`The coupon ${code} was added`)).toBeVisible()

  const { id: course_id } = await createCourse({ price: 40 })
  const { page: studentPage, student } = await openStudentPage('Buyer')
  const order = await callApi<{ order_id: number; number: string; total: number }>(
    studentPage.request,
    'POST',
    'createOrder',
    { course_id, coupon: code },
  )
  expect(order.total).toBe(20)
  const payment = { order_id: order.order_id, card: '4242424242424242' }
  await callApi(studentPage.request, 'POST', 'payTestOrder', payment)

  await page.goto(`/dashboard/orders?search=${encodeURIComponent(student.email)}`)
  await page.getByRole('link', { name: order.number }).click()
  await page.getByRole('button', { name: 'Refund' }).click()
  const dialog = page.getByRole('dialog', { name: 'Refund' })
  await dialog.getByRole('radio', { name: 'A part' }).check()
  await dialog.getByLabel('Amount (USD)').fill('5')
  await dialog.getByLabel('Reason').fill('One lesson did not play')
  await expectAccessibleInBothWindows(page, 'the refund of an order')
  await dialog.getByRole('button', { name: 'Refund this part' }).click()
  await expect(page.getByText(`Order ${order.number} was refunded`)).toBeVisible()
  await expect(page.getByRole('region', { name: 'Timeline' })).toContainText('Refunded $5.00')
  await expect(page.getByText('Partly refunded')).toBeVisible()
  await expectAccessibleInBothWindows(page, 'an order')

  await page.goto(`/dashboard/coupons?search=${code}`)
  await page.getByRole('button', { name: `End ${code}` }).click()
  await expect(page.getByText(`The coupon ${code} has ended`)).toBeVisible()
  await expect(page.getByRole('button', { name: `End ${code}` })).toHaveCount(0)
})
