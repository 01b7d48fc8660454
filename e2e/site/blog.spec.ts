import type { Page } from '@playwright/test'
import { editorHtml } from '../../src/server/testing/html/editor-content.ts'
import { hostileHtml } from '../../src/server/testing/html/hostile-content.ts'
import { sanitizePostHtml } from '../../src/server/platform/html/sanitize-post-html.ts'
import { callApi, getPost, getPostPath } from '../fixtures/factories.ts'
import { expect, test } from '../fixtures/test.ts'

const DEMO_POST = 'How to read a query plan without panic'
const DEMO_POSTS = [
  DEMO_POST,
  'Keeping on with a course that has no bell',
  'Notes on passwords, for people with better things to do',
  'Why we draw before we code',
  'Spaced repetition, with a box and some cards',
]

const ATTACKS = [
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

type Post = Awaited<ReturnType<typeof getPost>>

const readNowLink = (page: Page) => page.getByRole('link', { name: `Read Now: ${DEMO_POST}` })

/** Counts calls of `alert` instead of showing a dialog; returns how to read the count. */
async function countAlerts(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    let alerts = 0
    Object.assign(window, { alert: () => void (alerts += 1), getAlerts: () => alerts })
  })
  return async () => {
    await settleMedia(page)
    return page.evaluate<number>('getAlerts()')
  }
}

/** Waits until every picture and frame has loaded or failed, since their handlers run after that. */
async function settleMedia(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const pictures = [...document.images].map((image) => image.decode().catch(() => undefined))
    await Promise.all(pictures)
    // A picture of our own that fails after all others: its error event is queued behind theirs.
    await new Promise<void>((resolve) => {
      const last = new Image()
      last.addEventListener('error', () => setTimeout(resolve))
      last.src = 'data:image/png,broken'
    })
  })
}

const countScriptLinks = (page: Page) =>
  page
    .locator('.post a')
    .evaluateAll((links) => links.filter((link) => 'protocol' in link && link.protocol === 'javascript:').length)

test.describe('without the content security policy', () => {
  // So that sanitizing alone stops the attacks.
  test.use({ bypassCSP: true })

  test('browser sanitizes a hostile post', { tag: '@slow' }, async ({ page }) => {
    const getAlerts = await countAlerts(page)
    const posts = (await callApi<Post[]>(page.request, 'POST', 'getBlogData', { page: 1 })).filter(({ title }) =>
      DEMO_POSTS.includes(title),
    )
    expect(posts).toHaveLength(DEMO_POSTS.length)
    let attacks: string[] = []
    await page.route('**/api/getBlogData', async (route) => {
      const response = await route.fetch()
      const answer = await response.json().catch(() => null)
      // The page was left meanwhile.
      if (answer === null) return
      const msg = answer.msg.map((post: Post) => {
        const attack = attacks[posts.findIndex(({ blog_id }) => blog_id === post.blog_id)]
        return { ...post, content: `<p>Shown</p>${attack}` }
      })
      await route.fulfill({ response, json: { ...answer, msg } })
    })
    // One attack a post; a page that is loaded again has forgotten the posts.
    for (let first = 0; first < ATTACKS.length; first += posts.length) {
      attacks = ATTACKS.slice(first, first + posts.length)
      await page.goto('/student/blog')
      for (const [index, attack] of attacks.entries()) {
        await page.getByRole('link', { name: `Read Now: ${posts[index]?.title}` }).click()
        await expect(page.locator('.post').getByText('Shown')).toBeVisible()
        expect([attack, await getAlerts(), await countScriptLinks(page)]).toEqual([attack, 0, 0])
        await page.goBack()
        await expect(page.locator('.post')).toHaveCount(0)
      }
    }
  })

  test('server sanitizes a hostile post', { tag: '@slow' }, async ({ page, expectConsole }) => {
    expectConsole(/404.*\/student\/blog\/x/, 'the pictures of the attacks do not exist')
    const getAlerts = await countAlerts(page)
    const path = await getPostPath(page.request, DEMO_POST)
    // Sanitized HTML closes its elements, so that no attack changes the next.
    let content = ATTACKS.map((attack) => `<section>${sanitizePostHtml(attack)}</section>`).join('')
    await page.route(`**${path}`, async (route) => {
      const response = await route.fetch()
      const html = await response.text()
      const begin = html.indexOf('>', html.indexOf('<div class="post')) + 1
      const shown = `<p>Shown</p>${content}</div></div>`
      await route.fulfill({ response, body: html.slice(0, begin) + shown + html.slice(html.indexOf('</article>')) })
    })
    await page.goto(path)
    await expect(page.locator('.post').getByText('Shown')).toBeVisible()
    await expect(page.locator('.post section')).toHaveCount(ATTACKS.length)
    expect([await getAlerts(), await countScriptLinks(page)]).toEqual([0, 0])
    // Without sanitizing the same attack runs, which proves that this test can fail.
    content = '<img src=x onerror=alert(1)>'
    await page.goto(path)
    expect(await getAlerts()).toBeGreaterThan(0)
  })

  test('no hostile example runs a script once it is sanitized', async ({ page, expectConsole }) => {
    expectConsole(/https:\/\/a\.example\//, 'the pictures of the examples do not exist')
    const getAlerts = await countAlerts(page)
    await page.goto('/healthz')
    await page.setContent('<!doctype html><main></main>')
    await page.evaluate(
      (examples) => {
        for (const html of examples) {
          const element = document.createElement('div')
          element.innerHTML = html
          document.body.append(element)
          // Parsing serialized HTML a second time is how mutation attacks work.
          element.outerHTML = String(element.outerHTML)
        }
      },
      hostileHtml.map((html) => sanitizePostHtml(html)),
    )
    expect(await getAlerts()).toBe(0)
    const protocols = await page
      .locator('a')
      .evaluateAll((links) => links.map((link) => ('protocol' in link ? link.protocol : '')))
    expect(protocols.filter((protocol) => !['http:', 'https:', 'mailto:', ':'].includes(String(protocol)))).toEqual([])
  })
})

test('editor HTML is unchanged by sanitizing and by Chromium', async ({ page }) => {
  await page.goto('/student/blog')
  const serialized = await page.evaluate(
    (examples) =>
      examples.map((html) => {
        const element = document.implementation.createHTMLDocument('').createElement('div')
        element.innerHTML = html
        return element.innerHTML
      }),
    editorHtml.map((html) => sanitizePostHtml(html)),
  )
  expect(serialized).toEqual(editorHtml)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('blog post is complete and has its metadata', async ({ page }) => {
    const post = await getPost(page.request, DEMO_POST)
    await page.goto('/student/blog', { waitUntil: 'commit' })
    await expect(page.getByText('Author Admin').first()).toBeVisible()
    await readNowLink(page).click()
    await expect(page).toHaveURL(new RegExp(`/student/blog/${post.blog_id}-`))
    await expect(page.getByRole('heading', { level: 1, name: post.title })).toBeVisible()
    await expect(page.getByText(/\d+ min read/)).toBeVisible()
    await expect(page.getByRole('region', { name: 'Comments' }).getByRole('article').nth(2)).toBeVisible()
    const head = page.locator('head')
    const feed = (type: string) => head.locator(`link[rel=alternate][type="${type}"]`)
    await expect(head.locator('meta[property="og:type"]')).toHaveAttribute('content', 'article')
    await expect(head.locator('meta[property="article:published_time"]')).toHaveAttribute('content', post.created_date)
    await expect(feed('application/rss+xml')).toHaveAttribute('href', /^http.*\/feed\.xml$/)
    await expect(feed('application/atom+xml')).toHaveAttribute('href', /^http.*\/atom\.xml$/)
    const data = JSON.parse((await page.locator('script[type="application/ld+json"]').textContent()) ?? '')
    expect(data).toMatchObject({ '@type': 'BlogPosting', headline: post.title })
  })
})

test('feeds and sitemap contain the posts', async ({ page }) => {
  const { blog_id } = await getPost(page.request, DEMO_POST)
  for (const path of ['/feed.xml', '/atom.xml', '/sitemap.xml']) {
    const response = await page.request.get(path)
    expect(response.status(), path).toBe(200)
    expect(await response.text(), path).toContain(`/student/blog/${blog_id}-`)
    expect((await page.request.head(path)).status(), `HEAD ${path}`).toBe(200)
  }
})

test('blog post opens from the list and by its address', async ({ page }) => {
  await page.goto('/student/blog')
  await readNowLink(page).click()
  await expect(page.getByRole('region', { name: 'Comments' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})
