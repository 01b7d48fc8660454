// T6: more than 1,300 script payloads in every text of the database, in Chromium, with CSP and without. `--full` for the whole
// programme: rounds until each payload was in each column that it fits, 5 pages of each kind instead of 2.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium } from '@playwright/test'
import { connect } from '../../src/server/platform/db/connect.ts'
import { PROJECT_ROOT } from '../../src/server/platform/project-root.ts'
import { createFactories } from '../../src/server/testing/factories.ts'
import { type RunningProduct, startProduct } from '../support/product.ts'
import { readNumbers, report, reportSkipped } from '../support/report.ts'
import { addFirstRows, copyRows, setStates, type Visitors } from '../support/xss/add-rows.ts'
import { checkMails, queueMails } from '../support/xss/check-mails.ts'
import { checkControl, checkPosts } from '../support/xss/check-posts.ts'
import { TEXT_COLUMNS, toName } from '../support/xss/columns.ts'
import { crawl, type Visits } from '../support/xss/crawl.ts'
import { fillDatabase, findUnknownColumns, readColumnLengths } from '../support/xss/fill-database.ts'
import { Filling } from '../support/xss/filling.ts'
import { createPayloads } from '../support/xss/payloads.ts'
import { findVisitors, planVisits, type Visitor } from '../support/xss/visitors.ts'

/** More than the column with the fewest and shortest texts needs. */
const MOST_ROUNDS = 30
const { rounds, pages: pagesOfAKind } = readNumbers({
  rounds: { short: 1, full: MOST_ROUNDS },
  pages: { short: 2, full: 5 },
})
const payloads = createPayloads()
const settings = { DEMO: 'on' }

const { findChromium } = (await import(join(PROJECT_ROOT, 'scripts/setup/find-chromium.mjs'))) as {
  findChromium: () => { path?: string; sentence?: string }
}
const { path: executablePath, sentence } = findChromium()
if (executablePath === undefined) reportSkipped('T6', sentence ?? 'there is no Chromium')
else await run(executablePath)

interface Site {
  dataDir: string
  people: Visitors
  filling: Filling
  visitors: (Visitor & { cookie: string | undefined })[]
  /** In no list of columns. */
  unknown: string[]
}

async function run(executablePath: string): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'lantern-xss-'))
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
  let product = await startProduct({ dataDir, settings })
  try {
    await product.stop()
    const site = await prepareSite(dataDir)
    const all: Visits = { pages: 0, kinds: new Set(), hits: [], busy: [] }
    for (let round = 0; round < rounds && !isComplete(site.filling); round++) {
      await product.stop()
      await fillSite(site)
      product = await startProduct({ dataDir, settings })
      await visitSite(browser, product, { site, all, opensParts: round === 0 })
    }
    reportVisits(site, all)
    await checkControl(await browser.newPage(), payloads)
    const page = await browser.newPage({ bypassCSP: true })
    await checkMails(page, dataDir, site.filling)
    await checkPosts(page, { url: product.url, cookie: site.visitors.at(-1)?.cookie ?? '', payloads })
  } finally {
    await browser.close()
    await product.kill()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

function isComplete(filling: Filling): boolean {
  const { placed, all } = filling.countPairs()
  return placed === all
}

async function prepareSite(dataDir: string): Promise<Site> {
  const database = await connect({ dataDir })
  try {
    const { pool, db } = database
    const people = await findVisitors(pool)
    await addFirstRows(db, people)
    await setStates(pool, people)
    const make = createFactories(db)
    const visitors: Site['visitors'] = []
    for (const visitor of await planVisits(pool, people))
      visitors.push({
        ...visitor,
        cookie: visitor.userId === undefined ? undefined : await make.cookie(visitor.userId),
      })
    await copyRows(pool)
    const lengths = await readColumnLengths(pool)
    const unknown = findUnknownColumns(lengths)
    return { dataDir, people, filling: new Filling(payloads, TEXT_COLUMNS, lengths), visitors, unknown }
  } finally {
    await database.close()
  }
}

async function fillSite({ dataDir, people, filling, unknown }: Site): Promise<void> {
  const database = await connect({ dataDir })
  try {
    await queueMails(database.pool, people)
    unknown.push(...(await fillDatabase(database.pool, filling)).map((place) => `${place} is in no list of columns`))
  } finally {
    await database.close()
  }
}

interface Visiting {
  site: Site
  /** Added to. */
  all: Visits
  opensParts: boolean
}

/** With CSP and without it side by side. */
async function visitSite(
  browser: Browser,
  { url }: RunningProduct,
  { site, all, opensParts }: Visiting,
): Promise<void> {
  const visit = async (bypassCSP: boolean) => {
    for (const { cookie, starts } of site.visitors) {
      const context = await browser.newContext({ bypassCSP })
      if (cookie) await context.addCookies([{ name: 'sid', value: cookie.slice('sid='.length), url }])
      const onText = (text: string) => site.filling.noteSeen(text)
      const visits = await crawl(context, { url, starts, pagesOfAKind, onText, opensParts: opensParts && bypassCSP })
      all.pages += visits.pages
      for (const kind of visits.kinds) all.kinds.add(kind)
      all.hits.push(...visits.hits.map((hit) => `${hit}${bypassCSP ? ' without CSP' : ''}`))
      all.busy.push(...visits.busy)
      await context.close()
    }
  }
  await Promise.all([visit(false), visit(true)])
}

function reportVisits({ filling, unknown }: Site, { pages, kinds, hits, busy }: Visits): void {
  for (const line of [...busy, ...new Set(hits)]) console.log(`  ${line}`)
  const { placed, seen, all } = filling.countPairs()
  report({
    test: 'T6',
    goal: '0 payloads run or make an element, with CSP and without; with --full each is in each column that it fits',
    measured: `${placed} of ${all} pairs of ${payloads.length} payloads and ${filling.columns.length} columns placed, ${seen} of them on a visited page; ${pages} pages of ${kinds.size} kinds, ${hits.length} hits, ${busy.length} answers with 503`,
    isOk: hits.length === 0 && pages > 0 && payloads.length >= 1_000 && (rounds < MOST_ROUNDS || placed === all),
  })
  const unexpected = [...new Set(unknown), ...filling.findUnexpected()]
  const hidden = TEXT_COLUMNS.filter(({ notShown }) => notShown)
  for (const column of hidden) console.log(`  on no page: ${toName(column)}, ${column.notShown}`)
  for (const problem of unexpected) console.log(`  ${problem}`)
  report({
    test: 'T6',
    goal: 'every text of the database has payloads and is seen on a page, or is listed with the reason why not',
    measured: `${TEXT_COLUMNS.length - hidden.length} columns to be seen, ${hidden.length} listed; ${unexpected.length} unknown, empty or unseen`,
    isOk: unexpected.length === 0,
  })
}
