import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { hashToken } from '#server/platform/secrets/hash-token.ts'
import { readCookie, setCookie } from './cookies.ts'

/** Identifies a browser, also while it is logged out. It gives no access: it only tells an owner from a stranger. */
export interface Device {
  /** SHA-256 of the cookie's value in base64; null before the first login or code request. */
  hash: string | null
  /** Sets the cookie, for as long as browsers allow, and returns its hash. A browser that has one keeps it. */
  remember(): string
}

/** Browsers keep no cookie longer. */
export const DEVICE_LIFETIME_DAYS = 400

/** @param isSecure whether the site is served over https */
export function readDevice(request: FastifyRequest, reply: FastifyReply, isSecure: boolean): Device {
  const name = isSecure ? '__Host-device' : 'device'
  const cookie = readCookie(request, name)
  const token = cookie !== undefined && /^[\w-]{43}$/.test(cookie) ? cookie : null
  return {
    hash: token === null ? null : hashToken(token),
    remember() {
      const remembered = token ?? randomBytes(32).toString('base64url')
      setCookie(reply, name, remembered, {
        path: '/',
        httpOnly: true,
        sameSite: 'lax',
        secure: isSecure,
        maxAge: DEVICE_LIFETIME_DAYS * 86_400,
      })
      return hashToken(remembered)
    },
  }
}
