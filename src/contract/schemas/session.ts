import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/endpoint.ts'
import { birthdate, code, email, gender, singleLineText, ignoredFields, newPassword, password } from './fields.ts'
import { LIMITS } from '#contract/limits.ts'
import { user } from './users.ts'

export const session = defineEndpoint({
  summary: 'Who is signed in: the session and its user, or an empty list.',
  input: z.object({}),
  output: z.object({
    loggedIn: z.boolean(),
    userData: z.array(user),
    /** There for an admin who looks at the site as a student: `userData` then has the role student. */
    viewsAsStudent: z.optional(z.literal(true)),
  }),
})

export const logout = defineEndpoint({
  summary: 'Ends the session. Asking twice is no error.',
  input: z.object({}),
  output: z.string(),
})

export const login = defineEndpoint({
  summary: 'Signs in with e-mail and password and sets the session cookie.',
  input: z.object({ email, password }),
  output: z.string(),
  nextPage: z.literal('/'),
})

export const signup = defineEndpoint({
  summary: 'Makes a student account. The new user is not signed in.',
  input: z.object({
    first_name: singleLineText('First name', { max: LIMITS.name }),
    last_name: singleLineText('Last name', { max: LIMITS.name }),
    email,
    password: newPassword,
    gender: z._default(gender, 'Male'),
    birthdate,
    ...ignoredFields('status_user'),
  }),
  output: z.string(),
})

export const getSignInMethods = defineEndpoint({
  summary: 'Ways to sign in beside e-mail and password.',
  input: z.object({}),
  output: z.object({ google: z.boolean() }),
})

export const setViewAsStudent = defineEndpoint({
  summary:
    'An admin looks at the site as a student, or as themselves again: until then this session has a student’s role and rights.',
  input: z.object({ on: z.boolean({ error: 'On is true or false' }) }),
  output: z.string(),
})

export const forgotPass = defineEndpoint({
  summary: 'Sends a six-digit code by mail. The answer is the same whether or not the e-mail is known.',
  input: z.object({ email }),
  output: z.string(),
})

export const verifyCode = defineEndpoint({
  summary: 'Whether a code is right. It is not used up by this; five tries are had together with resetPass.',
  input: z.object({ email, code }),
  output: z.string(),
})

export const resetPass = defineEndpoint({
  summary: 'Uses a code up, sets a new password and ends every session of that user.',
  input: z.object({ email, code, password: newPassword }),
  output: z.string(),
})
