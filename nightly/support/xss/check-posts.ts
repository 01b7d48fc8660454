import type { Page } from '@playwright/test'
import { seededRandom } from '../../../src/server/demo/seeded-random.ts'
import { editorHtml } from '../../../src/server/testing/html/editor-content.ts'
import { report } from '../report.ts'
import { CallFailed, Client } from '../users/client.ts'
import { findDangers } from './find-dangers.ts'

const BATCH = 100
const SETTLE_MS = 500
const SAMPLES = 200
const MAX_PARTS = 8

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

/** What the server has sanitized runs nothing in a page that has neither CSP nor a sanitizer of its own. */
export async function checkPosts(page: Page, { url, cookie, payloads }: Posts): Promise<void> {
  const savePost = createSaver(new Client(url, cookie))
  const hits: string[] = []
  let refused = 0
  await page.exposeFunction('xss', () => hits.push('a payload ran'))
  for (let start = 0; start < payloads.length; start += BATCH) {
    const contents: string[] = []
    for (const payload of payloads.slice(start, start + BATCH)) {
      const stored = await savePost(payload).catch(toRefusal)
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
  await checkEditorOutput(savePost)
}

async function checkEditorOutput(savePost: (content: string) => Promise<string>): Promise<void> {
  let changed = 0
  for (const html of createSamples()) {
    const stored = await savePost(html)
    if (stored === html) continue
    if (changed++ === 0) console.log(`  sent   ${html}\n  stored ${stored}`)
  }
  report({
    test: 'T6',
    goal: `the editor’s own output is unchanged in ${SAMPLES} of ${SAMPLES} samples`,
    measured: `${SAMPLES - changed} unchanged, with each of ${editorHtml.length} features of the editor`,
    isOk: changed === 0 && editorHtml.length <= SAMPLES,
  })
}

/** Each begins with another feature of the editor, and goes on with some more. */
function createSamples(): string[] {
  const { between } = seededRandom(6)
  const pick = () => editorHtml[between(0, editorHtml.length - 1)]
  return Array.from({ length: SAMPLES }, (_, n) => {
    const others = Array.from({ length: between(0, MAX_PARTS - 1) }, pick)
    return [editorHtml[n % editorHtml.length], ...others].join('')
  })
}

/** Saves one post again and again, and returns what the form shows of it. */
function createSaver(admin: Client) {
  let blog_id = 0
  return async (content: string): Promise<string> => {
    const form = { title: 'A post', subtitle: 'Shortly', content }
    if (blog_id === 0) ({ id: blog_id } = await admin.call('addBlog', form))
    else await admin.call('updateBlog', { ...form, blog_id })
    return (await admin.call('getBlogForm', { blog_id })).blog.content
  }
}

/** Control characters are refused before any sanitizer. */
function toRefusal(error: unknown): null {
  if (error instanceof CallFailed && error.status === 400) return null
  throw error
}
