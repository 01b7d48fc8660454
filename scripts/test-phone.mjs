// `npm run test:phone`: every journey on a phone, too; `npm test` makes only those there that a small screen changes.
import { spawnSync } from 'node:child_process'
import { installIfMissing } from './install.mjs'

process.chdir(new URL('..', import.meta.url).pathname)
await installIfMissing()
const { findChromium } = await import('./find-chromium.mjs')
const chromium = findChromium()
if (!chromium.path) {
  console.error(chromium.sentence)
  process.exit(1)
}
const env = { ...process.env, PHONE: 'all', CHROMIUM_PATH: chromium.path }
process.exit(spawnSync('npx', ['--no-install', 'playwright', 'test'], { stdio: 'inherit', env }).status ?? 1)
