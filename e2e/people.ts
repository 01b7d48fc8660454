import { expect, type Page } from '@playwright/test'

/** Students of the demo academy whom anyone may sign in as, and the admin that the tests' server was given. */
export const MARA = { email: 'mara@learnlantern.example', password: 'lantern-light' }
export const JON = { email: 'jon@learnlantern.example', password: 'lantern-light' }
export const ADMIN = { email: 'admin@localhost.test', password: 'only-for-the-tests' }

/** Signs in by the API, as the form does, and leaves the cookie in the browser. */
export async function signIn(page: Page, { email, password }: typeof MARA): Promise<void> {
  const answer = await page.request.post('/api/login', { data: { email, password } })
  expect(answer.ok()).toBe(true)
}

let signedUp = 0

/** A student of one test's own. */
export async function signUp(page: Page, password: string): Promise<typeof MARA> {
  const email = `person-${process.pid}-${Date.now()}-${++signedUp}@mail.example`
  const data = { first_name: 'Kofi', last_name: 'Boateng', email, password, gender: 'Male', birthdate: '1995-05-05' }
  expect((await page.request.post('/api/signup', { data })).ok()).toBe(true)
  return { email, password }
}
