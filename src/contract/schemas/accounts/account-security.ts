import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/endpoint.ts'
import { LIMITS } from '#contract/limits.ts'
import { code, id, password, singleLineText, userRole } from '#contract/schemas/fields.ts'
import { toAsciiDigits } from '#contract/text/digits.ts'

/** With a password, or for an account without one a login within the last ten minutes. */
const recentAuth = { password: z.optional(password) }

const trust = z._default(z.boolean({ error: 'Trust must be true or false' }), false)

export const SECOND_STEPS = ['totp', 'passkey', 'recovery'] as const
export type SecondStep = (typeof SECOND_STEPS)[number]

const recoveryCodes = z.array(z.string())

// The JSON forms of WebAuthn Level 3. Everything in them is base64url; some authenticators' software pads it.
const webauthnText = z
  .string({ error: 'The passkey’s answer is incomplete' })
  .check(z.maxLength(32_000), z.regex(/^[\w-]*={0,2}$/, { error: 'The passkey’s answer is damaged' }))
/** Such as `usb` and `smart-card`. Browsers may send ones that are unknown here. */
const transport = z.string().check(z.maxLength(30), z.regex(/^[\w-]*$/))
const credential = {
  id: webauthnText,
  rawId: webauthnText,
  type: z.literal('public-key'),
  authenticatorAttachment: z.optional(z.enum(['platform', 'cross-platform'])),
}
const credentialDescriptor = z.object({
  id: z.string(),
  type: z.literal('public-key'),
  transports: z.optional(z.array(z.string())),
})
const userVerification = z.enum(['required', 'preferred', 'discouraged'])

export const confirmLogin = defineEndpoint({
  summary:
    'Finishes a login that answered `second_factor_needed`, with a code of the authenticator app or a recovery code. With `trust` this browser skips the second step for 30 days.',
  input: z.object({
    code: z
      .string({ error: 'Code is required' })
      .check(
        z.trim(),
        z.maxLength(40, { error: 'The code is wrong', abort: true }),
        z.overwrite(toAsciiDigits),
        z.minLength(1, { error: 'Code is required' }),
      ),
    // A form without script sends the word of its checkbox.
    trust: z.union([
      z.pipe(
        z.literal('on'),
        z.transform(() => true),
      ),
      trust,
    ]),
  }),
  output: z.string(),
  nextPage: z.literal('/'),
})

export const startPasskeyLogin = defineEndpoint({
  summary:
    'Begins a login with a passkey and returns the options for `navigator.credentials.get`. With `second_step` it is the second step of a login with a password.',
  input: z.object({ second_step: z.boolean({ error: 'Second step must be true or false' }) }),
  output: z.object({
    challenge: z.string(),
    timeout: z.optional(z.number()),
    rpId: z.optional(z.string()),
    allowCredentials: z.optional(z.array(credentialDescriptor)),
    userVerification: z.optional(userVerification),
  }),
})

export const confirmPasskeyLogin = defineEndpoint({
  summary: 'Logs in with what `navigator.credentials.get` returned.',
  input: z.object({
    response: z.object({
      ...credential,
      response: z.object({
        clientDataJSON: webauthnText,
        authenticatorData: webauthnText,
        signature: webauthnText,
        userHandle: z.optional(webauthnText),
      }),
    }),
    trust,
  }),
  output: z.string(),
  nextPage: z.literal('/'),
})

export const startTotp = defineEndpoint({
  summary: 'Creates a key for an authenticator app. Two-step verification is on once `confirmTotp` has a code of it.',
  input: z.object(recentAuth),
  output: z.object({
    /** In base32, to be typed. */
    secret: z.string(),
    /** `otpauth://…`, for a QR code. */
    uri: z.string(),
  }),
})

export const confirmTotp = defineEndpoint({
  summary: 'Turns the authenticator app on with one of its codes. The first second factor comes with recovery codes.',
  input: z.object({
    code,
  }),
  output: z.object({ recovery_codes: recoveryCodes }),
})

export const removeTotp = defineEndpoint({
  summary: 'Turns the authenticator app off. The last second factor takes the recovery codes with it.',
  input: z.object(recentAuth),
  output: z.string(),
})

export const renewRecoveryCodes = defineEndpoint({
  summary: 'Replaces the recovery codes by ten new ones.',
  input: z.object(recentAuth),
  output: z.object({ recovery_codes: recoveryCodes }),
})

export const forgetTrustedBrowsers = defineEndpoint({
  summary: 'Asks every browser for the second step again.',
  input: z.object({}),
  output: z.string(),
})

export const startPasskeySetup = defineEndpoint({
  summary: 'Begins to add a passkey and returns the options for `navigator.credentials.create`.',
  input: z.object(recentAuth),
  output: z.object({
    rp: z.object({ name: z.string(), id: z.optional(z.string()) }),
    user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
    challenge: z.string(),
    pubKeyCredParams: z.array(z.object({ alg: z.int(), type: z.literal('public-key') })),
    timeout: z.optional(z.number()),
    excludeCredentials: z.optional(z.array(credentialDescriptor)),
    authenticatorSelection: z.optional(
      z.object({
        residentKey: z.optional(userVerification),
        requireResidentKey: z.optional(z.boolean()),
        userVerification: z.optional(userVerification),
      }),
    ),
    attestation: z.optional(z.literal('none')),
  }),
})

export const addPasskey = defineEndpoint({
  summary:
    'Adds the passkey that `navigator.credentials.create` returned. The first second factor comes with recovery codes.',
  input: z.object({
    name: singleLineText('Name', { max: LIMITS.passkeyName }),
    response: z.object({
      ...credential,
      response: z.object({
        clientDataJSON: webauthnText,
        attestationObject: webauthnText,
        transports: z.optional(z.array(transport).check(z.maxLength(10))),
      }),
    }),
  }),
  output: z.object({ recovery_codes: recoveryCodes }),
})

export const renamePasskey = defineEndpoint({
  summary: 'Gives one of your passkeys another name.',
  input: z.object({ passkey_id: id, name: singleLineText('Name', { max: LIMITS.passkeyName }) }),
  output: z.string(),
})

export const removePasskey = defineEndpoint({
  summary: 'Removes one of your passkeys. The last second factor takes the recovery codes with it.',
  input: z.object({ passkey_id: id, ...recentAuth }),
  output: z.string(),
})

export const sendEmailConfirmation = defineEndpoint({
  summary: 'Sends another link that proves your email, or your new email while a change is pending.',
  input: z.object({}),
  output: z.string(),
})

export const cancelEmailChange = defineEndpoint({
  summary: 'Cancels a change of your email that is not confirmed yet: its link stops working.',
  input: z.object({}),
  output: z.string(),
})

export const setUserRole = defineEndpoint({
  summary:
    'Makes a user an admin or a student, and signs the user out everywhere. Your own role, and the last admin’s, stay.',
  input: z.object({ user_id: id, role: userRole, ...recentAuth }),
  output: z.string(),
})

export const removeUserSecondFactor = defineEndpoint({
  summary:
    'Turns a user’s two-step verification off, for one who has lost every way to confirm a login, and signs the user out everywhere.',
  input: z.object({ user_id: id, ...recentAuth }),
  output: z.string(),
})
