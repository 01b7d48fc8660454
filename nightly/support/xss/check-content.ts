import type { Page } from '@playwright/test'
import { seededRandom } from '../../../src/server/demo/seeded-random.ts'
import { CallFailed, Client } from '../users/client.ts'
import { askForResetCode, readOutbox } from '../users/read-outbox.ts'
import { report } from '../report.ts'
import { findDangers } from './crawl.ts'

/** The negative control: payloads run in a page that nothing protects, so the others would be noticed. */
export async function checkControl(page: Page, payloads: readonly string[]): Promise<void> {
  let ran = 0
  await page.exposeFunction('xss', () => ran++)
  await page.goto('about:blank')
  await showAll(page, payloads.slice(0, BATCH))
  report({
    test: 'T6',
    goal: 'payloads run where nothing stops them',
    measured: `${ran} runs of ${BATCH} payloads, ${(await findDangers(page)).length} dangerous elements`,
    isOk: ran > 0,
  })
}

async function showAll(page: Page, contents: readonly string[]): Promise<void> {
  await page.evaluate((all) => {
    for (const html of all) {
      const box = document.createElement('div')
      box.innerHTML = html
      document.body.append(box)
    }
  }, contents)
  await page.waitForTimeout(SETTLE_MS)
}

interface Posts {
  url: string
  cookie: string
  payloads: readonly string[]
}

const BATCH = 100
const SETTLE_MS = 500
const SAMPLES = 200

/** What the server has sanitized runs nothing in a page that has neither CSP nor a sanitizer of its own. */
export async function checkPosts(page: Page, { url, cookie, payloads }: Posts): Promise<void> {
  const admin = new Client(url, cookie)
  const hits: string[] = []
  let refused = 0
  await page.exposeFunction('xss', () => hits.push('a payload ran'))
  for (let start = 0; start < payloads.length; start += BATCH) {
    const contents: string[] = []
    for (const payload of payloads.slice(start, start + BATCH)) {
      const stored = await savePost(admin, payload).catch(toRefusal)
      if (stored === null) refused++
      else contents.push(stored)
    }
    await page.goto('about:blank')
    await showAll(page, contents)
    hits.push(...(await findDangers(page)))
  }
  report({
    test: 'T6',
    goal: 'a sanitized post runs nothing, without CSP and without the browser’s sanitizer',
    measured: `${payloads.length} payloads, ${refused} refused for their characters, ${hits.length} hits${hits.length > 0 ? `: ${hits[0]}` : ''}`,
    isOk: hits.length === 0,
  })
  let changed = 0
  for (const html of createEditorOutput()) {
    const stored = await savePost(admin, html)
    if (stored === html) continue
    if (changed++ === 0) console.log(`  sent   ${html}\n  stored ${stored}`)
  }
  report({
    test: 'T6',
    goal: `the editor’s own output is unchanged in ${SAMPLES} of ${SAMPLES} samples`,
    measured: `${SAMPLES - changed} unchanged`,
    isOk: changed === 0,
  })
}

/** Control characters are refused before any sanitizer. */
function toRefusal(error: unknown): null {
  if (error instanceof CallFailed && error.status === 400) return null
  throw error
}

let postId = 0

async function savePost(admin: Client, content: string): Promise<string> {
  const form = { title: 'A post', subtitle: 'Shortly', content }
  if (postId === 0) ({ id: postId } = await admin.call('addBlog', form))
  else await admin.call('updateBlog', { ...form, blog_id: postId })
  return (await admin.call('getBlogForm', { blog_id: postId })).blog.content
}

/** Paragraphs as Quill writes them. */
function createEditorOutput(): string[] {
  const { between } = seededRandom(6)
  const words = ['Lamps', 'burn &amp; shine', 'a &lt; b', 'one two', 'ünïcödé', '日本語', '👩‍🏫']
  const word = () => words[between(0, words.length - 1)] ?? ''
  const inline = [
    () => word(),
    () => `<strong>${word()}</strong>`,
    () => `<em>${word()}</em>`,
    () => `<u>${word()}</u>`,
    () => `<s>${word()}</s>`,
    () => `<a href="https://a.example/${between(1, 99)}" rel="noopener noreferrer" target="_blank">${word()}</a>`,
  ]
  const line = () => Array.from({ length: between(1, 4) }, () => inline[between(0, inline.length - 1)]?.()).join(' ')
  const blocks = [
    () => `<p>${line()}</p>`,
    () => '<p><br></p>',
    () => `<p class="ql-align-center">${line()}</p>`,
    () => `<h${between(1, 3)}>${word()}</h1>`.replace(/<h(\d)>(.*)<\/h1>/, '<h$1>$2</h$1>'),
    () => `<blockquote>${line()}</blockquote>`,
  ]
  return Array.from({ length: SAMPLES }, () =>
    Array.from({ length: between(1, 8) }, () => blocks[between(0, blocks.length - 1)]?.()).join(''),
  )
}

interface Mails {
  url: string
  dataDir: string
  emails: string[]
}

/** The names of the recipients are payloads. */
export async function checkMails(page: Page, { url, dataDir, emails }: Mails): Promise<void> {
  for (const email of emails) await askForResetCode(new Client(url), dataDir, email)
  const dangers: string[] = []
  const mails = await readOutbox(dataDir)
  for (const { html } of mails) {
    await page.setContent(html ?? '')
    dangers.push(...(await findDangers(page)))
  }
  report({
    test: 'T6',
    goal: 'a mail with a payload as a name runs nothing',
    measured: `${mails.length} mails, ${dangers.length} hits`,
    isOk: dangers.length === 0 && mails.length > 0,
  })
}
