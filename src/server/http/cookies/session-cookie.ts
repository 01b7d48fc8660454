import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '#contract/errors.ts'
import { type BrowserCookies, createBrowserCookies } from './browser-cookies.ts'
import { clearCookie, readCookie, setCookie } from './cookies.ts'
import { type Device, readDevice } from './device-cookie.ts'
import { hasRecentAuth, type Session } from '#server/http/sessions/session.ts'
import type { SessionStore, SignInUser } from '#server/http/sessions/session-store.ts'

/** What signing in and out needs beyond a call's answer: the cookie and the row behind it. */
export interface SessionControl {
  /** Says whether the user has signed in elsewhere before, and never in this browser. */
  start(user: SignInUser): Promise<{ isNewDevice: boolean }>
  end(): Promise<void>
  /** The caller's own session; null for visitors. */
  current: { tokenHash: string; isFresh: boolean } | null
  /** The caller's browser. */
  device: Device
  userAgent: string
  cookies: BrowserCookies
}

/** `__Host-` binds the cookie to this host over https; on http only localhost is served, by the plain name. */
export const getSessionCookieName = (publicUrl: string) => (publicUrl.startsWith('https:') ? '__Host-sid' : 'sid')

/** The cookie with a session's token. */
export class SessionCookie {
  readonly #store: SessionStore
  readonly #isSecure: boolean
  readonly name: string

  constructor(deps: { store: SessionStore; publicUrl: string }) {
    this.#store = deps.store
    this.name = getSessionCookieName(deps.publicUrl)
    this.#isSecure = deps.publicUrl.startsWith('https:')
  }

  readToken(request: FastifyRequest): string | undefined {
    return readCookie(request, this.name)
  }

  /** The token's session if it is in memory. */
  findCached(token: string): Session | undefined {
    return this.#store.findCached(token)
  }

  /** Returns the request's session. A cookie without one is cleared. */
  async read(request: FastifyRequest, reply: FastifyReply): Promise<Session | null> {
    const token = this.readToken(request)
    if (token === undefined) return null
    const session = await this.#store.find(token)
    if (!session) this.clear(reply)
    return session
  }

  createControl(request: FastifyRequest, reply: FastifyReply, session: Session | null): SessionControl {
    return new RequestSession({ cookie: this, store: this.#store, request, reply, session, isSecure: this.#isSecure })
  }

  set(reply: FastifyReply, token: string, maxAge: number): void {
    setCookie(reply, this.name, token, { ...this.#options(), maxAge })
  }

  clear(reply: FastifyReply): void {
    clearCookie(reply, this.name, this.#options())
  }

  #options() {
    return { path: '/', httpOnly: true, sameSite: 'lax', secure: this.#isSecure } as const
  }
}

interface RequestSessionOptions {
  cookie: SessionCookie
  store: SessionStore
  request: FastifyRequest
  reply: FastifyReply
  session: Session | null
  isSecure: boolean
}

/** A class with getters, because every request makes one and few of them read it. */
class RequestSession implements SessionControl {
  readonly #options: RequestSessionOptions

  constructor(options: RequestSessionOptions) {
    this.#options = options
  }

  get device(): Device {
    const { request, reply, isSecure } = this.#options
    return readDevice(request, reply, isSecure)
  }

  get userAgent(): string {
    return this.#options.request.headers['user-agent'] ?? ''
  }

  get cookies(): BrowserCookies {
    const { request, reply, isSecure } = this.#options
    return createBrowserCookies(request, reply, isSecure)
  }

  get current(): SessionControl['current'] {
    const { session } = this.#options
    return session && { tokenHash: session.tokenHash, isFresh: hasRecentAuth(session) }
  }

  async start(user: SignInUser): Promise<{ isNewDevice: boolean }> {
    const { cookie, store, request, reply } = this.#options
    // A login must not keep a token that an attacker may have set before it.
    await this.#endCurrent()
    const started = await store.start(user, {
      userAgent: this.userAgent,
      deviceHash: this.device.remember(),
      ip: request.ip,
    })
    if (started === null) throw new AppError('wrong_credentials')
    // Closing the browser does not end the session.
    cookie.set(reply, started.token, started.absoluteMs / 1000)
    return started
  }

  async end(): Promise<void> {
    const { cookie, reply } = this.#options
    await this.#endCurrent()
    cookie.clear(reply)
    // Not "storage": the saved theme stays.
    reply.header('clear-site-data', '"cache"')
  }

  async #endCurrent(): Promise<void> {
    const { store, session } = this.#options
    if (session) await store.end(session)
  }
}
