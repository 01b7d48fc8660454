import { expect, test } from './watch-console.ts'
import { mailTo } from './outbox.ts'
import { signIn, signUp } from './people.ts'

const PASSWORD = 'a lamp by the window'
const NEW_PASSWORD = 'two lamps by the window'

test('a forgotten password is reset by the code that was mailed, and the old one no longer counts', async ({ page, complaints }) => {
  const person = await signUp(page, PASSWORD)
  await page.goto('/login')
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await expect(page).toHaveURL('/forgotpassword')
  await page.getByLabel('E-mail').fill(person.email)
  await page.getByRole('button', { name: 'Send code to reset' }).click()

  await expect(page).toHaveURL(/\/verifycode\?email=/)
  await expect(page.getByText('Code sent to your email - check your spam')).toBeVisible()
  const code = /\b\d{6}\b/.exec((await mailTo(person.email, /code/)).text ?? '')?.[0] ?? ''
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

  await page.getByLabel('E-mail').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('main').getByRole('button', { name: 'Log in' }).click()
  await expect(page.getByRole('alert')).toContainText('Wrong e-mail or password')
  await page.getByLabel('Password', { exact: true }).fill(NEW_PASSWORD)
  await page.getByRole('main').getByRole('button', { name: 'Log in' }).click()
  await expect(page).toHaveURL('/')
  expect((await mailTo(person.email, /password was changed/i)).html).toContain('/forgotpassword')
  // A refused code and a refused login are answers that the browser notes.
  complaints.length = 0
})

test('a welcome is mailed to whoever signs up', async ({ page, complaints }) => {
  const { email } = await signUp(page, PASSWORD)
  const mail = await mailTo(email, /Welcome/)
  expect(mail.text).toContain('/student/allcourses')
  expect(complaints).toEqual([])
})

test('the profile is changed, with a picture that is cropped and sent', async ({ page, complaints }) => {
  const person = await signUp(page, PASSWORD)
  await signIn(page, person)
  await page.goto('/student/profile')
  await page.getByRole('button', { name: 'Change your profile' }).click()
  await expect(page.getByLabel('Joined', { exact: true })).toHaveAttribute('readonly', '')
  await page.getByLabel('First name').fill('Ama')
  await page.getByLabel('Gender').selectOption('Female')
  await page.getByLabel('Picture file').setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: await drawnPicture(page) })
  const crop = page.getByRole('dialog')
  await expect(crop.getByRole('img').or(crop.locator('img'))).toBeVisible()
  await crop.getByRole('button', { name: 'Use this picture' }).click()
  await expect(crop).toHaveCount(0)
  await expect(page.getByAltText('How you will look')).toBeVisible()
  await page.getByRole('button', { name: 'Edit Profile' }).click()
  await expect(page.getByText('Your profile is saved')).toBeVisible()
  const picture = page.getByAltText('Picture of Ama')
  await expect(picture).toBeVisible()
  expect(await picture.evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight])).toEqual([500, 500])
  expect(await picture.boundingBox()).toMatchObject({ width: 250, height: 250 })
  await page.reload()
  await expect(page.getByRole('definition').filter({ hasText: 'Ama' })).toBeVisible()
  expect(complaints).toEqual([])
})

test('what is no picture is refused at once, and nothing is lost', async ({ page, complaints }) => {
  const person = await signUp(page, PASSWORD)
  await signIn(page, person)
  await page.goto('/student/profile')
  await page.getByRole('button', { name: 'Change your profile' }).click()
  await page.getByLabel('Last name').fill('Mensah')
  await page.getByLabel('Picture file').setInputFiles({ name: 'me.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg onload="alert(1)"/>') })
  await expect(page.getByText('A picture is PNG, JPEG, WebP, GIF or AVIF')).toBeVisible()
  await expect(page.getByLabel('Last name')).toHaveValue('Mensah')
  await page.getByRole('button', { name: 'Close without saving' }).click()
  await page.getByRole('button', { name: 'Discard changes' }).click()
  await expect(page.getByRole('button', { name: 'Edit Profile' })).toHaveCount(0)
  expect(complaints).toEqual([])
})

test('the password is changed, and other devices are signed out', async ({ page, browser, complaints }) => {
  const person = await signUp(page, PASSWORD)
  await signIn(page, person)
  const elsewhere = await browser.newContext()
  const other = await elsewhere.newPage()
  await signIn(other, person)
  await page.goto('/student/profile')
  await expect(page.getByRole('button', { name: 'Sign out everywhere else' })).toBeVisible()
  await page.getByLabel('Current password').fill(PASSWORD)
  await page.getByLabel('New password').fill(NEW_PASSWORD)
  await page.getByRole('button', { name: /change (the )?password/i }).click()
  await expect(page.getByText('Your password is changed. You are signed out everywhere else')).toBeVisible()
  await other.goto('/student/profile')
  await expect(other).toHaveURL('/login')
  await page.reload()
  await expect(page).toHaveURL('/student/profile')
  await expect(page.getByRole('button', { name: 'Sign out everywhere else' })).toHaveCount(0)
  await elsewhere.close()
  expect(complaints).toEqual([])
})

test('one’s own data is downloaded, and the account deleted with a typed confirmation', async ({ page, complaints }) => {
  const person = await signUp(page, PASSWORD)
  await signIn(page, person)
  await page.goto('/student/profile')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download my data' }).click()
  const file = await (await download).createReadStream()
  const data = JSON.parse(Buffer.concat(await file.toArray()).toString()) as { user: { email: string } }
  expect(data.user.email).toBe(person.email)

  await page.getByRole('button', { name: /delete (my |the )?account/i }).click()
  const warning = page.getByRole('dialog')
  await expect(warning.getByText('WARNING!')).toBeVisible()
  await expect(warning.getByRole('button', { name: 'YES !' })).toBeDisabled()
  await warning.getByLabel(/e-?mail/i).fill(person.email)
  await warning.getByLabel('Your password').fill(PASSWORD)
  await warning.getByRole('button', { name: 'YES !' }).click()
  await expect(page).toHaveURL('/')
  await mailTo(person.email, /deleted/)
  const again = await page.request.post('/api/login', { data: { email: person.email, password: PASSWORD } })
  expect(again.status()).toBe(401)
  expect(complaints).toEqual([])
})

/** A picture as a camera would make one, drawn by the browser: 640 by 480. */
async function drawnPicture(page: import('@playwright/test').Page): Promise<Buffer> {
  const address = await page.evaluate(() => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 640, height: 480 })
    const context = canvas.getContext('2d')
    if (!context) throw new Error('no canvas')
    context.fillStyle = '#224466'
    context.fillRect(0, 0, 640, 480)
    context.fillStyle = '#ffcc66'
    context.arc(320, 240, 120, 0, 7)
    context.fill()
    return canvas.toDataURL('image/png')
  })
  return Buffer.from(address.split(',')[1] ?? '', 'base64')
}
