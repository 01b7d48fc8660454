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

let people = 0

/** A new student of the test's own, signed up by the API. */
export async function newStudent(page: Page): Promise<{ email: string; password: string }> {
  const email = `e2e-${process.pid}-${Date.now()}-${++people}@mail.example`
  const password = 'a lamp by the window'
  const answer = await page.request.post('/api/signup', {
    data: { first_name: 'Nia', last_name: 'Osei', email, password, gender: 'Female', birthdate: '1998-02-03' },
  })
  expect(answer.ok()).toBe(true)
  return { email, password }
}
