// `npm run test:e2e`: the end-to-end tests alone, with any of Playwright's arguments behind `--`.
// `--all-on-phone` runs every test in a phone's window too, not only those tagged @phone.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { installIfMissing } from './setup/install.mjs'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))
await installIfMissing()
const { findChromium } = await import('./setup/find-chromium.mjs')
const { path, sentence } = findChromium()
if (!path) {
  console.error(sentence)
  process.exit(1)
}
const isAllOnPhone = process.argv.includes('--all-on-phone')
const args = process.argv.slice(2).filter((arg) => arg !== '--all-on-phone')
const env = { ...process.env, CHROMIUM_PATH: path, ...(isAllOnPhone && { E2E_PHONE: 'all' }) }
process.exit(spawnSync('npx', ['--no-install', 'playwright', 'test', ...args], { stdio: 'inherit', env }).status ?? 1)
