import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { hashTokenToBytes } from '#server/platform/secrets/hash-token.ts'
import { clearCookie, readCookie, setCookie } from './cookies.ts'

/** The small cookies with a random token beside the session's. Only the hash of a token is stored. */
export interface BrowserCookies {
  /** SHA-256 of the token; null without one. */
  findHash(name: string): Buffer | null
  /** Sets a new token and returns its SHA-256. */
  create(name: string, lifetimeS: number): Buffer
  clear(name: string): void
}

/** @param isSecure whether the site is served over https */
export function createBrowserCookies(request: FastifyRequest, reply: FastifyReply, isSecure: boolean): BrowserCookies {
  const toFullName = (name: string) => (isSecure ? `__Host-${name}` : name)
  // Lax, because Google leads back from another site.
  const options = { path: '/', httpOnly: true, sameSite: 'lax', secure: isSecure } as const
  return {
    findHash(name) {
      const token = readCookie(request, toFullName(name))
      return token !== undefined && /^[\w-]{43}$/.test(token) ? hashTokenToBytes(token) : null
    },
    create(name, lifetimeS) {
      const token = randomBytes(32).toString('base64url')
      setCookie(reply, toFullName(name), token, { ...options, maxAge: lifetimeS })
      return hashTokenToBytes(token)
    },
    clear: (name) => clearCookie(reply, toFullName(name), options),
  }
}
