import { expect, test } from '../fixtures/test.ts'

test('student edits the profile and its picture', { tag: '@phone' }, async ({ openStudentPage }) => {
  const { page } = await openStudentPage('Ada')
  await page.goto('/student/profile')
  await page.getByRole('button', { name: 'Edit your profile' }).click()
  await page.getByLabel('Last name').fill('Lindqvist')
  await page.getByLabel('Picture file').setInputFiles('public/og.png')
  const crop = page.getByRole('dialog', { name: 'Crop your picture' })
  await crop.getByRole('slider', { name: 'Zoom' }).press('ArrowRight')
  await crop.getByRole('group').press('ArrowLeft')
  await crop.getByRole('button', { name: 'Use picture' }).click()
  await expect(page.getByRole('img', { name: 'Profile preview' })).toBeVisible()
  await page.getByRole('button', { name: 'Edit Profile' }).click()

  await expect(page.getByText('Your profile was saved')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Edit your profile' })).toBeFocused()
  const picture = page.getByRole('img', { name: 'Picture of Ada' })
  await expect(picture).toHaveAttribute('src', /^\/uploads\/[0-9a-f]{32}\.webp$/)
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(249)
  await page.reload()
  await expect(page.getByRole('region', { name: 'Your profile' }).getByText('Ada Lindqvist')).toBeVisible()
})

test('student downloads their data and deletes the account', async ({ openStudentPage }) => {
  const { page, student } = await openStudentPage('Ada')
  await page.goto('/student/profile')
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download my data' }).click(),
  ])
  expect(file.suggestedFilename()).toBe('learn-lantern-data.json')

  await page.getByRole('button', { name: 'Delete my account' }).click()
  const dialog = page.getByRole('dialog', { name: 'WARNING!' })
  await expect(dialog.getByRole('button', { name: 'YES !' })).toBeDisabled()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Delete my account' })).toBeFocused()
  await page.getByRole('button', { name: 'Delete my account' }).click()
  await dialog.getByLabel('Your email').fill(student.email)
  await dialog.getByLabel('Your password').fill(student.password)
  await dialog.getByRole('button', { name: 'YES !' }).click()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('main').getByRole('link', { name: 'Sign up' }).first()).toBeVisible()
  expect((await page.request.post('/api/login', { data: student })).status()).toBe(401)
})
