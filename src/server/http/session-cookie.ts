import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '#contract/errors.ts'
import { type Device, readDevice } from './device-cookie.ts'
import { hasRecentAuth, type Session, SESSION_LIFETIMES, type SessionStore, type SignInUser } from './session-store.ts'

/** What signing in and out needs beyond a call's answer: the cookie and the row behind it. */
export interface SessionControl {
  start(user: SignInUser): Promise<void>
  end(): Promise<void>
  /** The caller's own session; null for visitors. */
  current: { tokenHash: string; isFresh: boolean } | null
  /** The caller's browser. */
  device: Device
}

/** The cookie with a session's token. */
export class SessionCookie {
  readonly #store: SessionStore
  readonly #isSecure: boolean

  constructor(deps: { store: SessionStore; publicUrl: string }) {
    this.#store = deps.store
    this.#isSecure = deps.publicUrl.startsWith('https:')
  }

  /** `__Host-` binds the cookie to this host over https; on http only localhost is served, by the plain name. */
  get name(): string {
    return this.#isSecure ? '__Host-sid' : 'sid'
  }

  /** Returns the request's session. A cookie without one is cleared. */
  async read(request: FastifyRequest, reply: FastifyReply): Promise<Session | null> {
    const token = request.cookies[this.name]
    if (token === undefined) return null
    const session = await this.#store.find(token)
    if (!session) this.#clear(reply)
    return session
  }

  createControl(request: FastifyRequest, reply: FastifyReply, session: Session | null): SessionControl {
    const endCurrent = async () => {
      if (session) await this.#store.end(session)
    }
    const device = readDevice(request, reply, this.#isSecure)
    return {
      device,
      current: session && { tokenHash: session.tokenHash, isFresh: hasRecentAuth(session) },
      start: async (user) => {
        // A login must not keep a token that an attacker may have set before it.
        await endCurrent()
        const token = await this.#store.start(user, {
          userAgent: request.headers['user-agent'] ?? '',
          deviceHash: device.remember(),
          ip: request.ip,
        })
        if (token === null) throw new AppError('wrong_credentials')
        // Closing the browser does not end the session.
        const maxAge = SESSION_LIFETIMES[user.role].absoluteMs / 1000
        reply.setCookie(this.name, token, { ...this.#options(), maxAge })
      },
      end: async () => {
        await endCurrent()
        this.#clear(reply)
        // Not "storage": the saved theme stays.
        reply.header('clear-site-data', '"cache"')
      },
    }
  }

  #clear(reply: FastifyReply): void {
    reply.clearCookie(this.name, this.#options())
  }

  #options() {
    return { path: '/', httpOnly: true, sameSite: 'lax', secure: this.#isSecure } as const
  }
}
