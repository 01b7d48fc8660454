import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import type { APIRequestContext } from '@playwright/test'
import { callApi } from '../fixtures/factories.ts'
import { expect, test } from '../fixtures/test.ts'
import { ADMIN, getSession, MARA, signIn } from '../fixtures/users.ts'

/** As an operator does, which takes a second to start. */
const turnOnMaintenance = () =>
  execFileSync('node', ['scripts/admin.mjs', 'maintenance', 'on'], {
    env: { ...process.env, DATA_DIR: join(process.env.E2E_DATA_DIR ?? '', 'isolated') },
  }).toString()

const setMaintenance = (adminRequest: APIRequestContext, state: 'on' | 'off') =>
  callApi(adminRequest, 'POST', 'setMaintenance', { status: state === 'off' })

// Isolated: maintenance mode closes the site for the users of all other tests.
test.describe('maintenance mode', { tag: '@isolated' }, () => {
  test.afterEach(({ adminRequest }) => setMaintenance(adminRequest, 'off'))

  test('open pages switch to the maintenance page and back within ten seconds', async ({
    page: visitor,
    studentPage,
    adminRequest,
    allowConsole,
  }) => {
    allowConsole(/503/, 'a call may reach the server before the page has noticed the switch')
    await studentPage.goto('/student/profile')
    await visitor.goto('/student/allcourses')
    expect(turnOnMaintenance()).toContain('System is down for maintenance')
    for (const page of [studentPage, visitor]) {
      await expect(page).toHaveURL('/maintenance', { timeout: 15_000 })
      await expect(page.getByRole('heading', { name: 'Website is under maintenance' })).toBeVisible()
      await expect(page.getByText("We'll be back shortly")).toBeVisible()
    }
    await setMaintenance(adminRequest, 'off')
    for (const page of [studentPage, visitor]) await expect(page).toHaveURL('/', { timeout: 15_000 })
  })

  test('every path redirects to the maintenance page, and the API answers 503', async ({ request, adminRequest }) => {
    await setMaintenance(adminRequest, 'on')
    for (const path of ['/', '/signup', '/forgotpassword', '/student/allcourses', '/student/blog', '/nowhere']) {
      const response = await request.get(path)
      expect([new URL(response.url()).pathname, response.status()], path).toEqual(['/maintenance', 503])
    }
    expect((await request.post('/api/getCourses', { data: { page: 1 } })).status()).toBe(503)
    expect(await (await request.get('/api/getMaintenace')).json()).toMatchObject({ msg: [{ status: false }] })
  })

  test('admin signs in during maintenance and uses the dashboard', async ({ page, adminRequest }) => {
    await setMaintenance(adminRequest, 'on')
    await page.goto('/login')
    await page.getByLabel('Email').fill(ADMIN.email)
    await page.getByLabel('Password', { exact: true }).fill(ADMIN.password)
    await page.getByRole('main').getByRole('button', { name: 'Log in' }).click()
    await expect(page).toHaveURL('/dashboard')
    await expect(page.getByText('Track users here')).toBeVisible()
  })

  test('student signs in during maintenance and sees the maintenance page only', async ({
    page,
    adminRequest,
    allowConsole,
  }) => {
    allowConsole(/503/, 'the maintenance page has this status')
    await setMaintenance(adminRequest, 'on')
    await signIn(page.request, MARA)
    await page.goto('/student/profile')
    await expect(page).toHaveURL('/maintenance')
    await setMaintenance(adminRequest, 'off')
    await page.goto('/student/profile')
    await expect(page).toHaveURL('/student/profile')
  })

  test(
    'student logs out during maintenance',
    { tag: '@slow' },
    async ({ openStudentPage, adminRequest, allowConsole }) => {
      allowConsole(/503/, 'the maintenance page has this status')
      const { page, student } = await openStudentPage('Nadia')
      await setMaintenance(adminRequest, 'on')
      await page.goto('/')
      await expect(page).toHaveURL('/maintenance')
      await page.getByRole('button', { name: `Account menu: ${student.name}` }).click()
      await page.getByRole('navigation', { name: 'Account' }).getByRole('link', { name: 'Log out' }).click()
      await expect(page).toHaveURL('/maintenance')
      await expect(page.getByRole('banner').getByRole('link', { name: 'Log in' })).toBeVisible()
      expect((await getSession(page.request)).loggedIn).toBe(false)
    },
  )

  test(
    'admin in the student view returns from the maintenance page to the dashboard',
    { tag: '@slow' },
    async ({ page, adminRequest, allowConsole }) => {
      allowConsole(/503/, 'the maintenance page has this status')
      await signIn(page.request, ADMIN)
      expect((await page.request.put('/api/setViewAsStudent', { data: { on: true } })).ok()).toBe(true)
      await setMaintenance(adminRequest, 'on')
      await page.goto('/student/allcourses')
      await expect(page).toHaveURL('/maintenance')
      await page.getByRole('link', { name: 'Back to the dashboard' }).click()
      await expect(page).toHaveURL('/dashboard')
      await expect(page.getByText('admin dashboard management')).toBeVisible()
    },
  )
})
