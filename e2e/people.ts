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

/** A student nobody else is, signed in, so that tests side by side do not meet. */
export async function signUp(page: Page, firstName: string): Promise<void> {
  const email = `${firstName.toLowerCase()}-${process.pid}-${Date.now()}-${++signedUp}@mail.example`
  const password = 'a lamp by the window'
  const form = { first_name: firstName, last_name: 'Osei', email, password, gender: 'Female', birthdate: '1998-02-03' }
  expect((await page.request.post('/api/signup', { data: form })).ok()).toBe(true)
  await signIn(page, { email, password })
}
