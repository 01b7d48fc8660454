import { chromium } from '@playwright/test'

const HEIGHTS = { 360: 780, 768: 1024, 1280: 800, 1920: 1080 }
/** Long enough for requests to the local product and for a transition. */
const SETTLED_MS = 700
const LAST_TRY_WITHIN_MS = 20_000
/** Taller pages are cut off. */
const TALLEST_PX = 2_400

export const openBrowser = (executablePath) =>
  chromium.launch({
    executablePath,
    args: ['--disable-gpu', '--disable-quic', '--no-first-run', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
  })

/** One picture of a screen in a state, or null if the screen does not have it. */
export async function shoot(browser, product, { screen, state, theme, width }) {
  const path = await addressOf(screen, product, state)
  if (path === null) return null
  const context = await browser.newContext({
    viewport: { width, height: HEIGHTS[width] },
    baseURL: product.address,
    reducedMotion: 'reduce',
  })
  try {
    if (screen.as) await context.addCookies([product.cookies[screen.as]])
    await context.addInitScript((chosen) => localStorage.setItem('theme', chosen), theme)
    const page = await context.newPage()
    if (screen.inMaintenance) await closeSite(page)
    if (state === 'full' || state === 'empty') await page.goto(path)
    else await arriveIn(page, state, path, screen.as === 'admin' ? '/dashboard/nowhere' : '/nowhere')
    await page.waitForTimeout(SETTLED_MS)
    if (screen.act) await screen.act(page).catch(() => null)
    await page.waitForTimeout(SETTLED_MS / 2)
    const tall = await page.evaluate(() => document.documentElement.scrollHeight)
    const clip = { x: 0, y: 0, width, height: Math.min(Math.max(tall, HEIGHTS[width]), TALLEST_PX) }
    return await page.screenshot({ type: 'jpeg', quality: 82, ...(state === 'full' && { fullPage: true, clip }) })
  } finally {
    await context.close()
  }
}

async function addressOf({ path, emptyPath }, product, state) {
  if (state === 'empty' && emptyPath) return emptyPath
  return typeof path === 'function' ? path(product) : path
}

/** Navigates from another page of the site while the screen's calls never answer or are refused. */
async function arriveIn(page, state, path, from) {
  await page.goto(from)
  await page.waitForTimeout(SETTLED_MS)
  await page.route(/\/api\/(?!session|getMaintenace)/, (route) => {
    if (state === 'loading') return
    return route.fulfill({
      status: 429,
      json: { status: false, code: 'too_often', msg: 'Too many requests. Wait a moment and try again' },
    })
  })
  await page.evaluate((address) => {
    history.pushState({}, '', address)
    dispatchEvent(new PopStateEvent('popstate', { state: {} }))
  }, path)
  // Until the calls were tried again for the last time.
  if (state === 'error')
    await page
      .getByRole('heading', { name: 'Page Not Found' })
      .waitFor({ state: 'hidden', timeout: LAST_TRY_WITHIN_MS })
      .catch(() => null)
}

/** Closes the site through the poll's answer, so that the page shows maintenance as to a visitor. */
async function closeSite(page) {
  await page.route('**/api/getMaintenace', (route) =>
    route.fulfill({ json: { status: true, msg: [{ status: false }] } }),
  )
}
