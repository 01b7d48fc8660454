import { dehydrate, QueryClientProvider } from '@tanstack/react-query'
import { renderToString } from 'react-dom/server'
import {
  createStaticHandler,
  createStaticRouter,
  RouterContextProvider,
  type StaticHandlerContext,
  StaticRouterProvider,
} from 'react-router'
import type { Transport } from '#contract/contract.ts'
import { AppError, ERRORS, isErrorCode } from '#contract/errors.ts'
import type { Page, PageRequest, RenderPage } from '#contract/page.ts'
import { serializePageState } from './page-state.ts'
import { paths } from '#contract/paths.ts'
import { createQueryClient } from '#web/data/query-client.ts'
import { FORM_POST_KEY } from '#web/features/auth/use-form-post.ts'
import { getPublicPageRedirect } from './public-page-redirect.ts'
import { loadLazyRoute, routes } from './routes.tsx'
import { queryClientContext, type ScreenHandle } from './screen-route.tsx'
import { SiteUrlContext } from '#web/ui/head.tsx'

await loadLazyRoute(paths.allCourses)
await loadLazyRoute(paths.dashboard)
await loadLazyRoute(paths.student)
await loadLazyRoute(paths.login)
const handler = createStaticHandler(routes)

/** Loads a page's queries, then renders it in one go: streaming would need inline scripts. */
export const renderPage: RenderPage = async ({ url, publicUrl, call, form }: PageRequest): Promise<Page> => {
  const client = createQueryClient(restoreAppErrors(call), { retry: false })
  if (form) client.setQueryData(FORM_POST_KEY, form)
  const requestContext = new RouterContextProvider(new Map([[queryClientContext, client]]))
  const context = await handler.query(new Request(publicUrl + url), { requestContext })
  if (context instanceof Response) return toRedirect(context.status, context.headers.get('location') ?? '/')
  const currentPath = getPublicPageRedirect(client, new URL(publicUrl + url))
  if (currentPath !== null) return toRedirect(301, currentPath)
  const html = renderToString(
    <SiteUrlContext value={publicUrl}>
      <QueryClientProvider client={client}>
        <StaticRouterProvider
          router={createStaticRouter(handler.dataRoutes, context)}
          context={context}
          hydrate={false}
        />
      </QueryClientProvider>
    </SiteUrlContext>,
  )
  const { head, body } = splitHead(html)
  const failure = Object.values(context.errors ?? {})[0]
  const page: Page = {
    status: failure instanceof AppError ? failure.status || 500 : getStatus(context),
    head,
    body,
    state: serializePageState(dehydrate(client), context),
    modules: context.matches.flatMap(({ route }) => {
      const screen = route.handle as ScreenHandle | undefined
      return screen ? [screen.module] : []
    }),
  }
  client.clear()
  return page
}

/** The guard lets nobody see the maintenance page at other times. Its status keeps search engines from dropping the pages. */
const getStatus = ({ matches, statusCode }: StaticHandlerContext): number =>
  matches.some(({ route }) => route.id === 'account/maintenance') ? ERRORS.maintenance[0] : statusCode

const toRedirect = (status: number, location: string): Page => ({
  status,
  location,
  head: '',
  body: '',
  state: '',
  modules: [],
})

/** The server's bundle has its own copy of AppError, which `instanceof` in this bundle does not recognize. */
function restoreAppErrors(call: Transport): Transport {
  return (name, input) =>
    call(name, input).catch((error: unknown) => {
      if (error instanceof Error && 'code' in error && isErrorCode(error.code)) {
        throw new AppError(error.code, { text: error.message, cause: error })
      }
      throw error
    })
}

/** React writes the title, meta and link tags of a fragment first; they belong in the head. */
function splitHead(html: string): { head: string; body: string } {
  const head = /^(?:<title>[^<]*<\/title>|<(?:meta|link)[^>]*>)*/.exec(html)?.[0] ?? ''
  return { head, body: html.slice(head.length) }
}
