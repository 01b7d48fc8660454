import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import Papa from 'papaparse'
import { callApi, uniqueWord } from '../fixtures/factories.ts'
import { measureLongestTask } from '../fixtures/longest-task.ts'
import { expect, test } from '../fixtures/test.ts'
import { ADMIN, signIn } from '../fixtures/users.ts'
import { waitForEmail, waitForResetCode } from '../fixtures/wait-for-email.ts'

const HEADER = 'First name;Last name;E-mail;Gender;Class\r\n'

const chooseFile = (page: Page, text: string) =>
  page
    .getByLabel('Choose a file')
    .setInputFiles({ name: 'autumn.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })

const buildRows = (count: number, domain: string) =>
  Array.from({ length: count }, (_, index) => `Name${index};Okoro;n${index}@${domain};;`).join('\n')

interface CsvFile {
  name: string
  text: string
  records: Record<string, string>[]
}

async function downloadCsv(page: Page, click: () => Promise<void>): Promise<CsvFile> {
  const [file] = await Promise.all([page.waitForEvent('download'), click()])
  const text = readFileSync(await file.path(), 'utf8').replace('\ufeff', '')
  const { data, errors } = Papa.parse<Record<string, string>>(text, { header: true, skipEmptyLines: true })
  expect(errors).toEqual([])
  return { name: file.suggestedFilename(), records: data, text }
}

test('admin imports users, repairs the rows with problems and exports the result', async ({ adminPage: page }) => {
  const domain = `${uniqueWord('class')}.example`
  await page.goto('/dashboard/users')
  await page.getByRole('link', { name: 'Import' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Import users' })).toBeVisible()
  await chooseFile(
    page,
    `${HEADER}=Ada;Okoro;ADA@${domain};female;7b\r\n;Nameless;x@${domain};;7b\r\n"Ben; Jr";Okoro;ben@${domain};Male;7b\r\nMore;Okoro;${ADMIN.email};;7b`,
  )
  await expect(page.getByText('2 ready, 2 with problems')).toBeVisible()
  await expect(page.getByText('Ignored columns: Class.')).toBeVisible()
  await page.getByRole('switch', { name: 'Only problems' }).click()
  const table = page.getByRole('table', { name: 'Rows in the file' })
  await expect(table).toContainText('First name is required')
  await expect(table).toContainText('This email is already registered')
  await page.getByRole('button', { name: 'Import 2 users' }).click()
  await expect(page.getByRole('heading', { name: '2 users imported' })).toBeFocused()

  const rest = await downloadCsv(page, () => page.getByRole('button', { name: 'Download skipped rows' }).click())
  expect(rest.name).toBe('skipped-users.csv')
  expect(rest.records.map(({ row }) => row)).toEqual(['3', '5'])
  await page.getByRole('button', { name: 'Import another file' }).click()
  await page.getByRole('textbox', { name: 'Or paste rows' }).fill(rest.text.replace(',Nameless', 'Cy,Nameless'))
  await page.getByRole('button', { name: 'Preview import' }).click()
  await page.getByRole('button', { name: 'Import 1 user' }).click()
  await expect(page.getByRole('heading', { name: '1 user imported' })).toBeVisible()

  await page.goto(`/dashboard/users?search=${domain}`)
  await expect(page.getByRole('table', { name: 'Users' }).getByRole('link')).toHaveText([
    'Cy Nameless',
    'Ben; Jr Okoro',
    '=Ada Okoro',
  ])
  const users = await downloadCsv(page, () => page.getByRole('link', { name: 'CSV' }).click())
  expect(users.name).toMatch(/^users-\d{4}-\d\d-\d\d\.csv$/)
  // The apostrophe keeps a spreadsheet from evaluating the name as a formula.
  expect(users.records.map(({ first_name, email, gender, active }) => [first_name, email, gender, active])).toEqual([
    ['Cy', `x@${domain}`, '', 'false'],
    ['Ben; Jr', `ben@${domain}`, 'Male', 'false'],
    ["'=Ada", `ada@${domain}`, 'Female', 'false'],
  ])
})

test(
  'imported student is invited by email and sets a password',
  { tag: '@slow' },
  async ({ adminPage: admin, page }) => {
    const email = `ada@${uniqueWord('class')}.example`
    await admin.goto('/dashboard/users/import')
    await chooseFile(admin, `${HEADER}Ada;Okoro;${email};female;7b`)
    await admin.getByRole('switch', { name: 'Send invitations' }).click()
    await admin.getByRole('button', { name: 'Import 1 user' }).click()
    await expect(admin.getByRole('heading', { name: '1 user imported' })).toBeVisible()

    const invitation = await waitForEmail(email, /^Your Learn Lantern account is ready$/)
    await page.goto(new URL(/https?:\/\/\S+\/forgotpassword/.exec(invitation.text ?? '')?.[0] ?? '').pathname)
    await page.getByLabel('Email').fill(email)
    await page.getByRole('button', { name: 'Send code to reset' }).click()
    const password = 'a lamp by the window'
    await callApi(page.request, 'POST', 'resetPass', { email, code: await waitForResetCode(email), password })
    await signIn(page.request, { email, password })
    await page.goto('/student/profile')
    await expect(page).toHaveURL('/student/profile')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  },
)

test(
  'import continues after a failed batch and a pause, without duplicates',
  { tag: '@slow' },
  async ({ adminPage: page, expectConsole }) => {
    expectConsole(/ERR_FAILED/, 'the second batch is aborted')
    const domain = `${uniqueWord('many')}.example`
    await page.goto('/dashboard/users/import')
    await chooseFile(page, `${HEADER}${buildRows(450, domain)}`)
    let batches = 0
    let releaseThirdBatch = () => {}
    const thirdBatch = new Promise<void>((resolve) => (releaseThirdBatch = resolve))
    await page.route('**/api/importUsers', async (route) => {
      batches += 1
      if (batches === 2) return route.abort()
      if (batches === 3) await thirdBatch
      return route.continue()
    })
    await page.getByRole('button', { name: 'Import 450 users' }).click()
    await expect(page.getByText('Couldn’t import the next 200 rows: Error connecting to server.')).toBeVisible()
    await expect(page.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '44')
    await page.getByRole('link', { name: 'All users' }).click()
    await expect(page.getByRole('dialog', { name: 'Leave and stop the import?' })).toContainText(
      '250 rows will not be imported if you leave',
    )
    await page.getByRole('button', { name: 'Stay' }).click()
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('button', { name: 'Stop' }).click()
    releaseThirdBatch()
    await expect(page.getByRole('heading', { name: 'Import paused' })).toBeFocused()
    await page.getByRole('button', { name: 'Resume' }).click()
    await expect(page.getByRole('heading', { name: '450 users imported' })).toBeVisible()
    const file = await page.request.get(`/api/exports/users.csv?search_text=${domain}`)
    const emails = (await file.text()).match(/n\d+@many\w+\.example/g)
    expect(emails).toHaveLength(450)
    expect(new Set(emails).size).toBe(450)
  },
)

test('checking 10,000 rows never blocks the page for half a second', { tag: '@slow' }, async ({ adminPage: page }) => {
  const result = '10,000 ready, 0 with problems'
  await page.goto('/dashboard/users/import')
  const longestTask = await measureLongestTask(page, async () => {
    await chooseFile(page, `${HEADER}${buildRows(10_000, `${uniqueWord('large')}.example`)}`)
    // Playwright’s own search, which reads the names of all elements, can be the longest task.
    await page.waitForFunction((text) => document.body.textContent.includes(text), result, { polling: 200 })
  })
  await expect(page.getByText(result)).toBeVisible()
  expect(longestTask).toBeLessThan(500)
})
