// T6: more than 1,000 script payloads in every text field, in Chromium, with CSP and without (`--rounds 10`, 1 by
// default; `--pages 5` of each kind, 2 by default).
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium } from '@playwright/test'
import { connect } from '../../src/server/platform/db/connect.ts'
import { PROJECT_ROOT } from '../../src/server/platform/project-root.ts'
import { createFactories } from '../../src/server/testing/factories.ts'
import { readNumbers, report, reportSkipped } from '../support/report.ts'
import { type RunningProduct, startProduct } from '../support/product.ts'
import { crawl, type Visits } from '../support/xss/crawl.ts'
import { fillDatabase } from '../support/xss/fill-database.ts'
import { createPayloads } from '../support/xss/payloads.ts'
import { checkControl, checkMails, checkPosts } from '../support/xss/check-content.ts'

const { rounds, pages: pagesOfAKind } = readNumbers({ rounds: 1, pages: 2 })
const payloads = createPayloads()
const STUDENT_PAGES = [
  '/',
  '/student/allcourses',
  '/student/mycourses',
  '/student/blog',
  '/student/profile',
  '/student/chat',
]
const MORE_PAGES = ['/student/purchases', '/student/certificates', '/paths']
const ADMIN_PAGES = [
  '',
  '/users',
  '/courses',
  '/courses/deleted',
  '/blogs',
  '/reviews',
  '/chat',
  '/systemlog',
  '/orders',
]
const MORE_ADMIN_PAGES = [
  '/certificates',
  '/coupons',
  '/paths',
  '/submissions',
  '/analytics',
  '/account',
  '/maintenance',
]

const { findChromium } = (await import(join(PROJECT_ROOT, 'scripts/setup/find-chromium.mjs'))) as {
  findChromium: () => { path?: string; sentence?: string }
}
const { path: executablePath, sentence } = findChromium()
if (executablePath === undefined) reportSkipped('T6', sentence ?? 'there is no Chromium')
else await run(executablePath)

async function run(executablePath: string): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'lantern-xss-'))
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
  const settings = { DEMO: 'on' }
  let product = await startProduct({ dataDir, settings })
  try {
    const all: Visits = { pages: 0, hits: [] }
    let filled: Filled | undefined
    for (let round = 0; round < rounds; round++) {
      await product.stop()
      filled = await fill(dataDir, round)
      product = await startProduct({ dataDir, settings })
      for (const bypassCSP of [false, true]) await visit({ browser, bypassCSP, product, filled, all })
    }
    for (const hit of new Set(all.hits)) console.log(`  ${hit}`)
    const columns = filled?.columns.length ?? 0
    report({
      test: 'T6',
      goal: '0 payloads run or make an element, with CSP and without',
      measured: `${payloads.length} payloads in ${columns} columns, ${all.pages} pages, ${all.hits.length} hits`,
      isOk: all.hits.length === 0 && all.pages > 0 && payloads.length >= 1_000 && columns >= 20,
    })
    const unprotected = await browser.newPage()
    await checkControl(unprotected, payloads)
    const page = await browser.newPage({ bypassCSP: true })
    const { url } = product
    await checkPosts(page, { url, cookie: filled?.visitors.at(-1)?.cookie ?? '', payloads })
    await checkMails(page, { url, dataDir, emails: filled?.emails ?? [] })
  } finally {
    await browser.close()
    await product.kill()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

type Filled = Awaited<ReturnType<typeof fill>>

interface Visiting {
  browser: Browser
  bypassCSP: boolean
  product: RunningProduct
  filled: Filled
  /** Added to. */
  all: Visits
}

async function visit({ browser, bypassCSP, product: { url }, filled, all }: Visiting): Promise<void> {
  for (const { cookie, starts } of filled.visitors) {
    const context = await browser.newContext({ bypassCSP })
    if (cookie) await context.addCookies([{ name: 'sid', value: cookie.slice('sid='.length), url }])
    const visits = await crawl(context, { url, starts, pagesOfAKind })
    all.pages += visits.pages
    all.hits.push(...visits.hits.map((hit) => `${hit}${bypassCSP ? ' without CSP' : ''}`))
    await context.close()
  }
}

async function fill(dataDir: string, round: number) {
  const database = await connect({ dataDir })
  try {
    const columns = await fillDatabase(database.pool, payloads, round)
    const find = async (statement: string) => (await database.pool.query<{ id: string; email: string }>(statement)).rows
    const students = await find(
      `select u.id, u.email from users u join enrollments e on e.user_id = u.id where role = 'student' group by u.id order by count(*) desc limit 20`,
    )
    const [admin] = await find(`select id, email from users where role = 'admin' limit 1`)
    const make = createFactories(database.db)
    const visitors = [
      { cookie: undefined, starts: ['/', '/student/allcourses', '/student/blog', '/paths', '/login'] },
      { cookie: await make.cookie(Number(students[0]?.id)), starts: [...STUDENT_PAGES, ...MORE_PAGES] },
      {
        cookie: await make.cookie(Number(admin?.id)),
        starts: [...ADMIN_PAGES, ...MORE_ADMIN_PAGES].map((path) => `/dashboard${path}`),
      },
    ]
    return { columns, visitors, emails: students.map(({ email }) => email) }
  } finally {
    await database.close()
  }
}
