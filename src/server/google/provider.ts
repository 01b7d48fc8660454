import * as oidc from 'openid-client'
import { AppError } from '#contract/errors.ts'

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

const ANSWER_WITHIN_S = 8

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
  async begin(): Promise<{ address: string; attempt: SignInAttempt }> {
    const config = await this.#discovered()
    const attempt = { state: oidc.randomState(), nonce: oidc.randomNonce(), verifier: oidc.randomPKCECodeVerifier() }
    const address = oidc.buildAuthorizationUrl(config, {
      redirect_uri: this.#callback,
      scope: 'openid email profile',
      state: attempt.state,
      nonce: attempt.nonce,
      code_challenge: await oidc.calculatePKCECodeChallenge(attempt.verifier),
      code_challenge_method: 'S256',
    })
    return { address: address.href, attempt }
  }

  /** Trades the answer's code for the ID token; state, nonce, issuer, audience and expiry are checked in it. */
  async finish(query: string, { state, nonce, verifier }: SignInAttempt): Promise<GoogleUser> {
    const config = await this.#discovered()
    const answer = new URL(`${this.#callback}${query}`)
    const tokens = await oidc.authorizationCodeGrant(config, answer, {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: verifier,
      idTokenExpected: true,
    })
    const claims = tokens.claims()
    if (!claims) throw new AppError('not_allowed')
    return userOf(claims)
  }

  #discovered(): Promise<oidc.Configuration> {
    const { issuer, clientId, clientSecret } = this.#settings
    const address = new URL(issuer)
    this.#config ??= oidc
      .discovery(address, clientId, clientSecret, undefined, {
        timeout: ANSWER_WITHIN_S,
        // Only ever on this machine: env.ts lets in no other address without TLS.
        ...(address.protocol === 'http:' && { execute: [oidc.allowInsecureRequests] }),
      })
      .catch((error: unknown) => {
        this.#config = undefined
        throw error
      })
    return this.#config
  }
}

function userOf(claims: oidc.IDToken): GoogleUser {
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
