import type { TestApp } from './test-app.ts'

export const TEST_PASSWORD = 'eleven green bottles'

export const createSignupInput = (email: string) => ({
  first_name: 'Ada',
  last_name: 'Lovelace',
  email,
  password: TEST_PASSWORD,
  birthdate: '1990-01-01',
})

export const signUp = (t: Pick<TestApp, 'send'>, email: string) => t.send('signup', createSignupInput(email))
