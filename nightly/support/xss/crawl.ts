import type { BrowserContext, Locator, Page, Request } from '@playwright/test'
import { findDangers } from './find-dangers.ts'

const SETTLE_MS = 200
/** For what a page or a click still loads. */
const LOADED_WITHIN_MS = 3_000
const CLICK_WITHIN_MS = 2_000
/** Of a page that is answered with 503, as a busy server does. */
const MOST_LOADS = 3
/** Of one page. */
const MAX_CLICKS = 60
const LEAVE_OUT = /logout|viewas|\/export|\.csv|\/api\/(?!docs)|\/uploads\/|\.pdf|\.xml|\.json|\/auth\/|\/samples\//
/** What opens a part of a page, the parts that replace others last. */
const OPENERS = [
  '[popovertarget]',
  '[aria-expanded="false"], details:not([open]) > summary',
  '[role="tab"][aria-selected="false"]',
]
const BUTTONS = [/^(show|review|answers|edit|details|preview)\b/i, /^(start|continue|next)\b/i]

export interface Visits {
  pages: number
  kinds: Set<string>
  /** Where a payload ran, or where the page has an element that could run one. */
  hits: string[]
  /** Answers with 503, and how long they took. */
  busy: string[]
}

interface CrawlOptions {
  url: string
  starts: readonly string[]
  /** Of each kind of page, such as `/student/blog/N`. */
  pagesOfAKind: number
  /** Opens the parts of the first page of each kind. */
  opensParts: boolean
  onText: (text: string) => void
}

/** Follows the links of the site from these pages on. */
export async function crawl(context: BrowserContext, options: CrawlOptions): Promise<Visits> {
  const visits: Visits = { pages: 0, kinds: new Set(), hits: [], busy: [] }
  const page = await context.newPage()
  const settle = createSettle(page)
  await page.exposeFunction('xss', () => visits.hits.push(`a payload ran on ${page.url()}`))
  page.on('dialog', (dialog) => {
    // A form that was changed asks before the next page.
    if (dialog.type() === 'beforeunload') return void dialog.accept().catch(() => {})
    visits.hits.push(`a dialog on ${page.url()}`)
    void dialog.dismiss().catch(() => {})
  })
  const waiting = [...options.starts]
  const seen = new Set<string>()
  const kinds = new Map<string, number>()
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    const kind = toKind(path)
    const count = kinds.get(kind) ?? 0
    if (seen.has(path) || LEAVE_OUT.test(path) || count >= options.pagesOfAKind) continue
    seen.add(path)
    kinds.set(kind, count + 1)
    waiting.push(
      ...(await visitPage(page, path, { ...options, opensParts: options.opensParts && count === 0, visits, settle })),
    )
  }
  visits.kinds = new Set(kinds.keys())
  await page.close()
  return visits
}

interface Visiting {
  visits: Visits
  settle: () => Promise<void>
}

/** Waits until the page loads no more scripts and data. */
function createSettle(page: Page): () => Promise<void> {
  const loading = new Set<Request>()
  page.on('request', (request) => {
    if (['fetch', 'xhr', 'script'].includes(request.resourceType())) loading.add(request)
  })
  const onEnd = (request: Request) => void loading.delete(request)
  page.on('requestfinished', onEnd)
  page.on('requestfailed', onEnd)
  page.on('framenavigated', (frame) => {
    if (frame === page.mainFrame()) loading.clear()
  })
  return async () => {
    const deadline = performance.now() + LOADED_WITHIN_MS
    do await page.waitForTimeout(SETTLE_MS)
    while (loading.size > 0 && performance.now() < deadline)
  }
}

/** Returns the links on it. */
async function visitPage(page: Page, path: string, options: CrawlOptions & Visiting): Promise<string[]> {
  const { url, opensParts, onText, visits, settle } = options
  const status = await load(page, url + path, (answer) => visits.busy.push(`${answer} for ${path}`))
  // A page that fails shows no payload: it would hide one.
  if (status >= 500) visits.hits.push(`${status} for ${path}`)
  const read = async () => {
    await settle()
    onText(await readShownText(page))
    visits.hits.push(...(await findDangers(page)).map((danger) => `${danger} on ${path}`))
  }
  await read()
  const links = await page.$$eval('a[href]', (anchors) => anchors.map((anchor) => anchor.getAttribute('href') ?? ''))
  if (opensParts) await openParts(page, read)
  visits.pages++
  return links.filter((link) => /^\/(?!\/)/.test(link)).map((link) => link.replace(/#.*$/s, ''))
}

/** Returns the status. What is answered with 503 is loaded again when the answer says. */
async function load(page: Page, address: string, onBusy: (answer: string) => void): Promise<number> {
  for (let loads = 1; ; loads++) {
    const startedAt = performance.now()
    const response = await page.goto(address, { waitUntil: 'load' })
    const status = response?.status() ?? 500
    const seconds = Number(response?.headers()['retry-after'])
    if (status !== 503 || !(seconds > 0)) return status
    onBusy(`503 after ${Math.round(performance.now() - startedAt)} ms`)
    if (loads === MOST_LOADS) return status
    await page.waitForTimeout(seconds * 1_000)
  }
}

/** Opens one part after the other, until nothing new is left. What is open may be closed by the next. */
async function openParts(page: Page, read: () => Promise<void>): Promise<void> {
  const address = page.url()
  // A tab that is open from the start is read already; the last one stays open.
  for (const tab of await page.locator('[role="tab"][aria-selected="true"]').all()) await tab.evaluate(noteClicked)
  const openers = [
    ...OPENERS.map((selector) => page.locator(selector)),
    ...BUTTONS.map((name) => page.locator('main').getByRole('button', { name })),
  ]
  for (let clicks = 0; clicks < MAX_CLICKS && page.url() === address; clicks++) {
    let isClicked = false
    for (const opener of openers) {
      isClicked = await clickNew(await opener.all())
      if (isClicked) break
    }
    if (!isClicked) return
    await read()
  }
}

/** Clicks the first one that was not clicked before. */
async function clickNew(candidates: readonly Locator[]): Promise<boolean> {
  for (const candidate of candidates) {
    const isShown = await candidate.isVisible().catch(() => false)
    if (!isShown || !(await candidate.evaluate(noteClicked).catch(() => false))) continue
    const isClicked = await candidate.click({ timeout: CLICK_WITHIN_MS }).then(
      () => true,
      () => false,
    )
    if (isClicked) return true
  }
  return false
}

/** In the page. */
function noteClicked(element: Element): boolean {
  const clicked = ((window as { clicked?: WeakSet<Element> }).clicked ??= new WeakSet())
  const isNew = !clicked.has(element)
  clicked.add(element)
  return isNew
}

/** Texts, attributes and the values of fields, without the data that travels in the page. */
function readShownText(page: Page): Promise<string> {
  return page.evaluate(() => {
    const parts: string[] = []
    const read = (root: ParentNode) => {
      const walker = document.createTreeWalker(root as Node, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT)
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        if (node instanceof Element) {
          for (const { value } of node.attributes) parts.push(value)
          if ('value' in node && typeof node.value === 'string') parts.push(node.value)
        } else if (!['SCRIPT', 'STYLE'].includes(node.parentElement?.tagName ?? '')) parts.push(node.nodeValue ?? '')
      }
    }
    read(document)
    return parts.join('\n')
  })
}

/** `/courses/12-a-title?page=2` and `/courses/7-another?page=3` are of one kind, `/courses/N?page`. */
export function toKind(path: string): string {
  const { pathname, searchParams } = new URL(path, 'http://x')
  const segments = pathname
    .split('/')
    .map((segment) => segment.replace(/^\d+(-.*)?$/, 'N').replace(/^[0-9a-f-]{36}$/, 'U'))
  const names = [...searchParams].map(([name, value]) => (name === 'kind' ? `kind=${value}` : name))
  return [segments.join('/'), ...[...new Set(names)].sort()].join('?')
}
