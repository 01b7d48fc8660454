import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { paths } from '#contract/paths.ts'
import type { Page, RenderPage } from '#contract/page.ts'
import type { ResponseCache } from '#server/platform/cache/response-cache.ts'
import type { ApiPipeline } from '#server/pipeline/api-pipeline.ts'
import { type Caller, toCaller } from '#server/pipeline/caller.ts'
import { EncodedBody, sendBody } from '#server/http/encoded-body.ts'
import type { SessionControl, SessionCookie } from '#server/http/session-cookie.ts'

interface PageRouteDeps {
  pipeline: ApiPipeline
  cache: ResponseCache
  cookie: SessionCookie
  publicUrl: string
  renderPage: RenderPage
  /** The built browser part, with index.html and Vite's manifest. */
  clientFolder: string
}

/** Pages whose addresses hold an e-mail, a code or a token. */
const SENSITIVE_PATHS = /^\/(verifycode|confirmpass|confirmemail)\b/i

interface RenderedPage {
  status: number
  location: string | undefined
  html: EncodedBody
}

/** Renders every page on the server. A visitor's page is rendered once and kept until a write touches it. */
export function registerPageRoutes(
  app: FastifyInstance,
  { pipeline, cache, cookie, publicUrl, renderPage, clientFolder }: PageRouteDeps,
): void {
  const renderDocument = createDocumentRenderer(clientFolder)

  async function render(
    url: string,
    caller: Caller,
    control?: SessionControl,
  ): Promise<{ page: RenderedPage; tags: string[] }> {
    const tags = new Set<string>()
    const call = pipeline.transport(caller, control, (usedTags) => {
      for (const tag of usedTags) tags.add(tag)
    })
    const page = await renderPage({ url, publicUrl, call })
    return {
      page: { status: page.status, location: page.location, html: new EncodedBody(renderDocument(page)) },
      tags: [...tags],
    }
  }

  async function handlePage(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const session = await cookie.read(request, reply)
    const caller = toCaller(session, request.ip)
    const isSensitive = SENSITIVE_PATHS.test(request.url)
    const page =
      session || isSensitive
        ? (await render(request.url, caller, cookie.createControl(request, reply, session))).page
        : await cache.getOrLoad(`page:${request.url}`, async () => {
            const { page, tags } = await render(request.url, caller)
            // Only what is found is kept: any number of addresses lead nowhere.
            return { value: page, tags: page.status === 200 ? tags : [], sizeBytes: 2 * page.html.plain.length }
          })
    reply.header('cache-control', session || isSensitive ? 'private, no-store' : 'no-cache')
    if (isSensitive) reply.header('referrer-policy', 'no-referrer')
    if (page.location !== undefined) return reply.redirect(page.location, page.status)
    return sendBody(request, reply.code(page.status), 'text/html; charset=utf-8', page.html)
  }

  app.get('/', handlePage)
  // Below /api/ only this one is a page; all else there that is no call is answered in the envelope.
  app.get(paths.apiDocs, handlePage)
  app.get('/*', handlePage)
}

interface ManifestChunk {
  file: string
  imports?: string[]
  assets?: string[]
}

/** The built index.html with a page put into it, and its screens' scripts and the fonts preloaded. */
function createDocumentRenderer(clientFolder: string): (page: Page) => string {
  const html = readFileSync(join(clientFolder, 'index.html'), 'utf8')
  const manifest = JSON.parse(readFileSync(join(clientFolder, '.vite/manifest.json'), 'utf8')) as Record<
    string,
    ManifestChunk
  >

  function collectScripts(module: string, seen = new Set<string>()): Set<string> {
    const chunk = manifest[module]
    if (!chunk || seen.has(chunk.file)) return seen
    seen.add(chunk.file)
    for (const name of chunk.imports ?? []) collectScripts(name, seen)
    return seen
  }

  // Every page uses both from its first line on; without this they are found only once the style sheet is read.
  const fonts = (manifest['index.html']?.assets ?? [])
    .filter((file) => file.endsWith('.woff2'))
    .map((file) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="/${file}">`)
    .join('')

  return ({ head, body, state, modules }) => {
    const scripts = new Set(modules.flatMap((module) => [...collectScripts(module)]))
    const preloads = [...scripts]
      .filter((file) => !html.includes(file))
      .map((file) => `<link rel="modulepreload" href="/${file}">`)
      .join('')
    // Functions, because a `$` in what is put in would otherwise be read as a pattern.
    return html
      .replace('<!--head-->', () => head + fonts + preloads)
      .replace('<!--body-->', () => body)
      .replace('<!--state-->', () => state)
  }
}
