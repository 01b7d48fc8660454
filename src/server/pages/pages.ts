import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { paths } from '#contract/paths.ts'
import type { FormPost, RenderPage } from '#contract/page.ts'
import type { ResponseCache } from '#server/platform/cache/response-cache.ts'
import type { ApiPipeline } from '#server/pipeline/api-pipeline.ts'
import { type Caller, toCaller } from '#server/pipeline/caller.ts'
import { EncodedBody, sendBody } from '#server/http/encoded-body.ts'
import type { SessionControl, SessionCookie } from '#server/http/session-cookie.ts'
import type { Throttles } from '#server/platform/throttle/throttles.ts'
import type { DevPages } from './dev-pages.ts'
import { createDocumentRenderer } from './document.ts'
import { registerFormPosts } from './form-posts.ts'

interface PageRouteDeps {
  pipeline: ApiPipeline
  cache: ResponseCache
  cookie: SessionCookie
  throttles: Throttles
  isOwnOrigin: (origin: string) => boolean
  publicUrl: string
  renderPage: RenderPage
  /** The client build, with index.html and Vite's manifest. */
  clientFolder: string
  dev?: DevPages
}

/** Pages with an email, a code or a token in their URL. */
const SENSITIVE_PATHS = /^\/(verifycode|confirmpass|confirmemail)\b/i

interface RenderedPage {
  status: number
  location: string | undefined
  html: EncodedBody
}

/** Visitors' pages are cached until a write invalidates one of their tags; a signed-in user's page is rendered each time. */
export function registerPageRoutes(
  app: FastifyInstance,
  { pipeline, cache, cookie, throttles, isOwnOrigin, publicUrl, renderPage, clientFolder, dev }: PageRouteDeps,
): void {
  const renderDocument = dev?.renderDocument ?? createDocumentRenderer(clientFolder)

  async function render(
    url: string,
    caller: Caller,
    control?: SessionControl,
    form?: FormPost,
  ): Promise<{ page: RenderedPage; tags: string[] }> {
    const tags = new Set<string>()
    const call = pipeline.transport(caller, control, (usedTags) => {
      for (const tag of usedTags) tags.add(tag)
    })
    const page = await renderPage({ url, publicUrl, call, ...(form && { form }) })
    return {
      page: { status: page.status, location: page.location, html: new EncodedBody(await renderDocument(page, url)) },
      tags: [...tags],
    }
  }

  async function handlePage(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const session = await cookie.read(request, reply)
    const caller = toCaller(session, request.ip)
    const isSensitive = SENSITIVE_PATHS.test(request.url)
    const page =
      session || isSensitive || dev
        ? (await render(request.url, caller, cookie.createControl(request, reply, session))).page
        : await cache.getOrLoad(`page:${request.url}`, async () => {
            const { page, tags } = await render(request.url, caller)
            // There is no end of URLs without a page, so only pages that exist are cached.
            return { value: page, tags: page.status === 200 ? tags : [], sizeBytes: 2 * page.html.plain.length }
          })
    reply.header('cache-control', session || isSensitive ? 'private, no-store' : 'no-cache')
    if (isSensitive) reply.header('referrer-policy', 'no-referrer')
    if (page.location !== undefined) return reply.redirect(page.location, page.status)
    return sendBody(request, reply.code(page.status), 'text/html; charset=utf-8', page.html)
  }

  /** Answers a form that failed with its page, which says why. */
  async function sendPage(request: FastifyRequest, reply: FastifyReply, form: FormPost, status: number) {
    const session = await cookie.read(request, reply)
    const caller = toCaller(session, request.ip)
    const { page } = await render(request.url, caller, cookie.createControl(request, reply, session), form)
    reply.header('cache-control', 'private, no-store')
    if (SENSITIVE_PATHS.test(request.url)) reply.header('referrer-policy', 'no-referrer')
    if (page.location !== undefined) return reply.redirect(page.location, 303)
    return sendBody(request, reply.code(status), 'text/html; charset=utf-8', page.html)
  }

  registerFormPosts(app, { pipeline, cookie, throttles, isOwnOrigin, sendPage })
  app.get('/', handlePage)
  // The only page below /api/.
  app.get(paths.apiDocs, handlePage)
  app.get('/*', handlePage)
}
