import type { Page } from '@playwright/test'
import { sanitizePostHtml } from '../src/server/platform/html/sanitize-post-html.ts'
import { editorHtml } from '../src/server/platform/html/editor-content.ts'
import { hostileHtml } from '../src/server/platform/html/hostile-content.ts'
import { expect, test } from './fixtures.ts'

const NASTY = [
  '<img src=x onerror=alert(1)>',
  '<script>alert(1)</script><svg onload=alert(1)>',
  '<iframe srcdoc="<script>parent.alert(1)</script>"></iframe>',
  '<details open ontoggle=alert(1)>x</details><input autofocus onfocus=alert(1)>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<xmp><p title="</xmp><img src=x onerror=alert(1)>">',
  '<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>',
  '<svg></p><style><a id="</style><img src=x onerror=alert(1)>">',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  '<a href="java&#9;script:alert(1)">x</a><a href="javascript&colon;alert(1)">y</a>',
]

/** Whatever would call `alert` is only noted. */
async function countAlerts(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    Object.assign(window, { alerts: 0, alert: () => void ((window as unknown as { alerts: number }).alerts += 1) })
  })
  return async () => {
    // Time enough for pictures to fail and for frames to load.
    await page.waitForTimeout(400)
    return page.evaluate(() => (window as unknown as { alerts: number }).alerts)
  }
}

const scriptLinks = (page: Page) =>
  page
    .locator('.post a')
    .evaluateAll((links) => links.filter((link) => (link as HTMLAnchorElement).protocol === 'javascript:').length)

test.describe('without the content security policy', () => {
  // So that it is the cleaning alone that is tried.
  test.use({ bypassCSP: true })

  test('what is hostile does nothing on the post page, by the browser’s cleaning alone', async ({ page }) => {
    const alerts = await countAlerts(page)
    let content = ''
    await page.route('**/api/getBlogData', async (route) => {
      const response = await route.fetch()
      const answer = await response.json()
      await route.fulfill({
        response,
        json: { ...answer, msg: answer.msg.map((post: object) => ({ ...post, content })) },
      })
    })
    for (const nasty of NASTY) {
      content = `<p>Shown</p>${nasty}`
      await page.goto('/student/blog')
      // Only once the page's script runs does the link fetch the post rather than its document.
      await page.waitForLoadState('networkidle')
      await page
        .getByRole('link', { name: /^Read Now/ })
        .first()
        .click()
      await expect(page.locator('.post').getByText('Shown')).toBeVisible()
      expect([nasty, await alerts(), await scriptLinks(page)]).toEqual([nasty, 0, 0])
    }
  })

  test('and by the server’s alone', async ({ page }) => {
    const alerts = await countAlerts(page)
    const { msg } = await (await page.request.post('/api/getBlogData', { data: { page: 1 } })).json()
    const path = `/student/blog/${msg[0].blog_id}-post`
    let content = ''
    await page.route(`**${path}`, async (route) => {
      const response = await route.fetch()
      const html = await response.text()
      const begin = html.indexOf('>', html.indexOf('<div class="post')) + 1
      await route.fulfill({ response, body: html.slice(0, begin) + content + html.slice(html.indexOf('</article>')) })
    })
    for (const nasty of NASTY) {
      content = `<p>Shown</p>${sanitizePostHtml(nasty)}</div></div>`
      await page.goto(path)
      await expect(page.locator('.post').getByText('Shown')).toBeVisible()
      expect([nasty, await alerts(), await scriptLinks(page)]).toEqual([nasty, 0, 0])
    }
    // The trap works: what nobody cleans does act.
    content = '<p>Shown</p><img src=x onerror=alert(1)></div></div>'
    await page.goto(path)
    expect(await alerts()).toBeGreaterThan(0)
  })

  test('of the whole corpus nothing acts once it is cleaned', async ({ page }) => {
    const alerts = await countAlerts(page)
    await page.goto('/healthz')
    await page.setContent('<!doctype html><main></main>')
    await page.evaluate(
      (all) => {
        for (const html of all) {
          const place = document.createElement('div')
          place.innerHTML = html
          document.body.append(place)
          // As pages do that move a part of themselves.
          place.outerHTML = String(place.outerHTML)
        }
      },
      hostileHtml.map((html) => sanitizePostHtml(html)),
    )
    expect(await alerts()).toBe(0)
    const links = await page.locator('a').evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).protocol))
    expect(links.filter((protocol) => !['http:', 'https:', 'mailto:', ':'].includes(protocol))).toEqual([])
  })
})

test('what the editor writes is the same after cleaning and as Chromium writes it out', async ({ page }) => {
  await page.goto('/student/blog')
  const written = await page.evaluate(
    (all) =>
      all.map((html) => {
        const place = document.implementation.createHTMLDocument('').createElement('div')
        place.innerHTML = html
        return place.innerHTML
      }),
    editorHtml.map((html) => sanitizePostHtml(html)),
  )
  expect(written).toEqual(editorHtml)
})

test('a post is whole without script, and tells what it is', async ({ browser, request }) => {
  const { msg } = await (await request.post('/api/getBlogData', { data: { page: 1 } })).json()
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto('/student/blog')
  const read = page.getByRole('link', { name: `Read Now: ${msg[0].title}` })
  await expect(page.getByText('Author Admin').first()).toBeVisible()
  await read.click()
  await expect(page).toHaveURL(new RegExp(`/student/blog/${msg[0].blog_id}-`))
  await expect(page.getByRole('heading', { level: 1, name: msg[0].title })).toBeVisible()
  await expect(page.getByText(/\d+ min read/)).toBeVisible()
  expect(await page.getByRole('region', { name: 'Comments' }).getByRole('article').count()).toBeGreaterThan(2)
  const head = page.locator('head')
  await expect(head.locator('meta[property="og:type"]')).toHaveAttribute('content', 'article')
  await expect(head.locator('meta[property="article:published_time"]')).toHaveAttribute('content', msg[0].created_date)
  await expect(head.locator('link[rel=alternate][type="application/rss+xml"]')).toHaveAttribute(
    'href',
    /^http.*\/feed\.xml$/,
  )
  await expect(head.locator('link[rel=alternate][type="application/atom+xml"]')).toHaveAttribute(
    'href',
    /^http.*\/atom\.xml$/,
  )
  const data = JSON.parse((await page.locator('script[type="application/ld+json"]').textContent()) ?? '')
  expect(data).toMatchObject({ '@type': 'BlogPosting', headline: msg[0].title })
  await context.close()
})

test('the feeds are there, and the sitemap names the posts', async ({ request }) => {
  const { msg } = await (await request.post('/api/getBlogData', { data: { page: 1 } })).json()
  for (const path of ['/feed.xml', '/atom.xml', '/sitemap.xml']) {
    const answer = await request.get(path)
    expect([path, answer.status(), (await answer.text()).includes(`/student/blog/${msg[0].blog_id}-`)]).toEqual([
      path,
      200,
      true,
    ])
    expect((await request.head(path)).status()).toBe(200)
  }
})

test('a post is read in both themes without a word of complaint', async ({ page, consoleErrors }) => {
  await page.goto('/student/blog')
  await page
    .getByRole('link', { name: /^Read Now/ })
    .first()
    .click()
  await expect(page.getByRole('region', { name: 'Comments' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(consoleErrors).toEqual([])
})
