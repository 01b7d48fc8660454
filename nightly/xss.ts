// T6: more than 1,000 script payloads in every text field, in Chromium, with CSP and without (`--rounds 10`, 1 by default).
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { connect } from '../src/server/platform/db/connect.ts'
import { PROJECT_ROOT } from '../src/server/platform/project-root.ts'
import { createFactories } from '../src/server/testing/factories.ts'
import { readNumbers, report, reportSkipped } from './support/report.ts'
import { startProduct } from './support/product.ts'
import { crawl } from './support/xss/crawl.ts'
import { fillDatabase } from './support/xss/fill-database.ts'
import { createPayloads } from './support/xss/payloads.ts'
import { checkMails, checkPosts } from './support/xss/check-content.ts'

const { rounds } = readNumbers({ rounds: 1 })
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

const { findChromium } = (await import(join(PROJECT_ROOT, 'scripts/find-chromium.mjs'))) as {
  findChromium: () => { path?: string; sentence?: string }
}
const { path: executablePath, sentence } = findChromium()
if (executablePath === undefined) reportSkipped('T6', sentence ?? 'there is no Chromium')
else await run(executablePath)

async function run(executablePath: string): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'lantern-xss-'))
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
  try {
    const settings = { DEMO: 'on' }
    await (await startProduct({ dataDir, settings })).stop()
    const hits: string[] = []
    let pages = 0
    let columns: string[] = []
    for (let round = 0; round < rounds; round++) {
      const filled = await fill(dataDir, round)
      columns = filled.columns
      const product = await startProduct({ dataDir, settings })
      for (const bypassCSP of [false, true]) {
        for (const { cookie, starts } of filled.visitors) {
          const context = await browser.newContext({ bypassCSP })
          if (cookie) await context.addCookies([{ name: 'sid', value: cookie.slice('sid='.length), url: product.url }])
          const visits = await crawl(context, product.url, starts)
          pages += visits.pages
          hits.push(...visits.hits.map((hit) => `${hit}${bypassCSP ? ' without CSP' : ''}`))
          await context.close()
        }
      }
      if (round === 0) {
        const page = await browser.newPage({ bypassCSP: true })
        const admin = filled.visitors.at(-1)?.cookie ?? ''
        await checkPosts(page, { url: product.url, cookie: admin, payloads })
        await checkMails(page, { url: product.url, dataDir, emails: filled.emails })
        await page.close()
      }
      await product.stop()
    }
    for (const hit of new Set(hits)) console.log(`  ${hit}`)
    report({
      test: 'T6',
      goal: '0 payloads run or make an element, with CSP and without',
      measured: `${payloads.length} payloads in ${columns.length} columns, ${pages} pages, ${hits.length} hits`,
      isOk: hits.length === 0 && pages > 0 && payloads.length >= 1_000 && columns.length >= 20,
    })
  } finally {
    await browser.close()
    rmSync(dataDir, { recursive: true, force: true })
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
