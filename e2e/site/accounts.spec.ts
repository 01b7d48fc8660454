import { expect, test } from '../fixtures/test.ts'
import { signIn, signUp } from '../fixtures/users.ts'
import { waitForEmail, waitForResetCode } from '../fixtures/wait-for-email.ts'

const NEW_PASSWORD = 'two lamps by the window'

test('password reset replaces the password with the code from the email', async ({ page, expectConsole }) => {
  expectConsole(/\/api\/verifyCode/, 'a wrong code is refused')
  expectConsole(/401.*\/api\/login|Wrong email or password/, 'the old password is refused')
  const user = await signUp(page.request, 'Kofi')
  await page.goto('/login')
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await expect(page).toHaveURL('/forgotpassword')
  await page.getByLabel('Email').fill(user.email)
  await page.getByRole('button', { name: 'Send code to reset' }).click()

  await expect(page).toHaveURL(/\/verifycode\?email=/)
  await expect(page.getByText('Code sent to your email - check your spam')).toBeVisible()
  const code = await waitForResetCode(user.email)
  await page.getByLabel(/code/i).fill(code === '000000' ? '000001' : '000000')
  await page.getByRole('button', { name: 'Verify code' }).click()
  await expect(page.getByRole('alert')).toContainText('The code is wrong or has expired. Request a new one')
  await page.getByLabel(/code/i).fill(code)
  await page.getByRole('button', { name: 'Verify code' }).click()

  // The code leaves the address as soon as the screen has read it.
  await expect(page).toHaveURL('/confirmpass')
  await page.getByLabel('Password', { exact: true }).fill(NEW_PASSWORD)
  await page.getByLabel('Confirm password').fill(NEW_PASSWORD)
  await page.getByRole('button', { name: 'Reset password' }).click()
  await expect(page.getByText('Your password was changed').first()).toBeVisible()
  await expect(page).toHaveURL('/login')

  await page.getByLabel('Email').fill(user.email)
  await page.getByLabel('Password', { exact: true }).fill(user.password)
  await page.getByRole('main').getByRole('button', { name: 'Log in' }).click()
  await expect(page.getByRole('alert')).toContainText('Wrong email or password')
  await page.getByLabel('Password', { exact: true }).fill(NEW_PASSWORD)
  await page.getByRole('main').getByRole('button', { name: 'Log in' }).click()
  await expect(page).toHaveURL('/')
  expect((await waitForEmail(user.email, /password was changed/i)).html).toContain('/forgotpassword')
})

test('sign-up sends a welcome email', async ({ request }) => {
  const { email } = await signUp(request, 'Kofi')
  expect((await waitForEmail(email, /Welcome/)).text).toContain('/student/allcourses')
})

test('password change logs out other devices', async ({ openStudentPage, openPage }) => {
  const { page, student } = await openStudentPage('Kofi')
  const otherDevice = await openPage()
  await signIn(otherDevice.request, student)
  await page.goto('/student/profile')
  await expect(page.getByRole('button', { name: 'Log out all other sessions' })).toBeVisible()
  await page.getByLabel('Current password').fill(student.password)
  await page.getByLabel('New password').fill(NEW_PASSWORD)
  await page.getByRole('button', { name: /change (the )?password/i }).click()
  await expect(page.getByText('Your password was changed. You were logged out on all other devices.')).toBeVisible()
  await otherDevice.goto('/student/profile')
  await expect(otherDevice).toHaveURL(/\/login(\?next=|$)/)
  await page.reload()
  await expect(page).toHaveURL('/student/profile')
  await expect(page.getByRole('button', { name: 'Log out all other sessions' })).toHaveCount(0)
})

test('profile rendered on the server marks the current session', async ({ studentPage }) => {
  const html = await (await studentPage.request.get('/student/profile')).text()
  expect(html).toContain('This device')
})
