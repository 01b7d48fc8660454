import type { BrowserContext, Page } from '@playwright/test'

const SETTLE_MS = 300
const LEAVE_OUT = /logout|viewas|\/export|\.csv|\/api\/|\/uploads\/|\.pdf|\.xml|\/auth\//

export interface Visits {
  pages: number
  /** Where a payload ran, or where the page has an element that could run one. */
  hits: string[]
}

interface CrawlOptions {
  url: string
  starts: readonly string[]
  /** Of each kind of page, such as `/student/blog/N`. */
  pagesOfAKind: number
}

/** Follows the links of the site from these pages on. */
export async function crawl(context: BrowserContext, { url, starts, pagesOfAKind }: CrawlOptions): Promise<Visits> {
  const visits: Visits = { pages: 0, hits: [] }
  const page = await context.newPage()
  await page.exposeFunction('xss', () => visits.hits.push(`a payload ran on ${page.url()}`))
  page.on('dialog', (dialog) => void dialog.dismiss().then(() => visits.hits.push(`a dialog on ${page.url()}`)))
  const waiting = [...starts]
  const seen = new Set<string>()
  const kinds = new Map<string, number>()
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    const kind = toKind(path)
    if (seen.has(path) || LEAVE_OUT.test(path) || (kinds.get(kind) ?? 0) >= pagesOfAKind) continue
    seen.add(path)
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1)
    const response = await page.goto(url + path, { waitUntil: 'load' })
    // A page that fails shows no payload: it would hide one.
    if ((response?.status() ?? 500) >= 500) visits.hits.push(`${response?.status()} for ${path}`)
    await page.waitForTimeout(SETTLE_MS)
    visits.pages++
    visits.hits.push(...(await findDangers(page)).map((danger) => `${danger} on ${path}`))
    const links = await page.$$eval('a[href]', (anchors) => anchors.map((anchor) => anchor.getAttribute('href') ?? ''))
    waiting.push(...links.filter((link) => /^\/(?!\/)/.test(link)))
  }
  await page.close()
  return visits
}

/** `/courses/a-title?page=2` and `/courses/another` are of one kind. */
const toKind = (path: string) => path.split(/[?#]/, 1)[0]?.split('/').slice(0, 3).join('/').replace(/\d+/g, 'N') ?? ''

/** Elements that only a payload can have made. */
export function findDangers(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const dangers: string[] = []
    for (const element of document.querySelectorAll('*')) {
      for (const { name, value } of element.attributes) {
        if (name.startsWith('on')) dangers.push(`${element.localName} with ${name}`)
        // Browsers ignore control characters and spaces in a scheme.
        if (/^(href|src|action|formaction|data|xlink:href)$/.test(name)) {
          const scheme = value.replace(/[\u0000-\u0020]/g, '').toLowerCase()
          if (/^(javascript|vbscript|data:text)/.test(scheme))
            dangers.push(`${element.localName} with ${scheme.slice(0, 20)}`)
        }
      }
      const isScript = element.localName === 'script' && !element.getAttribute('src')
      if (
        isScript &&
        element.getAttribute('type') !== 'application/json' &&
        element.getAttribute('type') !== 'application/ld+json'
      )
        dangers.push('an inline script')
    }
    return dangers
  })
}
