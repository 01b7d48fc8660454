import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { AppError } from '#contract/errors.ts'
import { API_BASE } from '#contract/methods.ts'
import type { Db } from '#server/platform/db/connect.ts'
import { accountSubject } from '#server/http/session-store.ts'
import type { Bus } from '#server/platform/bus/bus.ts'
import type { Mailer } from '#server/platform/mail/mailer.ts'
import type { SessionCookie } from '#server/http/session-cookie.ts'
import type { Throttles } from '#server/platform/throttle/throttles.ts'
import { findOrMakeUser, type GoogleRefusal } from './find-or-make-user.ts'
import type { GoogleSettings, SignInAttempt, SignInFailureReason } from './provider.ts'

const START = `${API_BASE}/auth/google`
const CALLBACK = `${START}/callback`
/** Between leaving for Google and coming back. */
const ATTEMPT_S = 600

interface Parts {
  settings: GoogleSettings | undefined
  publicUrl: string
  db: Db
  bus: Bus
  mailer: Mailer
  cookie: SessionCookie
  throttles: Throttles
}

const attemptShape = z.object({ state: z.string(), nonce: z.string(), verifier: z.string() })

/** Sign-in with Google: there, and the way back. Not set up, both are not there. */
export async function mountGoogle(app: FastifyInstance, parts: Parts): Promise<void> {
  const { settings, publicUrl, db, bus, mailer, cookie, throttles } = parts
  if (!settings) {
    for (const url of [START, CALLBACK]) {
      app.get(url, async () => {
        throw new AppError('not_configured')
      })
    }
    return
  }
  // Most academies have no Google sign-in, and its client is large.
  const { GoogleProvider, SignInFailure } = await import('./provider.ts')
  const provider = new GoogleProvider(settings, publicUrl + CALLBACK)
  const isSecure = publicUrl.startsWith('https:')
  // Lax, because the way back is a link from another site.
  const options = { path: '/', httpOnly: true, sameSite: 'lax', secure: isSecure } as const
  const cookieName = isSecure ? '__Host-google' : 'google'

  const fail = (reply: FastifyReply, failure: GoogleRefusal | SignInFailureReason) =>
    reply.redirect(`/login?error=${failure}`, 302)

  app.get(START, async (request, reply) => {
    reply.header('cache-control', 'no-store')
    await throttles.read({ userId: null, ip: request.ip })
    try {
      const { address, attempt } = await provider.begin()
      reply.setCookie(cookieName, Buffer.from(JSON.stringify(attempt)).toString('base64url'), {
        ...options,
        maxAge: ATTEMPT_S,
      })
      return reply.redirect(address, 302)
    } catch (error) {
      request.log.warn({ err: error }, 'Google could not be reached')
      return fail(reply, 'google_unavailable')
    }
  })

  app.get(CALLBACK, async (request, reply) => {
    reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer')
    await throttles.read({ userId: null, ip: request.ip })
    const attempt = readAttempt(request, cookieName)
    // One way back for each way there, whatever comes of it.
    reply.clearCookie(cookieName, options)
    if (!attempt) return fail(reply, 'google_expired')
    try {
      const google = await provider.finish(queryOf(request), attempt)
      const found = await findOrMakeUser(db, google)
      if ('refusal' in found) return fail(reply, found.refusal)
      bus.publish({ kind: 'changed', subjects: [accountSubject(found.user.id)] })
      mailer.wake()
      await cookie.control(request, reply, await cookie.read(request, reply)).start(found.user)
      return reply.redirect('/', 302)
    } catch (error) {
      if (!(error instanceof SignInFailure)) throw error
      request.log.warn({ err: error.cause }, error.reason)
      return fail(reply, error.reason)
    }
  })
}

function readAttempt(request: FastifyRequest, cookieName: string): SignInAttempt | null {
  try {
    const text = Buffer.from(request.cookies[cookieName] ?? '', 'base64url').toString()
    return z.parse(attemptShape, JSON.parse(text))
  } catch {
    return null
  }
}

function queryOf({ url }: FastifyRequest): string {
  const start = url.indexOf('?')
  return start === -1 ? '' : url.slice(start)
}
