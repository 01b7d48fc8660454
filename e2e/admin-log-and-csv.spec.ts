import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import type { AxeResults } from 'axe-core'
import Papa from 'papaparse'
import { waitForEmail } from './wait-for-email.ts'
import { ADMIN, signIn } from './users.ts'
import { expect, test } from './fixtures.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const HEAD = 'First name;Last name;E-mail;Gender;Class\r\n'

/** Words that no other test's people have. */
const unique = (word: string) => `${word}${crypto.randomUUID().slice(0, 8)}`

async function openImport(page: Page): Promise<void> {
  await signIn(page, ADMIN)
  await page.goto('/dashboard/users/import')
  await page.waitForLoadState('networkidle')
}

const choose = (page: Page, text: string) =>
  page
    .getByLabel('Choose a file')
    .setInputFiles({ name: 'autumn.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })

async function download(
  page: Page,
  press: () => Promise<void>,
): Promise<{ name: string; records: Record<string, string>[]; text: string }> {
  const [file] = await Promise.all([page.waitForEvent('download'), press()])
  const text = readFileSync(await file.path(), 'utf8').replace('\ufeff', '')
  const { data, errors } = Papa.parse<Record<string, string>>(text, { header: true, skipEmptyLines: true })
  expect(errors).toEqual([])
  return { name: file.suggestedFilename(), records: data, text }
}

test('a class is imported and invited; what was left out is mended and comes in; a student sets a password and is in', async ({
  page,
  browser,
  consoleErrors,
}) => {
  const group = unique('class')
  const ada = `ada@${group}.example`
  await page.goto('/')
  await signIn(page, ADMIN)
  await page.goto('/dashboard/users')
  await page.getByRole('link', { name: 'Import' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Import users' })).toBeVisible()
  await page.waitForLoadState('networkidle')
  await choose(
    page,
    `${HEAD}=Ada;Okoro;${ada.toUpperCase()};female;7b\r\n;Nameless;x@${group}.example;;7b\r\n"Ben; Jr";Okoro;ben@${group}.example;Male;7b\r\nMore;Admin;${ADMIN.email};;7b`,
  )
  await expect(page.getByText('2 ready, 2 with problems')).toBeVisible()
  await expect(page.getByText('Ignored columns: Class.')).toBeVisible()
  await page.getByRole('switch', { name: 'Only problems' }).click()
  const table = page.getByRole('table', { name: 'Rows in the file' })
  await expect(table).toContainText('First name is required')
  await expect(table).toContainText('This email is already registered')
  await page.getByRole('switch', { name: 'Send invitations' }).click()
  await page.getByRole('button', { name: 'Import 2 users' }).click()
  await expect(page.getByRole('heading', { name: '2 users imported' })).toBeFocused()

  const left = await download(page, () => page.getByRole('button', { name: 'Download skipped rows' }).click())
  expect([left.name, left.records.map(({ row }) => row)]).toEqual(['skipped-users.csv', ['3', '5']])
  await page.getByRole('button', { name: 'Import another file' }).click()
  await page.getByRole('textbox', { name: 'Or paste rows' }).fill(left.text.replace(',Nameless', 'Cy,Nameless'))
  await page.getByRole('button', { name: 'Preview import' }).click()
  await page.getByRole('button', { name: 'Import 1 user' }).click()
  await expect(page.getByRole('heading', { name: '1 user imported' })).toBeVisible()

  await page.goto(`/dashboard/users?search=${group}`)
  await expect(page.getByRole('table', { name: 'Users' }).getByRole('link')).toHaveText([
    'Cy Nameless',
    'Ben; Jr Okoro',
    '=Ada Okoro',
  ])
  const users = await download(page, () => page.getByRole('link', { name: 'CSV' }).click())
  expect(users.name).toMatch(/^users-\d{4}-\d\d-\d\d\.csv$/)
  expect(users.records.map(({ first_name, email, gender, active }) => [first_name, email, gender, active])).toEqual([
    ['Cy', `x@${group}.example`, '', 'false'],
    ['Ben; Jr', `ben@${group}.example`, 'Male', 'false'],
    ["'=Ada", ada, 'Female', 'false'],
  ])
  await page.goto('/dashboard/systemlog?kind=user&search=Imported')
  await expect(page.getByText('Imported 2 users').first()).toBeVisible()
  const log = await download(page, () => page.getByRole('link', { name: 'CSV' }).click())
  expect(log.name).toMatch(/^system-log-\d{4}-\d\d-\d\d\.csv$/)
  expect(log.records.every(({ kind, message }) => kind === 'user' && message?.startsWith('Imported '))).toBe(true)
  expect(log.records.map(({ message }) => message)).toContain('Imported 2 users')
  expect(consoleErrors).toEqual([])

  const invitation = await waitForEmail(ada, /^Your account at Learn Lantern$/)
  const student = await (await browser.newContext()).newPage()
  await student.goto(new URL(/https?:\/\/\S+\/forgotpassword/.exec(invitation.text ?? '')?.[0] ?? '').pathname)
  await student.getByLabel('Email').fill(ada)
  await student.getByRole('button', { name: 'Send code to reset' }).click()
  const code =
    /^\s*(\d{6})\s*$/m.exec((await waitForEmail(ada, /^Your code for a new password$/)).text ?? '')?.[1] ?? ''
  const password = 'a lamp by the window'
  expect((await student.request.post('/api/resetPass', { data: { email: ada, code, password } })).ok()).toBe(true)
  await signIn(student, { email: ada, password })
  await student.goto('/student/profile')
  await expect(student).toHaveURL('/student/profile')
  await expect(student.getByRole('heading', { level: 1 })).toBeVisible()
})

test('an import goes by batches, stops, asks before it is left, outlives a broken line, and brings nobody twice', async ({
  page,
  consoleErrors,
}) => {
  const group = unique('many')
  await openImport(page)
  await choose(
    page,
    `${HEAD}${Array.from({ length: 650 }, (_, n) => `Name${n};Okoro;n${n}@${group}.example;;`).join('\n')}`,
  )
  let calls = 0
  await page.route('**/api/importUsers', async (route) => {
    calls += 1
    if (calls === 2) return route.abort()
    await new Promise((resolve) => setTimeout(resolve, 300))
    return route.continue()
  })
  await page.getByRole('button', { name: 'Import 650 users' }).click()
  await expect(page.getByText('Couldn’t import the next 200 rows: Error connecting to server.')).toBeVisible()
  await expect(page.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '30')
  await page.getByRole('link', { name: 'All users' }).click()
  await expect(page.getByRole('dialog', { name: 'Leave and stop the import?' })).toContainText(
    '450 rows will not be imported if you leave',
  )
  await page.getByRole('button', { name: 'Stay' }).click()
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('button', { name: 'Stop' }).click()
  await expect(page.getByRole('heading', { name: 'Import paused' })).toBeFocused()
  await page.getByRole('button', { name: 'Resume' }).click()
  await expect(page.getByRole('heading', { name: '650 users imported' })).toBeVisible()
  const file = await page.request.get(`/api/exports/users.csv?search_text=${group}`)
  const emails = (await file.text()).match(/n\d+@many\w+\.example/g)
  expect([emails?.length, new Set(emails).size]).toEqual([650, 650])
  // The line that broke.
  consoleErrors.splice(0, consoleErrors.length, ...consoleErrors.filter((text) => !text.includes('ERR_FAILED')))
})

test('ten thousand lines are checked without the page standing still', async ({ page, consoleErrors }) => {
  await openImport(page)
  // What keeps the page from answering for longer than one would notice.
  await page.evaluate(() => {
    const stalls: number[] = []
    Object.assign(window, { stalls })
    new PerformanceObserver((list) => stalls.push(...list.getEntries().map(({ duration }) => duration))).observe({
      entryTypes: ['longtask'],
    })
  })
  const group = unique('crowd')
  await choose(
    page,
    `${HEAD}${Array.from({ length: 10_000 }, (_, n) => `Name${n};Okoro;n${n}@${group}.example;;`).join('\n')}`,
  )
  await expect(page.getByText('10,000 ready, 0 with problems')).toBeVisible({ timeout: 30_000 })
  const stalls = await page.evaluate(() => (window as unknown as { stalls: number[] }).stalls)
  expect(Math.max(0, ...stalls)).toBeLessThan(500)
  expect(consoleErrors).toEqual([])
})

for (const theme of ['dark', 'light'] as const) {
  test(`the import and the system log have no accessibility violations in the ${theme} theme, and fit a phone`, async ({
    page,
  }) => {
    await page.addInitScript((chosen) => localStorage.setItem('theme', chosen), theme)
    const expectGood = async (what: string) => {
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth), `${what} fits`).toBe(
        true,
      )
      const { violations } = await page.evaluate<AxeResults>(
        `${axe}; axe.run(document, { resultTypes: ['violations'] })`,
      )
      expect([what, violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)]).toEqual([
        what,
        [],
      ])
    }
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      await openImport(page)
      await expectGood('the choice')
      await choose(page, 'a,b\n1,2')
      await expect(page.getByText('autumn.csv cannot be imported.')).toBeVisible()
      await expectGood('a refusal')
      await choose(page, `${HEAD}Ada;Okoro;ada@${unique('axe')}.example;;\nBen;;nobody;other;\n`)
      await expect(page.getByText('1 ready, 1 with problems')).toBeVisible()
      await expectGood('the preview')
      await page.getByRole('button', { name: 'Import 1 user' }).click()
      await expect(page.getByRole('heading', { name: '1 user imported' })).toBeVisible()
      await expectGood('the summary')
      await page.goto('/dashboard/systemlog')
      await expect(page.getByRole('table', { name: 'System log' })).toBeVisible()
      await expectGood('the system log')
    }
  })
}
