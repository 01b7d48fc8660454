import { signIn } from './users.ts'
import { expect, test } from './fixtures.ts'

test('a student changes the profile and its picture, and ends the account', async ({
  page,
  consoleErrors,
  isMobile,
}) => {
  expect(consoleErrors).toEqual([])
  const person = {
    email: `ada-${Date.now()}-${isMobile ? 'phone' : 'desktop'}@mail.example`,
    password: 'a lamp by the window',
  }
  await page.request.post('/api/signup', {
    data: { first_name: 'Ada', last_name: 'Lund', ...person, birthdate: '1990-05-06', gender: 'Female' },
  })
  await signIn(page, person)

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

  await expect(page.getByText('Your profile is saved')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Edit your profile' })).toBeFocused()
  const picture = page.getByRole('img', { name: 'Picture of Ada' })
  await expect(picture).toHaveAttribute('src', /^\/uploads\/[0-9a-f]{32}\.webp$/)
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(249)
  await page.reload()
  await expect(page.getByRole('region', { name: 'Your profile' }).getByText('Ada Lindqvist')).toBeVisible()

  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download my data' }).click(),
  ])
  expect(file.suggestedFilename()).toBe('learn-lantern-data.json')

  await page.getByRole('button', { name: 'Delete my account' }).click()
  const warning = page.getByRole('dialog', { name: 'WARNING!' })
  await expect(warning.getByRole('button', { name: 'YES !' })).toBeDisabled()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Delete my account' })).toBeFocused()
  await page.getByRole('button', { name: 'Delete my account' }).click()
  await warning.getByLabel('Your email').fill(person.email)
  await warning.getByLabel('Your password').fill(person.password)
  await warning.getByRole('button', { name: 'YES !' }).click()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('main').getByRole('link', { name: 'Sign up' }).first()).toBeVisible()
  expect((await page.request.post('/api/login', { data: person })).status()).toBe(401)
})
