import * as oidc from 'openid-client'

export interface GoogleSettings {
  clientId: string
  clientSecret: string
  issuer: string
}

/** What has to come back unchanged with the answer, kept in the browser's cookie meanwhile. */
export interface SignInAttempt {
  state: string
  nonce: string
  verifier: string
}

/** Who signed in, as the provider's ID token says. */
export interface GoogleUser {
  issuer: string
  /** The key: e-mails change hands. */
  subject: string
  email: string | null
  isEmailVerified: boolean
  /** True when Google itself runs the mailbox, so that its word on who owns it is final. */
  isAuthoritative: boolean
  firstName: string
  lastName: string
}

/** Why a sign-in came to nothing at the provider's end, as `/login?error=` says it. */
export type GoogleSignInErrorReason = 'google_denied' | 'google_expired' | 'google_unavailable'

export class GoogleSignInError extends Error {
  override readonly name = 'GoogleSignInError'
  readonly reason: GoogleSignInErrorReason

  constructor(reason: GoogleSignInErrorReason, cause: unknown) {
    super('A sign-in with Google came to nothing', { cause })
    this.reason = reason
  }
}

const REQUEST_TIMEOUT_S = 8

/** An OpenID Connect provider: Google, or another in tests. Asked for its addresses on first use. */
export class GoogleProvider {
  readonly #settings: GoogleSettings
  readonly #callback: string
  #config: Promise<oidc.Configuration> | undefined

  constructor(settings: GoogleSettings, callback: string) {
    this.#settings = settings
    this.#callback = callback
  }

  /** Where to send the browser, and what to keep until it comes back. */
  async startSignIn(): Promise<{ url: string; attempt: SignInAttempt }> {
    const config = await this.#getConfig()
    const attempt = { state: oidc.randomState(), nonce: oidc.randomNonce(), verifier: oidc.randomPKCECodeVerifier() }
    const url = oidc.buildAuthorizationUrl(config, {
      redirect_uri: this.#callback,
      scope: 'openid email profile',
      state: attempt.state,
      nonce: attempt.nonce,
      code_challenge: await oidc.calculatePKCECodeChallenge(attempt.verifier),
      code_challenge_method: 'S256',
    })
    return { url: url.href, attempt }
  }

  /**
   * Trades the answer's code for the ID token. The answer's state and issuer are checked, and the token's signature,
   * issuer, audience, nonce and expiry. Throws a `GoogleSignInError`.
   */
  async completeSignIn(query: string, { state, nonce, verifier }: SignInAttempt): Promise<GoogleUser> {
    try {
      const config = await this.#getConfig()
      const responseUrl = new URL(`${this.#callback}${query}`)
      const tokens = await oidc.authorizationCodeGrant(config, responseUrl, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      })
      const claims = tokens.claims()
      if (!claims) throw new Error('No ID token')
      return toGoogleUser(claims)
    } catch (error) {
      throw new GoogleSignInError(getFailureReason(error), error)
    }
  }

  #getConfig(): Promise<oidc.Configuration> {
    const { issuer, clientId, clientSecret } = this.#settings
    const url = new URL(issuer)
    this.#config ??= oidc
      .discovery(url, clientId, clientSecret, undefined, {
        timeout: REQUEST_TIMEOUT_S,
        // Only ever on this machine: env.ts lets in no other address without TLS.
        execute: [oidc.enableNonRepudiationChecks, ...(url.protocol === 'http:' ? [oidc.allowInsecureRequests] : [])],
      })
      .catch((error: unknown) => {
        this.#config = undefined
        throw error
      })
    return this.#config
  }
}

// What openid-client says of an answer that does not belong to this attempt: state, issuer, nonce, audience, hours.
const STALE_ATTEMPT_CODES = [
  'OAUTH_INVALID_RESPONSE',
  'OAUTH_JWT_CLAIM_COMPARISON_FAILED',
  'OAUTH_JWT_TIMESTAMP_CHECK_FAILED',
]

/** A new attempt may mend what has expired. For the rest, the provider or what was agreed with it needs a look. */
function getFailureReason(error: unknown): GoogleSignInErrorReason {
  if (error instanceof oidc.AuthorizationResponseError)
    return error.error === 'access_denied' ? 'google_denied' : 'google_unavailable'
  // A code used before, too late, or with another verifier.
  if (error instanceof oidc.ResponseBodyError)
    return error.error === 'invalid_grant' ? 'google_expired' : 'google_unavailable'
  return error instanceof oidc.ClientError && STALE_ATTEMPT_CODES.includes(error.code ?? '')
    ? 'google_expired'
    : 'google_unavailable'
}

function toGoogleUser(claims: oidc.IDToken): GoogleUser {
  const text = (name: string) => (typeof claims[name] === 'string' ? claims[name].trim() : '')
  const email = text('email').toLowerCase()
  const domain = email.split('@')[1] ?? ''
  return {
    issuer: claims.iss,
    subject: claims.sub,
    email: email === '' ? null : email,
    isEmailVerified: claims.email_verified === true,
    isAuthoritative: domain === 'gmail.com' || (domain !== '' && text('hd').toLowerCase() === domain),
    firstName: text('given_name') || text('name') || (email.split('@')[0] ?? ''),
    lastName: text('family_name'),
  }
}
