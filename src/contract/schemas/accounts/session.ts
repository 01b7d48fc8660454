import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/endpoint.ts'
import {
  birthdate,
  code,
  email,
  gender,
  ownName,
  personName,
  ignoredFields,
  newPassword,
  password,
} from '#contract/schemas/fields.ts'
import { user } from './users.ts'

export const session = defineEndpoint({
  summary: 'Returns the session’s user, or an empty list when logged out.',
  input: z.object({}),
  output: z.object({
    loggedIn: z.boolean(),
    userData: z.array(user),
    /** Present while an admin views the site as a student: the role in `userData` is then student. */
    viewsAsStudent: z.optional(z.literal(true)),
    /** Present while an admin has to set up a second factor before anything else. */
    needsSecondFactor: z.optional(z.literal(true)),
    /** Present while the user has to prove the email before writing. */
    needsEmailProof: z.optional(z.literal(true)),
  }),
})

export const logout = defineEndpoint({
  summary: 'Ends the session, if there is one.',
  input: z.object({}),
  output: z.string(),
})

/** A proof is `seed:number`. Its SHA-256 begins with this many zero bits. */
export const proofChallenge = z.object({ seed: z.string(), bits: z.int() })
export type ProofChallenge = z.infer<typeof proofChallenge>

export const login = defineEndpoint({
  summary:
    'Logs in with email and password and sets the session cookie. After many failures it may answer `proof_needed` with a `challenge`; send its solution as `proof`. With two-step verification it answers `second_factor_needed` with the `steps` to choose from; go on with `confirmLogin` or a passkey.',
  input: z.object({
    email,
    password,
    proof: z.optional(z.string({ error: 'A proof must be text' }).check(z.maxLength(200))),
  }),
  output: z.string(),
  nextPage: z.literal('/'),
})

export const signup = defineEndpoint({
  summary: 'Creates a student account without logging in.',
  input: z
    .object({
      first_name: personName('First name'),
      last_name: personName('Last name'),
      email,
      password: newPassword,
      gender: z._default(gender, 'Male'),
      birthdate,
      ...ignoredFields('status_user'),
    })
    .check(ownName()),
  output: z.string(),
})

export const getSignInMethods = defineEndpoint({
  summary: 'Returns the ways to log in besides email and password.',
  input: z.object({}),
  output: z.object({ google: z.boolean(), passkeys: z.boolean() }),
})

export const setViewAsStudent = defineEndpoint({
  summary: 'Gives an admin’s session the role of a student, or its own role back.',
  input: z.object({ on: z.boolean({ error: 'On must be true or false' }) }),
  output: z.string(),
})

export const forgotPass = defineEndpoint({
  summary:
    'Sends a six-digit code by email. The answer is the same for unknown emails. A `token` from a link in an email to the address lifts the limit that strangers may have used up.',
  input: z.object({ email, token: z.optional(z.string({ error: 'A token must be text' }).check(z.maxLength(200))) }),
  output: z.string(),
})

export const verifyCode = defineEndpoint({
  summary: 'Checks a code without using it up. It shares five tries with resetPass.',
  input: z.object({ email, code }),
  output: z.string(),
})

export const resetPass = defineEndpoint({
  summary: 'Uses up a code, sets a new password and ends every session of the user.',
  input: z.object({ email, code, password: newPassword }),
  output: z.string(),
})
