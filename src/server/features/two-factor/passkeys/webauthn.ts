import type { CallOutput, ParsedInput } from '#contract/contract.ts'
import type { User } from '#contract/schemas/accounts/users.ts'
import type { passkeys } from '#server/platform/db/schema.ts'
import type { RelyingParty } from './relying-party.ts'

/** Loaded on demand: the library is large, and many servers see few passkeys. */
const loadLibrary = () => import('@simplewebauthn/server')

const TIMEOUT_MS = 5 * 60_000
const SITE_NAME = 'Learn Lantern'

type Passkey = typeof passkeys.$inferSelect
type StoredCredential = Pick<Passkey, 'credentialId' | 'transports'>
type Library = Awaited<ReturnType<typeof loadLibrary>>
type Transports = NonNullable<
  NonNullable<Parameters<Library['generateAuthenticationOptions']>[0]['allowCredentials']>[number]['transports']
>

const toDescriptor = ({ credentialId, transports }: StoredCredential) => ({
  id: credentialId,
  transports: transports as Transports,
})

export async function createSetupOptions(
  { id }: RelyingParty,
  user: User,
  existing: StoredCredential[],
): Promise<CallOutput<'startPasskeySetup'>> {
  const { generateRegistrationOptions } = await loadLibrary()
  const options = await generateRegistrationOptions({
    rpName: SITE_NAME,
    rpID: id,
    userID: new TextEncoder().encode(String(user.student_id)),
    userName: user.email,
    userDisplayName: `${user.first_name} ${user.last_name}`.trim(),
    timeout: TIMEOUT_MS,
    attestationType: 'none',
    excludeCredentials: existing.map(toDescriptor),
    // Without a user name at login, the authenticator must know the account.
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  })
  return options as CallOutput<'startPasskeySetup'>
}

export async function createLoginOptions(
  { id }: RelyingParty,
  { allowed, isSecondStep }: { allowed: StoredCredential[]; isSecondStep: boolean },
): Promise<CallOutput<'startPasskeyLogin'>> {
  const { generateAuthenticationOptions } = await loadLibrary()
  const options = await generateAuthenticationOptions({
    rpID: id,
    timeout: TIMEOUT_MS,
    allowCredentials: allowed.map(toDescriptor),
    userVerification: isSecondStep ? 'preferred' : 'required',
  })
  return options as CallOutput<'startPasskeyLogin'>
}

interface Expected extends RelyingParty {
  challenge: string
}

/** Null when the answer is not to this challenge, from another site, or malformed. */
export async function verifySetup(
  { id, origin, challenge }: Expected,
  { response }: ParsedInput<'addPasskey'>,
): Promise<{ credentialId: string; publicKey: Buffer; counter: number; transports: string[] } | null> {
  const { verifyRegistrationResponse } = await loadLibrary()
  const result = await verifyRegistrationResponse({
    response: response as Parameters<typeof verifyRegistrationResponse>[0]['response'],
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: id,
    requireUserVerification: false,
  }).catch(() => null)
  if (!result?.verified) return null
  const { credential } = result.registrationInfo
  return {
    credentialId: credential.id,
    publicKey: Buffer.from(credential.publicKey),
    counter: credential.counter,
    transports: response.response.transports ?? [],
  }
}

/** The new counter, or null. A counter that does not grow is refused: the passkey may have been copied. */
export async function verifyLogin(
  { id, origin, challenge }: Expected,
  { response }: ParsedInput<'confirmPasskeyLogin'>,
  { passkey, isSecondStep }: { passkey: Passkey; isSecondStep: boolean },
): Promise<number | null> {
  const { verifyAuthenticationResponse } = await loadLibrary()
  const result = await verifyAuthenticationResponse({
    response: response as Parameters<typeof verifyAuthenticationResponse>[0]['response'],
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: id,
    credential: {
      id: passkey.credentialId,
      publicKey: new Uint8Array(passkey.publicKey),
      counter: passkey.counter,
      transports: passkey.transports as Transports,
    },
    // Alone, the passkey is both factors: the device must have checked a finger, a face or a PIN.
    requireUserVerification: !isSecondStep,
  }).catch(() => null)
  return result?.verified ? result.authenticationInfo.newCounter : null
}
