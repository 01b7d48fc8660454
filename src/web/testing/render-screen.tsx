import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterContextProvider, RouterProvider } from 'react-router'
import { afterEach, vi } from 'vitest'
import type { Answer, CallInput } from '#contract/contract.ts'
import { AppError } from '#contract/errors.ts'
import { answersUnder, API_BASE, type CallName } from '#contract/methods.ts'
import type { User } from '#contract/users.ts'
import { call } from '#web/api.ts'
import { createQueryClient } from '#web/query-client.ts'
import { queryClientContext, routes } from '#web/routes.tsx'

/** What the network says to each call: an answer, a refusal, or either made from what was sent. */
export type Answers = {
  [Name in CallName]?: Said<Name> | ((input: CallInput<Name>) => Said<Name> | Promise<Said<Name>>)
}
type Said<Name extends CallName> = Answer<Name> | AppError

interface Sent {
  name: CallName
  input: unknown
}

/** Shows the page of an address as the browser would: the real site map and cache over a network that is made up. */
export async function renderScreen(address: string, { user = null, answers = {} }: { user?: User | null; answers?: Answers } = {}) {
  const sent = fakeNetwork({
    session: { msg: user ? { loggedIn: true, userData: [user] } : { loggedIn: false, userData: [] } },
    getMaintenace: { msg: [{ status: true }] },
    ...answers,
  })
  const client = createQueryClient(call, { retry: false })
  const router = createMemoryRouter(routes, {
    initialEntries: [address],
    getContext: () => new RouterContextProvider(new Map([[queryClientContext, client]])),
  })
  // The first page's loaders have run, as on a page that the server rendered.
  await vi.waitFor(() => {
    if (!router.state.initialized) throw new Error(`${address} does not load`)
  }, 5000)
  const view = render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  await screen.findByRole('heading', { level: 1 }, { timeout: 4000 })
  return { ...view, router, client, sent, where: () => router.state.location.pathname }
}

function fakeNetwork(answers: Answers): Sent[] {
  const sent: Sent[] = []
  // What jsdom leaves out.
  vi.stubGlobal('scrollTo', () => undefined)
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => undefined, removeEventListener: () => undefined }))
  vi.stubGlobal('fetch', async (url: string, init?: { body?: string }) => {
    const name = url.slice(API_BASE.length + 1) as CallName
    const input: unknown = init?.body ? JSON.parse(init.body) : {}
    sent.push({ name, input })
    const said = answers[name] as Said<CallName> | ((input: unknown) => Promise<Said<CallName>>) | undefined
    if (!said) throw new Error(`The test gives no answer to ${name}`)
    return envelope(name, typeof said === 'function' ? await said(input) : said)
  })
  return sent
}

function envelope(name: CallName, said: Said<CallName>): Response {
  const under = answersUnder(name)
  if (said instanceof AppError) {
    return Response.json({ status: false, code: said.code, [under]: said.message }, { status: said.status || 500 })
  }
  return Response.json({ status: true, [under]: said.msg, ...('nextPage' in said && { nextPage: said.nextPage }) })
}

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  localStorage.clear()
  document.body.className = ''
})
