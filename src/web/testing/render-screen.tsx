import { QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, RouterContextProvider, RouterProvider } from 'react-router'
import type { CallResponse, CallInput, Transport } from '#contract/contract.ts'
import type { CallName } from '#contract/calls.ts'
import { createQueryClient } from '#web/data/query-client.ts'
import { paths } from '#contract/paths.ts'
import { loadLazyRoute, routes } from '#web/app/routes.tsx'
import { queryClientContext } from '#web/app/screen-route.tsx'
import { toEnvelope } from './to-envelope.ts'
import { stubUploads } from './stub-uploads.ts'

/** Each call's answer, or an AppError that it throws. */
export type CallMocks = {
  [Name in CallName]?: (input: CallInput<Name>) => CallResponse<Name> | Promise<CallResponse<Name>>
}

export interface RecordedCall {
  name: CallName
  input: unknown
}

await loadLazyRoute(paths.allCourses)
await loadLazyRoute(paths.dashboard)
await loadLazyRoute(paths.student)
await loadLazyRoute(paths.login)

/**
 * Renders the app at an address, with its real routes and cache. Queries, `fetch` and `XMLHttpRequest` are answered by
 * the mocks, typed by the contract.
 * @param files other JSON that is fetched, by URL
 */
export function renderScreen(url: string, mocks: CallMocks = {}, files: Record<string, unknown> = {}) {
  const calls: RecordedCall[] = []
  const handlers: CallMocks = {
    session: () => ({ msg: { loggedIn: false, userData: [] } }),
    getMaintenace: () => ({ msg: [{ status: true }] }),
    getSignInMethods: () => ({ msg: { google: false, passkeys: false } }),
    getNotifications: () => ({ msg: { unread: 0, notifications: [] }, nextPage: null }),
    getSiteWarnings: () => ({ msg: [] }),
    getLastLesson: () => ({ msg: [] }),
    getPaths: () => ({ msg: [], nextPage: null }),
    // As with PAYMENTS=off, where every course opens by enrolling.
    getPaymentSettings: () => ({ msg: { providers: [], currency: 'USD', tax_rate: 0, tax_included: true } }),
    getConversations: () => ({ msg: [], nextPage: null }),
    saveLessonPosition: () => ({ msg: 'The position was saved' }),
    ...mocks,
  }
  const transport: Transport = async (name, input) => {
    calls.push({ name, input })
    const handler = handlers[name]
    if (!handler) throw new Error(`The test has no answer for ${name}`)
    return handler(input)
  }
  stubFetch(transport, files)
  stubUploads(transport)
  const client = createQueryClient(transport, { retry: false })
  const router = createMemoryRouter(routes, {
    initialEntries: [url],
    getContext: () => new RouterContextProvider(new Map([[queryClientContext, client]])),
  })
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  return { router, calls, user: userEvent.setup() }
}

function stubFetch(transport: Transport, files: Record<string, unknown>): void {
  globalThis.fetch = async (url, init) => {
    if (Object.hasOwn(files, String(url))) return Response.json(files[String(url)])
    const name = String(url).split('/').at(-1) as CallName
    const input = typeof init?.body === 'string' ? JSON.parse(init.body) : {}
    const { status, body } = await toEnvelope(() => transport(name, input))
    return Response.json(body, { status })
  }
}
