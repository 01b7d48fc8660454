import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify'
import type { CallName } from '#contract/calls.ts'
import { AppError } from '#contract/errors.ts'
import type { FormPost } from '#contract/page.ts'
import { confirmPasswordPath, loginStepPath, verifyCodePath } from '#contract/paths/account-paths.ts'
import { paths, parseNextPath, withNext } from '#contract/paths.ts'
import { countRequest, toCaller } from '#server/pipeline/caller.ts'
import type { ApiPipeline } from '#server/pipeline/api-pipeline.ts'
import type { ReadSession } from '#server/pipeline/read-session.ts'
import { logError, toAppError } from '#server/http/error-handler.ts'
import { rejectCrossSite } from '#server/http/same-site.ts'
import type { SessionCookie } from '#server/http/cookies/session-cookie.ts'
import type { Throttles } from '#server/platform/throttle/throttles.ts'

type Fields = Record<string, string | undefined>

interface PlainForm {
  path: string
  call: CallName
  /** Where a success leads. */
  toNextPage: (fields: Fields, url: string) => string
  check?: (fields: Fields) => void
}

/** The forms that work before, and without, the page's script (decision 0033). */
const FORMS: readonly PlainForm[] = [
  // The guard sends a signed-in user on from there.
  { path: paths.login, call: 'login', toNextPage: (_, url) => url },
  { path: paths.loginStep, call: 'confirmLogin', toNextPage: (_, url) => url },
  { path: paths.signup, call: 'signup', toNextPage: ({ next }) => toLogin('signup', parseNextPath(next)) },
  {
    path: paths.forgotPassword,
    call: 'forgotPass',
    toNextPage: ({ email, token }) => verifyCodePath(email ?? '', token),
  },
  {
    path: paths.verifyCode,
    call: 'verifyCode',
    toNextPage: ({ email, code }) => confirmPasswordPath(email ?? '', code ?? ''),
  },
  {
    path: paths.confirmPassword,
    call: 'resetPass',
    toNextPage: () => toLogin('reset', null),
    // The second field appears only with script.
    check: ({ password, confirm = password }) => {
      if (confirm !== password) throw new AppError('invalid_input', { text: 'confirm password correctly' })
    },
  },
  {
    path: paths.confirmEmail,
    call: 'confirmEmail',
    toNextPage: ({ own }) => (own === '1' ? `${paths.confirmEmail}?done=1` : toLogin('email', null)),
  },
  { path: paths.logout, call: 'logout', toNextPage: afterLogout },
  { path: paths.studentLogout, call: 'logout', toNextPage: afterLogout },
]

function afterLogout({ next }: Fields): string {
  const path = parseNextPath(next)
  return path === null ? paths.home : withNext(paths.login, path)
}

const toLogin = (done: string, next: string | null) =>
  `${withNext(paths.login, next)}${next === null ? '?' : '&'}done=${done}`

/** Never sent back in a page. */
const SECRET_FIELDS = new Set(['password', 'confirm', 'code', 'token'])
const FORM_BYTES = 8 * 1024

interface FormPostDeps {
  pipeline: ApiPipeline
  cookie: SessionCookie
  readSession: ReadSession
  throttles: Throttles
  isOwnOrigin: (origin: string) => boolean
  errorHandler: NonNullable<RouteShorthandOptions['errorHandler']>
  /** Answers with the page of the request, which shows the outcome. */
  sendForm: (request: FastifyRequest, reply: FastifyReply, form: FormPost, status: number) => Promise<FastifyReply>
}

/** Takes forms as a browser sends them by itself, and answers with a page, never with JSON. */
export function registerFormPosts(app: FastifyInstance, deps: FormPostDeps): void {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: FORM_BYTES },
      (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(body.toString()))),
    )
    const { errorHandler } = deps
    for (const form of FORMS)
      scope.post(form.path, { errorHandler }, (request, reply) => handlePost(form, request, reply, deps))
  })
}

async function handlePost(
  { path, call, toNextPage, check }: PlainForm,
  request: FastifyRequest,
  reply: FastifyReply,
  { pipeline, cookie, readSession, throttles, isOwnOrigin, sendForm }: FormPostDeps,
): Promise<FastifyReply> {
  rejectForeignForm(request, isOwnOrigin)
  // The fields of the address (an email, a code, a token) and of the form.
  const query = new URLSearchParams(request.url.split('?', 2)[1])
  const fields: Fields = { ...Object.fromEntries(query), ...(request.body as Record<string, string>) }
  const session = await readSession(request, reply)
  const caller = toCaller(session, request.ip, request)
  // Its refusal renders nothing, unlike those of the form.
  await countRequest(throttles, 'write', caller)
  try {
    check?.(fields)
    await pipeline.call(call, fields, caller, cookie.createControl(request, reply, session))
  } catch (failure) {
    const error = toAppError(failure as Error)
    const { steps } = (error.fields ?? {}) as { steps?: string[] }
    if (error.code === 'second_factor_needed' && steps)
      return reply.redirect(loginStepPath(steps, parseNextPath(fields.next)), 303)
    logError(request, error)
    if (error.retryAfter !== undefined) reply.header('retry-after', String(error.retryAfter))
    const values = Object.entries(fields).filter(([name]) => !SECRET_FIELDS.has(name) && !query.has(name))
    const post = { path, code: error.code, text: error.message, values: Object.fromEntries(values) }
    return sendForm(request, reply, post, error.status)
  }
  return reply.header('cache-control', 'no-store').redirect(toNextPage(fields, request.url), 303)
}

/** A page with `referrer-policy: no-referrer` sends `Origin: null`; the other header cannot be forged by a page. */
function rejectForeignForm(request: FastifyRequest, isOwnOrigin: (origin: string) => boolean): void {
  const { origin, 'sec-fetch-site': site } = request.headers
  if (origin !== 'null' || site !== 'same-origin') rejectCrossSite(request, isOwnOrigin)
}
