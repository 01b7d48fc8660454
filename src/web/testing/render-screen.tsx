import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, RouterContextProvider, RouterProvider } from 'react-router'
import { afterEach } from 'vitest'
import type { Answer, CallInput, Transport } from '#contract/contract.ts'
import type { CallName } from '#contract/methods.ts'
import { createQueryClient } from '#web/data/query-client.ts'
import { paths } from '#contract/paths.ts'
import { dashboardFor, routes } from '#web/app/routes.tsx'
import { queryClientContext } from '#web/app/screen-route.tsx'
import { envelopeOf } from './envelope-of.ts'
import { stubUploads } from './stub-uploads.ts'

/** The network, as far as a test needs it: each call's answer, or an AppError that it throws. */
export type Network = {
  [Name in CallName]?: (input: CallInput<Name>) => Answer<Name> | Promise<Answer<Name>>
}

export interface MadeCall {
  name: CallName
  input: unknown
}

afterEach(cleanup)
await dashboardFor(paths.dashboard)

/**
 * The product at an address: its real routes and cache over a network whose answers the contract types. What the
 * screens' own `call` sends goes the same way, through `fetch`, and a picture through `XMLHttpRequest`.
 * @param files what is fetched without being a call: the JSON by its address
 */
export function renderScreen(address: string, network: Network = {}, files: Record<string, unknown> = {}) {
  const calls: MadeCall[] = []
  const answers: Network = {
    session: () => ({ msg: { loggedIn: false, userData: [] } }),
    getMaintenace: () => ({ msg: [{ status: true }] }),
    getSignInMethods: () => ({ msg: { google: false } }),
    getNotifications: () => ({ msg: { unread: 0, notifications: [] }, nextPage: null }),
    getConversations: () => ({ msg: [], nextPage: null }),
    saveLessonPosition: () => ({ msg: 'The place is remembered' }),
    ...network,
  }
  const transport: Transport = async (name, input) => {
    calls.push({ name, input })
    const answer = answers[name]
    if (!answer) throw new Error(`The test has no answer for ${name}`)
    return answer(input)
  }
  stubFetch(transport, files)
  stubUploads(transport)
  const client = createQueryClient(transport, { retry: false })
  const router = createMemoryRouter(routes, {
    initialEntries: [address],
    getContext: () => new RouterContextProvider(new Map([[queryClientContext, client]])),
  })
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  return { router, calls, user: userEvent.setup() }
}

/** `call` speaks over fetch: its envelope is put around the answer here, and opened again by the real code. */
function stubFetch(transport: Transport, files: Record<string, unknown>): void {
  globalThis.fetch = async (address, init) => {
    if (Object.hasOwn(files, String(address))) return Response.json(files[String(address)])
    const name = String(address).split('/').at(-1) as CallName
    const input = typeof init?.body === 'string' ? JSON.parse(init.body) : {}
    const { status, body } = await envelopeOf(() => transport(name, input))
    return Response.json(body, { status })
  }
}
