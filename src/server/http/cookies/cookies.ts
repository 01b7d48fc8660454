import { parseCookie, stringifySetCookie } from 'cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'

// Without Fastify's plugin, whose hooks cost every request as much as an answer from the cache.

export interface CookieOptions {
  path: string
  httpOnly: boolean
  sameSite: 'lax'
  secure: boolean
}

export const readCookie = ({ headers }: Pick<FastifyRequest, 'headers'>, name: string): string | undefined =>
  headers.cookie === undefined ? undefined : parseCookie(headers.cookie)[name]

/** Replaces what the answer already sets under this name. @param maxAge in seconds */
export function setCookie(
  reply: FastifyReply,
  name: string,
  value: string,
  options: CookieOptions & { maxAge: number; expires?: Date },
): void {
  const line = stringifySetCookie({ name, value, ...options })
  const others = [reply.getHeader('set-cookie') ?? []].flat().filter((other) => !String(other).startsWith(`${name}=`))
  reply.removeHeader('set-cookie').header('set-cookie', others.length === 0 ? line : [...others.map(String), line])
}

export const clearCookie = (reply: FastifyReply, name: string, options: CookieOptions): void =>
  setCookie(reply, name, '', { ...options, maxAge: 0, expires: new Date(0) })
