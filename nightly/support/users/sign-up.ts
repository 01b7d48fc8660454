import { randomBytes } from 'node:crypto'
import { Client } from './client.ts'

export const PASSWORD = 'eleven green bottles'

export const createEmail = () => `${randomBytes(8).toString('hex')}@mail.example`

/** A new student, who has not signed in. */
export async function signUp(url: string, email = createEmail()): Promise<string> {
  const account = { first_name: 'Ada', last_name: 'Lovelace', email, password: PASSWORD, birthdate: '1990-01-01' }
  await new Client(url).call('signup', account)
  return email
}

export interface SignedIn {
  client: Client
  id: number
  email: string
}

/** A new student with a session. */
export async function signIn(url: string, email?: string): Promise<SignedIn> {
  const address = email ?? (await signUp(url))
  const client = new Client(url)
  await client.call('login', { email: address, password: PASSWORD })
  const { userData } = await client.call('session', {})
  return { client, id: userData[0]?.student_id ?? 0, email: address }
}
