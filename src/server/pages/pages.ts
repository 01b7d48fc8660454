import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { paths } from '#contract/paths.ts'
import type { FormPost, RenderPage } from '#contract/page.ts'
import type { ResponseCache } from '#server/platform/cache/response-cache.ts'
import type { ApiPipeline } from '#server/pipeline/api-pipeline.ts'
import { type Caller, countRequest, toCaller } from '#server/pipeline/caller.ts'
import type { ReadSession } from '#server/pipeline/read-session.ts'
import { toTrafficKey, type TrafficQueues } from '#server/pipeline/traffic.ts'
import { createRequestId, withRequestId } from '#server/platform/log/request-id.ts'
import { toAppError } from '#server/http/error-handler.ts'
import { paceRefusal } from '#server/http/refusal-pace.ts'
import { EncodedBody, sendBody } from '#server/http/encoded-body.ts'
import type { SessionControl, SessionCookie } from '#server/http/cookies/session-cookie.ts'
import type { Throttles } from '#server/platform/throttle/throttles.ts'
import type { DevPages } from './dev-pages.ts'
import { createDocumentRenderer } from './document.ts'
import { createErrorPage } from './error-page.ts'
import { isForcedSessionChange } from './foreign-visits.ts'
import { registerFormPosts } from './form-posts.ts'

interface PageRouteDeps {
  pipeline: ApiPipeline
  cache: ResponseCache
  cookie: SessionCookie
  readSession: ReadSession
  throttles: Throttles
  isOwnOrigin: (origin: string) => boolean
  queues: Pick<TrafficQueues, 'renders'>
  publicUrl: string
  renderPage: RenderPage
  /** The client build, with index.html and Vite's manifest. */
  clientFolder: string
  dev?: DevPages
}

/** For a page that says why the site cannot answer. */
const RETRY_AFTER_S = 2

/** Pages with an email, a code or a token in their URL. */
const SENSITIVE_PATHS = /^\/((verifycode|confirmpass|confirmemail)\b|forgotpassword\?)/i

interface RenderedPage {
  status: number
  location: string | undefined
  html: EncodedBody
}

/** Visitors' pages are cached until a write invalidates one of their tags; a signed-in user's page is rendered each time. */
export function registerPageRoutes(
  app: FastifyInstance,
  { pipeline, cache, cookie, readSession, throttles, isOwnOrigin, queues, publicUrl, ...pages }: PageRouteDeps,
): void {
  const { renderPage, clientFolder, dev } = pages
  const renderDocument = dev?.renderDocument ?? createDocumentRenderer(clientFolder)
  const inTurn = <Result>(caller: Caller, work: () => Promise<Result>) =>
    queues.renders.run(toTrafficKey(caller), () => withRequestId(caller.from.requestId || createRequestId(), work))

  async function render(
    url: string,
    caller: Caller,
    control?: SessionControl,
    form?: FormPost,
  ): Promise<{ page: RenderedPage; tags: string[] }> {
    const used: (readonly string[])[] = []
    const call = pipeline.transport(caller, control, (tags) => used.push(tags))
    const page = await renderPage({ url, publicUrl, call, ...(form && { form }) })
    return {
      page: { status: page.status, location: page.location, html: new EncodedBody(await renderDocument(page, url)) },
      tags: toPageTags(used),
    }
  }

  const loadPage = (url: string, caller: Caller) =>
    cache.getOrLoad(`page:${url}`, async () => {
      const { page, tags } = await render(url, caller)
      // There is no end of URLs without a page, so only pages that exist are cached.
      const canCache = page.status === 200 || isMaintenancePage(url, page, tags)
      return { value: page, tags: canCache ? tags : [], sizeBytes: 2 * page.html.plain.length }
    })

  async function handlePage(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    if (isForcedSessionChange(request)) return reply.redirect(paths.home, 303)
    const isSensitive = SENSITIVE_PATHS.test(request.url)
    // First, so that an error page has it too.
    if (isSensitive) reply.header('referrer-policy', 'no-referrer')
    const session = await readSession(request, reply)
    const caller = toCaller(session, request.ip, request)
    await countRequest(throttles, 'read', caller)
    const page =
      session || isSensitive || dev
        ? (await inTurn(caller, () => render(request.url, caller, cookie.createControl(request, reply, session)))).page
        : (cache.get<RenderedPage>(`page:${request.url}`) ??
          (await inTurn(caller, () => loadPage(request.url, caller))))
    if (page.status === 503) reply.header('retry-after', String(RETRY_AFTER_S))
    const mayStore = !session && !isSensitive && page.status < 500
    reply.header('cache-control', mayStore ? 'no-cache' : 'private, no-store')
    return sendPage(request, reply, page)
  }

  /** Answers a form that failed with its page, which says why. */
  async function sendForm(request: FastifyRequest, reply: FastifyReply, form: FormPost, status: number) {
    if (SENSITIVE_PATHS.test(request.url)) reply.header('referrer-policy', 'no-referrer')
    const session = await readSession(request, reply)
    const caller = toCaller(session, request.ip, request)
    const control = cookie.createControl(request, reply, session)
    const { page } = await inTurn(caller, () => render(request.url, caller, control, form))
    reply.header('cache-control', 'private, no-store')
    return sendPage(request, reply, { ...page, status: page.location === undefined ? status : 303 })
  }

  const options = { errorHandler: createPageErrorHandler(app, clientFolder) }
  registerFormPosts(app, { pipeline, cookie, readSession, throttles, isOwnOrigin, sendForm, ...options })
  app.get('/', options, handlePage)
  // The only page below /api/.
  app.get(paths.apiDocs, options, handlePage)
  app.get('/*', options, handlePage)
}

/** Not the page of an error: without an answer whether the site runs its tag is missing. */
const isMaintenancePage = (url: string, { status }: RenderedPage, tags: readonly string[]) =>
  url === paths.maintenance && status === 503 && tags.includes('site')

/** None, so that the page is not cached, when a call has none: nothing would drop the page when a certificate changes. */
const toPageTags = (tagsByCall: readonly (readonly string[])[]): string[] =>
  tagsByCall.every((tags) => tags.length > 0) ? [...new Set(tagsByCall.flat())] : []

async function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { location, status, html }: RenderedPage,
): Promise<FastifyReply> {
  if (location !== undefined) return reply.redirect(location, status)
  await sendBody(request, reply.code(status), 'text/html; charset=utf-8', html)
  return reply
}

function createPageErrorHandler(app: FastifyInstance, clientFolder: string) {
  const sendErrorPage = createErrorPage(clientFolder)
  app.decorate('sendErrorPage', sendErrorPage)
  return async (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
    const appError = toAppError(error)
    await paceRefusal(request, appError)
    return sendErrorPage(request, reply, appError)
  }
}
