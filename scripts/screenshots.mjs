// `npm run screenshots`: every screen in dark and light, 360 to 1920 px wide, empty, loading, full and failed, as contact
// sheets under screenshots/. Arguments select screens by part of their name: `npm run screenshots -- course blog`.
// `-- --readme` takes the pictures of the README and of docs/operations.md instead.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { installIfMissing } from './setup/install.mjs'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))

await installIfMissing()
const { buildIfStale } = await import('./build.mjs')
await buildIfStale({ onStart: () => console.log('Building …') })
const { findChromium } = await import('./setup/find-chromium.mjs')
const found = findChromium()
if (!found.path) {
  console.error(found.sentence)
  process.exit(1)
}

const { startProduct } = await import('./screenshots/product.mjs')
const { openBrowser, shoot } = await import('./screenshots/shoot.mjs')
const { SCREENS } = await import('./screenshots/screens.mjs')
const { contactSheet, indexPage } = await import('./screenshots/contact-sheet.mjs')
const { readmePictures } = await import('./screenshots/readme-pictures.mjs')

const THEMES = ['dark', 'light']
const WIDTHS = [360, 768, 1280, 1920]
const FOLDER = 'screenshots'

const words = process.argv.slice(2).filter((word) => !word.startsWith('-'))
const chosen = SCREENS.filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word)))
const folders = ['full', 'empty'].map(() => mkdtempSync(join(tmpdir(), 'lantern-shots-')))
const products = []
let browser
try {
  const isForReadme = process.argv.includes('--readme')
  const [full, empty] = [
    // An admin's pages warn while rate limits are off; the README's few pages need no more than they allow.
    await startProduct(folders[0], { DEMO: 'on', ...(isForReadme && { THROTTLE: 'on' }) }),
    await startProduct(folders[1], { DEMO: 'off' }),
  ]
  products.push(full, empty)
  browser = await openBrowser(found.path)
  if (isForReadme) await readmePictures(browser, full)
  else await everyScreen({ full, empty })
} finally {
  await browser?.close()
  await Promise.all(products.map(({ stop }) => stop()))
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
}

async function everyScreen({ full, empty }) {
  if (words.length === 0) rmSync(FOLDER, { recursive: true, force: true })
  mkdirSync(FOLDER, { recursive: true })
  // Screens in maintenance mode are last, because it closes the site for the others.
  const inOrder = [...chosen].sort((a, b) => Number(a.inMaintenance ?? false) - Number(b.inMaintenance ?? false))
  for (const screen of inOrder) {
    const shots = []
    for (const state of screen.states ?? ['full', 'loading', 'error', 'empty']) {
      const product = state === 'empty' && !screen.emptyPath ? empty : full
      for (const theme of THEMES) {
        const row = await Promise.all(WIDTHS.map((width) => shoot(browser, product, { screen, state, theme, width })))
        shots.push({ state, theme, row })
      }
    }
    await contactSheet(join(FOLDER, `${screen.name.replaceAll(' ', '-')}.jpg`), shots)
    console.log(screen.name)
  }
  writeFileSync(join(FOLDER, 'index.html'), indexPage(SCREENS.map(({ name }) => name)))
  console.log(`The sheets are in ${FOLDER}/: open ${FOLDER}/index.html`)
}
