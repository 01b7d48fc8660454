import * as oidc from 'openid-client'

export interface GoogleSettings {
  clientId: string
  clientSecret: string
  issuer: string
  /** Shortened by tests. */
  requestTimeoutS?: number
}

/** Stored in the browser's cookie and checked against the callback. */
export interface SignInAttempt {
  state: string
  nonce: string
  verifier: string
}

/** The claims of the provider's ID token. */
export interface GoogleUser {
  issuer: string
  /** Identifies the user: an email can change owner. */
  subject: string
  email: string | null
  isEmailVerified: boolean
  /** True when Google hosts the mailbox and therefore knows its owner. */
  isAuthoritative: boolean
  firstName: string
  lastName: string
}

/** The reason of a failed sign-in, as passed to `/login?error=`. */
export type GoogleSignInErrorReason = 'google_denied' | 'google_expired' | 'google_unavailable'

export class GoogleSignInError extends Error {
  override readonly name = 'GoogleSignInError'
  readonly reason: GoogleSignInErrorReason

  constructor(reason: GoogleSignInErrorReason, cause: unknown) {
    super('Google sign-in failed', { cause })
    this.reason = reason
  }
}

const DEFAULT_TIMEOUT_S = 8

/** An OpenID Connect provider: Google, or a local one in tests. Its configuration is discovered on first use. */
export class GoogleProvider {
  readonly #settings: GoogleSettings
  readonly #callback: string
  #config: Promise<oidc.Configuration> | undefined

  constructor(settings: GoogleSettings, callback: string) {
    this.#settings = settings
    this.#callback = callback
  }

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
   * Exchanges the callback's code for the ID token. Checks the callback's state and issuer, and the token's signature,
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
    const { issuer, clientId, clientSecret, requestTimeoutS = DEFAULT_TIMEOUT_S } = this.#settings
    const url = new URL(issuer)
    this.#config ??= oidc
      .discovery(url, clientId, clientSecret, undefined, {
        timeout: requestTimeoutS,
        // env.ts accepts an issuer without TLS on localhost only.
        execute: [oidc.enableNonRepudiationChecks, ...(url.protocol === 'http:' ? [oidc.allowInsecureRequests] : [])],
      })
      .catch((error: unknown) => {
        this.#config = undefined
        throw error
      })
    return this.#config
  }
}

// openid-client's codes for a callback of another attempt: wrong state, issuer, nonce, audience or time.
const STALE_ATTEMPT_CODES = [
  'OAUTH_INVALID_RESPONSE',
  'OAUTH_JWT_CLAIM_COMPARISON_FAILED',
  'OAUTH_JWT_TIMESTAMP_CHECK_FAILED',
]

/** `google_expired` can be fixed by a new attempt; `google_unavailable` needs the operator. */
function getFailureReason(error: unknown): GoogleSignInErrorReason {
  if (error instanceof oidc.AuthorizationResponseError)
    return error.error === 'access_denied' ? 'google_denied' : 'google_unavailable'
  // A code that was used, has expired or belongs to another verifier.
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
