import { expect, test } from './fixtures.ts'
import { waitForEmail } from './wait-for-email.ts'
import { signIn, signUp } from './users.ts'

const PASSWORD = 'a lamp by the window'
const NEW_PASSWORD = 'two lamps by the window'

test('a forgotten password is reset by the code that was mailed, and the old one no longer counts', async ({
  page,
  consoleErrors,
}) => {
  const person = await signUp(page, PASSWORD)
  await page.goto('/login')
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await expect(page).toHaveURL('/forgotpassword')
  await page.getByLabel('Email').fill(person.email)
  await page.getByRole('button', { name: 'Send code to reset' }).click()

  await expect(page).toHaveURL(/\/verifycode\?email=/)
  await expect(page.getByText('Code sent to your email - check your spam')).toBeVisible()
  const code = /\b\d{6}\b/.exec((await waitForEmail(person.email, /code/)).text ?? '')?.[0] ?? ''
  await page.getByLabel(/code/i).fill(code === '000000' ? '000001' : '000000')
  await page.getByRole('button', { name: 'Verify code' }).click()
  await expect(page.getByRole('alert')).toContainText('Code is wrong or expired')
  await page.getByLabel(/code/i).fill(code)
  await page.getByRole('button', { name: 'Verify code' }).click()

  await expect(page).toHaveURL(/\/confirmpass/)
  // The code does not stay in the address.
  await expect(page).toHaveURL('/confirmpass')
  await expect(page.getByLabel('Confirm password')).toHaveCount(0)
  await page.getByLabel('Password', { exact: true }).fill(NEW_PASSWORD)
  await page.getByLabel('Confirm password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Reset password' }).click()
  await expect(page.getByText('confirm password correctly')).toBeVisible()
  await page.getByLabel('Confirm password').fill(NEW_PASSWORD)
  await page.getByRole('button', { name: 'Reset password' }).click()
  await expect(page.getByText('Your password is changed').first()).toBeVisible()
  await expect(page).toHaveURL('/login')

  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('main').getByRole('button', { name: 'Log in' }).click()
  await expect(page.getByRole('alert')).toContainText('Wrong e-mail or password')
  await page.getByLabel('Password', { exact: true }).fill(NEW_PASSWORD)
  await page.getByRole('main').getByRole('button', { name: 'Log in' }).click()
  await expect(page).toHaveURL('/')
  expect((await waitForEmail(person.email, /password was changed/i)).html).toContain('/forgotpassword')
  // A refused code and a refused login are answers that the browser notes.
  consoleErrors.length = 0
})

test('a welcome is mailed to whoever signs up', async ({ page, consoleErrors }) => {
  const { email } = await signUp(page, PASSWORD)
  const mail = await waitForEmail(email, /Welcome/)
  expect(mail.text).toContain('/student/allcourses')
  expect(consoleErrors).toEqual([])
})

test('what is no picture is refused at once, and nothing is lost', async ({ page, consoleErrors }) => {
  const person = await signUp(page, PASSWORD)
  await signIn(page, person)
  await page.goto('/student/profile')
  await page.getByRole('button', { name: 'Edit your profile' }).click()
  await page.getByLabel('Last name').fill('Mensah')
  await page
    .getByLabel('Picture file')
    .setInputFiles({ name: 'me.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg onload="alert(1)"/>') })
  await expect(page.getByText('A picture is PNG, JPEG, WebP, GIF or AVIF')).toBeVisible()
  await expect(page.getByLabel('Last name')).toHaveValue('Mensah')
  await page.getByRole('button', { name: 'Close without saving' }).click()
  await page.getByRole('button', { name: 'Discard changes' }).click()
  await expect(page.getByRole('button', { name: 'Edit Profile' })).toHaveCount(0)
  expect(consoleErrors).toEqual([])
})

test('the password is changed, and other devices are signed out', async ({ page, browser, consoleErrors }) => {
  const person = await signUp(page, PASSWORD)
  await signIn(page, person)
  const elsewhere = await browser.newContext()
  const other = await elsewhere.newPage()
  await signIn(other, person)
  await page.goto('/student/profile')
  await expect(page.getByRole('button', { name: 'Sign out all other sessions' })).toBeVisible()
  await page.getByLabel('Current password').fill(PASSWORD)
  await page.getByLabel('New password').fill(NEW_PASSWORD)
  await page.getByRole('button', { name: /change (the )?password/i }).click()
  await expect(page.getByText('Your password is changed. You are signed out everywhere else')).toBeVisible()
  await other.goto('/student/profile')
  await expect(other).toHaveURL('/login')
  await page.reload()
  await expect(page).toHaveURL('/student/profile')
  await expect(page.getByRole('button', { name: 'Sign out all other sessions' })).toHaveCount(0)
  await elsewhere.close()
  expect(consoleErrors).toEqual([])
})

test('the server’s own rendering of the profile knows which session asks', async ({ page, consoleErrors }) => {
  const person = await signUp(page, PASSWORD)
  await signIn(page, person)
  const html = await (await page.request.get('/student/profile')).text()
  expect(html).toContain('This device')
  expect(consoleErrors).toEqual([])
})
