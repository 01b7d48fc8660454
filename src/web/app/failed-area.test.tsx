import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { createMemoryRouter, matchRoutes, RouterContextProvider, RouterProvider } from 'react-router'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { Transport } from '#contract/contract.ts'
import { createQueryClient } from '#web/data/query-client.ts'
import { spyOnConsoleError } from '#web/testing/spy-on-console-error.ts'
import { LAZY_AREAS, loadLazyRoute, routes } from './routes.tsx'
import { queryClientContext } from './screen-route.tsx'
import './not-found/page-not-found.tsx'

/** The scripts of the areas do not arrive until the test ends, nor have they before, in other files of tests. */
async function failAreas(): Promise<void> {
  const loaded = new Set(await Promise.all(LAZY_AREAS.map(({ load }) => load())))
  const parents = new Map(LAZY_AREAS.map(({ parent }) => [parent, [...(parent.children ?? [])]]))
  for (const [parent, children] of parents)
    parent.children?.splice(0, Infinity, ...children.filter((child) => !loaded.has(child)))
  onTestFinished(() => {
    for (const [parent, children] of parents) parent.children?.splice(0, Infinity, ...children)
  })
  for (const area of LAZY_AREAS) {
    const load = vi.spyOn(area, 'load').mockRejectedValue(new TypeError('Failed to fetch dynamically imported module'))
    onTestFinished(() => load.mockRestore())
  }
}

async function open(pathname: string): Promise<void> {
  spyOnConsoleError()
  const transport: Transport = (async (name: string) =>
    name === 'session'
      ? { msg: { loggedIn: false, userData: [] } }
      : { msg: [{ status: true }] }) as unknown as Transport
  const client = createQueryClient(transport, { retry: false })
  const router = createMemoryRouter(routes, {
    initialEntries: [pathname],
    patchRoutesOnNavigation: async ({ path, patch }) => {
      const lazy = await loadLazyRoute(path)
      if (lazy) patch(lazy.parentId, [lazy.route])
    },
    getContext: () => new RouterContextProvider(new Map([[queryClientContext, client]])),
  })
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
}

test.each([
  '/courses/4-lamps',
  '/paths',
  '/api/docs',
  '/student/allcourses',
  '/student/blog/4-lamps',
  '/login',
  '/logout',
  '/certificates/4',
  '/student',
  '/student/mycourses/4-lamps',
  '/dashboard',
  '/dashboard/courses',
])('shows an error, not a missing page, at %s when the script of its area does not arrive', async (pathname) => {
  await failAreas()
  await open(pathname)
  await screen.findByRole('heading', { level: 1, name: 'Something went wrong' })
  expect(screen.getAllByRole('main')).toHaveLength(1)
})

test.each(['/student', '/student/', '/student/chat', '/student/allcourses', '/courses/4-lamps'])(
  'shows an error at %s as the first page of a tab',
  async (pathname) => {
    await failAreas()
    await loadLazyRoute(pathname)
    await open(pathname)
    await screen.findByRole('heading', { level: 1, name: 'Something went wrong' })
  },
)

test('a missing page stays missing after an area has failed', async () => {
  await failAreas()
  await loadLazyRoute('/courses/4-lamps')
  await open('/nowhere')
  await screen.findByRole('heading', { level: 1, name: '404 - Page Not Found' })
})

test('an area whose script arrives later replaces the error', async () => {
  await failAreas()
  await loadLazyRoute('/login')
  expect(matchRoutes(routes, '/login')?.at(-1)?.route.path).toBe('/login/*')
  vi.restoreAllMocks()
  await loadLazyRoute('/login')
  expect(matchRoutes(routes, '/login')?.at(-1)?.route.path).toBe('login')
})
