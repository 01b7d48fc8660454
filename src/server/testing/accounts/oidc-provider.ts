import { generateKeyPairSync, type JsonWebKey } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Provider } from 'oidc-provider'

export interface Claims {
  sub: string
  email?: string
  email_verified?: boolean
  /** The hosted domain of a Google Workspace account. */
  hd?: string
  name?: string
  given_name?: string
  family_name?: string
}

export const CLIENT = { id: 'lantern-test', secret: 'canary-client-secret-of-the-tests' }

/** The public URL of the app under test. */
export const SITE_URL = 'http://localhost:3000'

/** A real local OpenID Connect provider in place of Google. Its sign-in page answers with the user the test chose. */
export class TestProvider {
  readonly #accounts = new Map<string, Claims>()
  readonly #server: Server
  readonly #provider: Provider
  readonly #port: number
  #selectedSub: string | null = null

  private constructor(server: Server, port: number, site: string, key: JsonWebKey) {
    this.#server = server
    this.#port = port
    const provider: Provider = new Provider(this.issuer, {
      clients: [
        {
          client_id: CLIENT.id,
          client_secret: CLIENT.secret,
          redirect_uris: [`${site}/api/auth/google/callback`],
          token_endpoint_auth_method: 'client_secret_post',
        },
      ],
      jwks: { keys: [{ ...key, kty: 'RSA', use: 'sig', alg: 'RS256', kid: 'test' }] },
      cookies: { keys: ['only for the tests'] },
      // Google puts all claims into the ID token.
      conformIdTokenClaims: false,
      claims: {
        openid: ['sub'],
        email: ['email', 'email_verified', 'hd'],
        profile: ['name', 'given_name', 'family_name'],
      },
      features: { devInteractions: { enabled: false } },
      interactions: { url: (_ctx, { uid }) => `/choose/${uid}` },
      ttl: {
        AuthorizationCode: 60,
        AccessToken: 60,
        Grant: 60,
        IdToken: 60,
        Interaction: 60,
        Session: 60,
      },
      findAccount: (_ctx, sub) => {
        const claims = this.#accounts.get(sub)
        return claims && { accountId: sub, claims: () => ({ ...claims }) }
      },
      async loadExistingGrant({ oidc: { account, client } }) {
        const grant = new provider.Grant({ accountId: account?.accountId ?? '', clientId: client?.clientId ?? '' })
        grant.addOIDCScope('openid email profile')
        await grant.save()
        return grant
      },
    })
    this.#provider = provider
    const answer = provider.callback()
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      void (request.url?.startsWith('/choose/') ? this.#choose(request, response) : answer(request, response))
    })
  }

  /** Pass the same key when restarting: clients cache it for a while. */
  static async start({ port = 0, site = SITE_URL, key = TestProvider.newKey() } = {}): Promise<TestProvider> {
    const server = createServer()
    await listen(server, port)
    return new TestProvider(server, (server.address() as AddressInfo).port, site, key)
  }

  static newKey(): JsonWebKey {
    return generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' })
  }

  get issuer(): string {
    return `http://localhost:${this.#port}`
  }

  get settings() {
    return { GOOGLE_CLIENT_ID: CLIENT.id, GOOGLE_CLIENT_SECRET: CLIENT.secret, GOOGLE_ISSUER: this.issuer }
  }

  /** The user who signs in from now on; null refuses. */
  choose(claims: Claims | null): void {
    if (claims) this.#accounts.set(claims.sub, claims)
    this.#selectedSub = claims?.sub ?? null
  }

  /** Returns the URL that redirects back to the app. */
  async followRedirects(address: string): Promise<string> {
    const cookies = new Map<string, string>()
    let next = address
    for (let steps = 0; steps < 10; steps += 1) {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
      const response = await fetch(next, { redirect: 'manual', headers: { cookie } })
      for (const line of response.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
        cookies.set(name, value)
      }
      const location = response.headers.get('location')
      if (location === null) throw new Error(`No redirect: ${response.status} ${await response.text()}`)
      next = new URL(location, next).href
      if (next.startsWith(SITE_URL)) return next
    }
    throw new Error('Too many redirects')
  }

  /** Connections are refused from now on. */
  async goOffline(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((done) => this.#server.close(done))
  }

  goOnline(): Promise<void> {
    return listen(this.#server, this.#port)
  }

  async stop(): Promise<void> {
    if (this.#server.listening) await this.goOffline()
  }

  async #choose(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const result = this.#selectedSub === null ? { error: 'access_denied' } : { login: { accountId: this.#selectedSub } }
    await this.#provider.interactionFinished(request, response, result)
  }
}

const listen = (server: Server, port: number) => new Promise<void>((done) => server.listen(port, 'localhost', done))
