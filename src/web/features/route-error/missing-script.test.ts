import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { reloadForNewRelease } from './missing-script.ts'

const OWN = '/assets/index-one.js'
const writePage = (entry: string) =>
  `<script type="module" src="${entry}"></script><script type="application/json" id="state">{}</script>`

const script = Object.assign(document.createElement('script'), { type: 'module', src: OWN })

beforeEach(() => document.head.append(script))
afterEach(() => {
  script.remove()
  sessionStorage.clear()
  vi.unstubAllGlobals()
})

it.each([
  ['loads the page of another release', 200, writePage('/assets/index-two.js'), true],
  ['loads the error page of another release', 404, writePage('/assets/index-two.js'), true],
  ['stays on a page of the same release', 200, writePage(OWN), false],
  ['stays when a proxy answers for the server', 502, '<h1>502 Bad Gateway</h1>', false],
  ['stays when a proxy refuses the request', 429, '<h1>Too many requests</h1>', false],
])('%s', async (_title, status, html, isReloaded) => {
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(html, { status })))
  const reload = vi.fn<() => void>()
  await reloadForNewRelease(reload)
  expect(reload).toHaveBeenCalledTimes(isReloaded ? 1 : 0)
  expect(sessionStorage.getItem('reloaded-from')).toBe(isReloaded ? OWN : null)
})
