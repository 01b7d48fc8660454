import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { birthdate, code, email, gender, LIMITS, line, neverBelieved, newPassword, password } from './fields.ts'
import { user } from './users.ts'

export const session = endpoint({
  summary: 'Who is signed in: the session and its user, or an empty list.',
  access: 'anyone',
  input: z.object({}),
  output: z.object({
    loggedIn: z.boolean(),
    userData: z.array(user),
    /** There for an admin who looks at the site as a student: `userData` then has the role student. */
    viewsAsStudent: z.optional(z.literal(true)),
  }),
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

export const getSignInMethods = endpoint({
  summary: 'Ways to sign in beside e-mail and password.',
  access: 'anyone',
  input: z.object({}),
  output: z.object({ google: z.boolean() }),
  keeps: ['site'],
  inMaintenance: true,
})

export const setViewAsStudent = endpoint({
  summary:
    'An admin looks at the site as a student, or as themselves again: until then this session has a student’s role and rights.',
  access: 'user',
  input: z.object({ on: z.boolean({ error: 'On is true or false' }) }),
  output: z.string(),
  changes: ['account', 'progress'],
  inMaintenance: true,
})

export const forgotPass = endpoint({
  summary: 'Sends a six-digit code by mail. The answer is the same whether or not the e-mail is known.',
  access: 'anyone',
  input: z.object({ email }),
  output: z.string(),
  changes: [],
  inMaintenance: true,
})

export const verifyCode = endpoint({
  summary: 'Whether a code is right. It is not used up by this; five tries are had together with resetPass.',
  access: 'anyone',
  input: z.object({ email, code }),
  output: z.string(),
  changes: [],
  inMaintenance: true,
})

export const resetPass = endpoint({
  summary: 'Uses a code up, sets a new password and ends every session of that user.',
  access: 'anyone',
  input: z.object({ email, code, password: newPassword }),
  output: z.string(),
  changes: [],
  inMaintenance: true,
})
