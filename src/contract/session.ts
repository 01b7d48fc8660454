import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { birthdate, email, gender, LIMITS, line, neverBelieved, newPassword, password } from './fields.ts'
import { user } from './users.ts'

export const session = endpoint({
  summary: 'Who is signed in: the session and its user, or an empty list.',
  access: 'anyone',
  input: z.object({}),
  output: z.object({ loggedIn: z.boolean(), userData: z.array(user) }),
  keeps: ['account'],
  inMaintenance: true,
})

export const logout = endpoint({
  summary: 'Ends the session. Asking twice is no error.',
  access: 'anyone',
  input: z.object({}),
  output: z.string(),
  changes: ['account'],
  inMaintenance: true,
})

export const login = endpoint({
  summary: 'Signs in with e-mail and password and sets the session cookie.',
  access: 'anyone',
  input: z.object({ email, password }),
  output: z.string(),
  nextPage: z.literal('/'),
  changes: ['account'],
  inMaintenance: true,
})

export const signup = endpoint({
  summary: 'Makes a student account. The new user is not signed in.',
  access: 'anyone',
  input: z.object({
    first_name: line('First name', { max: LIMITS.name }),
    last_name: line('Last name', { max: LIMITS.name }),
    email,
    password: newPassword,
    gender: z._default(gender, 'Male'),
    birthdate,
    ...neverBelieved('status_user'),
  }),
  output: z.string(),
  changes: [],
})
