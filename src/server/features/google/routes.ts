import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { AppError } from '#contract/errors.ts'
import { loginStepPath } from '#contract/paths/account-paths.ts'
import { parseNextPath, paths } from '#contract/paths.ts'
import type { SecondStep } from '#contract/schemas/accounts/account-security.ts'
import type { User } from '#contract/schemas/accounts/users.ts'
import type { Db } from '#server/platform/db/connect.ts'
import type { Bus } from '#server/platform/bus/bus.ts'
import type { Mailer } from '#server/platform/mail/mailer.ts'
import { clearCookie, readCookie, setCookie } from '#server/http/cookies/cookies.ts'
import type { SessionCookie } from '#server/http/cookies/session-cookie.ts'
import type { Throttles } from '#server/platform/throttle/throttles.ts'
import { logLoginFailure } from '#server/features/session/log-login-failure.ts'
import { startSecondStep, startSession } from '#server/features/session/start-session.ts'
import { toCaller } from '#server/pipeline/caller.ts'
import {
  findOrCreateUser,
  type GoogleErrorCode,
  type RefusedSignIn,
  type SuccessfulSignIn,
} from './find-or-create-user.ts'
import type { GoogleSettings, GoogleSignInErrorReason } from './provider.ts'

const START_PATH = paths.googleSignIn
const CALLBACK_PATH = `${START_PATH}/callback`
/** Also the lifetime of the cookie. */
const ATTEMPT_LIFETIME_S = 600

interface GoogleRouteDeps {
  settings: GoogleSettings | undefined
  publicUrl: string
  db: Db
  bus: Bus
  mailer: Mailer
  cookie: SessionCookie
  throttles: Throttles
  isSiteRunning: () => boolean | Promise<boolean>
}

const attemptSchema = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  /** The page to go on to. Not trusted, because a cookie can be changed. */
  next: z._default(z.nullable(z.string()), null),
})

type StoredAttempt = z.infer<typeof attemptSchema>

export async function registerGoogleRoutes(app: FastifyInstance, deps: GoogleRouteDeps): Promise<void> {
  const { settings, publicUrl, db, bus, mailer, cookie, throttles, isSiteRunning } = deps
  if (!settings) {
    for (const url of [START_PATH, CALLBACK_PATH]) {
      app.get(url, async () => {
        throw new AppError('not_configured')
      })
    }
    return
  }
  // Loaded on demand: the client is large and most sites have no Google sign-in.
  const { GoogleProvider, GoogleSignInError } = await import('./provider.ts')
  const provider = new GoogleProvider(settings, publicUrl + CALLBACK_PATH)
  const isSecure = publicUrl.startsWith('https:')
  // Lax, because the callback is a navigation from another site.
  const options = { path: '/', httpOnly: true, sameSite: 'lax', secure: isSecure } as const
  const cookieName = isSecure ? '__Host-google' : 'google'

  /** In maintenance only the dashboard is open, and only to admins. */
  const getDestination = async (role: User['role'], next: string | null) =>
    role === 'admin' && !(await isSiteRunning()) ? paths.dashboard : (next ?? paths.home)

  app.get(START_PATH, async (request, reply) => {
    reply.header('cache-control', 'no-store')
    await throttles.read({ userId: null, ip: request.ip })
    const next = parseNextPath(new URLSearchParams(getQueryString(request)).get('next'))
    try {
      const { url, attempt } = await provider.startSignIn()
      const stored: StoredAttempt = { ...attempt, next }
      setCookie(reply, cookieName, Buffer.from(JSON.stringify(stored)).toString('base64url'), {
        ...options,
        maxAge: ATTEMPT_LIFETIME_S,
      })
      return reply.redirect(url, 302)
    } catch (error) {
      request.log.warn({ err: error }, 'Google sign-in could not start')
      return redirectWithError(reply, 'google_unavailable', next)
    }
  })

  app.get(CALLBACK_PATH, async (request, reply) => {
    reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer')
    await throttles.read({ userId: null, ip: request.ip })
    const attempt = readAttempt(request, cookieName)
    // An attempt can be used once, whether it succeeds or not.
    clearCookie(reply, cookieName, options)
    if (!attempt) return redirectWithError(reply, 'google_expired')
    const next = parseNextPath(attempt.next)
    const context = { db, ip: request.ip, throttles, mailer }
    try {
      const googleUser = await provider.completeSignIn(getQueryString(request), attempt)
      const result = await findOrCreateUser(db, bus, googleUser, toCaller(null, request.ip, request).from)
      if ('refusal' in result) return await refuse(context, reply, { ...result, next })
      mailer.wake()
      const session = cookie.createControl(request, reply, await cookie.read(request, reply))
      const steps = await logIn({ ...context, session }, result)
      if (steps) return reply.redirect(loginStepPath(steps, next), 302)
      return reply.redirect(await getDestination(result.user.role, next), 302)
    } catch (error) {
      if (!(error instanceof GoogleSignInError)) throw error
      request.log.warn({ err: error.cause }, error.reason)
      return refuse(context, reply, { refusal: error.reason, next })
    }
  })
}

/** Returns what can finish the login of an account with a second factor. */
async function logIn(
  context: Parameters<typeof startSession>[0],
  { user, isLogged }: SuccessfulSignIn,
): Promise<SecondStep[] | undefined> {
  const steps = await startSecondStep(context, user)
  if (!steps) await startSession(context, user, isLogged ? null : 'Logged in with Google')
  return steps
}

async function refuse(
  context: Parameters<typeof logLoginFailure>[0],
  reply: FastifyReply,
  { refusal, owner, next }: RefusedSignIn<GoogleErrorCode | GoogleSignInErrorReason> & { next: string | null },
): Promise<FastifyReply> {
  await logLoginFailure(context, 'Failed to log in with Google', owner)
  return redirectWithError(reply, refusal, next)
}

function redirectWithError(
  reply: FastifyReply,
  failure: GoogleErrorCode | GoogleSignInErrorReason,
  next: string | null = null,
): FastifyReply {
  const query = new URLSearchParams({ error: failure, ...(next !== null && { next }) })
  return reply.redirect(`${paths.login}?${query}`, 302)
}

function readAttempt(request: FastifyRequest, cookieName: string): StoredAttempt | null {
  try {
    const text = Buffer.from(readCookie(request, cookieName) ?? '', 'base64url').toString()
    return z.parse(attemptSchema, JSON.parse(text))
  } catch {
    return null
  }
}

function getQueryString({ url }: FastifyRequest): string {
  const start = url.indexOf('?')
  return start === -1 ? '' : url.slice(start)
}
