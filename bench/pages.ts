import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium } from '@playwright/test'
import { connect } from '../src/server/platform/db/connect.ts'
import { migrate } from '../src/server/platform/db/migrate.ts'
import { PROJECT_ROOT } from '../src/server/platform/project-root.ts'
import { seedBenchData } from './support/generate.ts'
import { startProduct } from './support/product.ts'
import { writeResults, median, table } from './support/table.ts'

const RUNS = 5
const PAGES = [
  { name: 'landing', path: '/' },
  { name: 'all courses', path: '/student/allcourses' },
]
const GOALS = { lcpMs: 1_500, cls: 0.02, blockingMs: 100 }
const CPU_TIMES_SLOWER = 4
/** What Lighthouse calls slow 4G. */
const NETWORK = { bytesPerSecond: (1.6 * 1_000_000) / 8, roundTripMs: 150 }
/** How long a page is observed after it has loaded, so that late shifts and tasks count. */
const WATCH_MS = 2_500

interface Figures {
  lcpMs: number
  cls: number
  blockingMs: number
}

const FLAGS = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

const dataDir = mkdtempSync(join(tmpdir(), 'lantern-bench-'))
process.on('exit', () => rmSync(dataDir, { recursive: true, force: true }))
const database = await connect({ dataDir })
await migrate(database, join(PROJECT_ROOT, 'migrations'))
await seedBenchData(database.pool, { courses: 1_000, students: 200, posts: 20 })
await database.close()

const product = await startProduct(dataDir)
const browser = await chromium.launch({
  ...(process.env.CHROMIUM_PATH && { executablePath: process.env.CHROMIUM_PATH }),
  args: [...FLAGS, ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
})
try {
  const rows = []
  for (const { name, path } of PAGES) {
    console.log(`${name} …`)
    const runs: Figures[] = []
    for (let run = 0; run < RUNS; run++) runs.push(await visit(browser, product.url + path))
    const getMedian = (of: keyof Figures) => median(runs.map((figures) => figures[of]))
    const [lcpMs, cls, blockingMs] = [getMedian('lcpMs'), getMedian('cls'), getMedian('blockingMs')]
    const isMet = lcpMs <= GOALS.lcpMs && cls < GOALS.cls && blockingMs < GOALS.blockingMs
    rows.push([name, Math.round(lcpMs), cls.toFixed(3), Math.round(blockingMs), isMet])
  }
  const head = [
    'page',
    `LCP ms (≤ ${GOALS.lcpMs})`,
    `CLS (< ${GOALS.cls})`,
    `blocking ms (< ${GOALS.blockingMs})`,
    'met',
  ]
  writeResults(
    'Pages',
    [
      table(head, rows),
      `Chromium ${browser.version()}, a phone's window, nothing in its cache, processor ${CPU_TIMES_SLOWER} times slower, slow 4G (1.6 Mbit/s down, 0.75 up, ${NETWORK.roundTripMs} ms round trip); medians of ${RUNS} visits.`,
    ].join('\n\n'),
  )
} finally {
  await browser.close()
  await product.stop()
}

async function visit(browser: Browser, url: string): Promise<Figures> {
  const context = await browser.newContext({
    viewport: { width: 412, height: 823 },
    deviceScaleFactor: 1.75,
    isMobile: true,
  })
  try {
    const page = await context.newPage()
    const cdp = await context.newCDPSession(page)
    await cdp.send('Network.enable')
    await cdp.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: NETWORK.roundTripMs,
      downloadThroughput: NETWORK.bytesPerSecond,
      uploadThroughput: (0.75 * 1_000_000) / 8,
    })
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: CPU_TIMES_SLOWER })
    await page.addInitScript(observePage)
    await page.goto(url, { waitUntil: 'load', timeout: 30_000 })
    await page.waitForTimeout(WATCH_MS)
    return await page.evaluate(() => (window as unknown as { figures: Figures }).figures)
  } finally {
    await context.close()
  }
}

/** Runs in the page before its own scripts. */
function observePage(): void {
  const LONG_TASK_MS = 50
  const figures = { lcpMs: 0, cls: 0, blockingMs: 0 }
  Object.assign(window, { figures })
  const observe = (type: string, onEntry: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(onEntry)).observe({ type, buffered: true })
  observe('largest-contentful-paint', (entry) => {
    figures.lcpMs = entry.startTime
  })
  observe('layout-shift', (entry) => {
    const { value, hadRecentInput } = entry as PerformanceEntry & { value: number; hadRecentInput: boolean }
    if (!hadRecentInput) figures.cls += value
  })
  observe('longtask', (entry) => {
    const firstPaint = performance.getEntriesByName('first-contentful-paint')[0]
    // Tasks before the first paint block no input.
    if (firstPaint && entry.startTime + entry.duration < firstPaint.startTime) return
    figures.blockingMs += Math.max(0, entry.duration - LONG_TASK_MS)
  })
}
