import type { BrowserContext, Locator, Page } from '@playwright/test'
import { findDangers } from './find-dangers.ts'

const SETTLE_MS = 200
const CLICK_SETTLE_MS = 100
const CLICK_WITHIN_MS = 500
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
  kinds: number
  /** Where a payload ran, or where the page has an element that could run one. */
  hits: string[]
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
  const visits: Visits = { pages: 0, kinds: 0, hits: [] }
  const page = await context.newPage()
  await page.exposeFunction('xss', () => visits.hits.push(`a payload ran on ${page.url()}`))
  page.on('dialog', (dialog) => void dialog.dismiss().catch(() => {}))
  page.on('dialog', (dialog) => {
    if (dialog.type() !== 'beforeunload') visits.hits.push(`a dialog on ${page.url()}`)
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
      ...(await visitPage(page, path, { ...options, opensParts: options.opensParts && count === 0, visits })),
    )
  }
  visits.kinds = kinds.size
  await page.close()
  return visits
}

/** Returns the links on it. */
async function visitPage(page: Page, path: string, options: CrawlOptions & { visits: Visits }): Promise<string[]> {
  const { url, opensParts, onText, visits } = options
  const response = await page.goto(url + path, { waitUntil: 'load' })
  // A page that fails shows no payload: it would hide one.
  if ((response?.status() ?? 500) >= 500) visits.hits.push(`${response?.status()} for ${path}`)
  await page.waitForTimeout(SETTLE_MS)
  const read = async () => {
    onText(await readShownText(page))
    visits.hits.push(...(await findDangers(page)).map((danger) => `${danger} on ${path}`))
  }
  await read()
  const links = await page.$$eval('a[href]', (anchors) => anchors.map((anchor) => anchor.getAttribute('href') ?? ''))
  if (opensParts) await openParts(page, read)
  visits.pages++
  return links.filter((link) => /^\/(?!\/)/.test(link)).map((link) => link.replace(/#.*$/s, ''))
}

/** Opens one part after the other, until nothing new is left. What is open may be closed by the next. */
async function openParts(page: Page, read: () => Promise<void>): Promise<void> {
  const address = page.url()
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
    await page.waitForTimeout(CLICK_SETTLE_MS)
    await read()
  }
}

/** Clicks the first one that was not clicked before. */
async function clickNew(candidates: readonly Locator[]): Promise<boolean> {
  for (const candidate of candidates) {
    const isNew = await candidate.evaluate(noteClicked).catch(() => false)
    if (!isNew) continue
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
