import { expect, type Page } from '@playwright/test'

/** Students of the demo academy whom anyone may sign in as, and the admin that the tests' server was given. */
export const MARA = { email: 'mara@learnlantern.example', password: 'lantern-light' }
export const JON = { email: 'jon@learnlantern.example', password: 'lantern-light' }
export const ADMIN = { email: 'admin@localhost.test', password: 'only-for-the-tests' }

/** Signs in by the API, as the form does, and leaves the cookie in the browser. */
export async function signIn(page: Page, { email, password }: typeof MARA): Promise<void> {
  const response = await page.request.post('/api/login', { data: { email, password } })
  expect(response.ok()).toBe(true)
}

let signUpCount = 0

/** A student of one test's own. */
export async function signUp(page: Page, password: string): Promise<typeof MARA> {
  const email = `person-${process.pid}-${Date.now()}-${++signUpCount}@mail.example`
  const data = { first_name: 'Kofi', last_name: 'Boateng', email, password, gender: 'Male', birthdate: '1995-05-05' }
  expect((await page.request.post('/api/signup', { data })).ok()).toBe(true)
  return { email, password }
}

/** A student of the test's own, signed in; what other tests do meanwhile does not touch theirs. */
export async function signInAsNewStudent(page: Page, firstName: string): Promise<{ id: number; name: string }> {
  const email = `${firstName.toLowerCase()}-${crypto.randomUUID()}@mail.example`
  const password = 'a lamp by the window'
  const newUser = {
    first_name: firstName,
    last_name: 'Osei',
    email,
    password,
    gender: 'Female',
    birthdate: '1998-02-03',
  }
  expect((await page.request.post('/api/signup', { data: newUser })).ok()).toBe(true)
  await signIn(page, { email, password })
  const { msg } = await (await page.request.get('/api/session')).json()
  return { id: msg.userData[0].student_id, name: `${firstName} Osei` }
}
