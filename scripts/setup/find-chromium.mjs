import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from '@playwright/test'
import { installDebianPackage } from './debian-package.mjs'

// The headless shell has no windows and menus, and takes a third less processor time for the same tests.
const HEADLESS_SHELL = 'chromium-headless-shell'
const SYSTEM_NAMES = [HEADLESS_SHELL, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
// Playwright tries five times: an unreachable host should cost seconds, not minutes.
const DOWNLOAD_CONNECTION_TIMEOUT_MS = '5000'

const NOT_FOUND =
  'The end-to-end tests need Chromium: run "npx playwright install --with-deps chromium", or install your system\'s chromium package.'

/** Finds a Chromium that starts, or installs one: `{ path }`, or a `{ sentence }` that says what to install. */
export function findChromium() {
  const path = findPlaywrightChromium() ?? findSystemChromium() ?? downloadChromium() ?? installSystemChromium()
  return path ? { path } : { sentence: NOT_FOUND }
}

function findPlaywrightChromium() {
  const path = chromium.executablePath()
  return canStart(path) ? path : undefined
}

function findSystemChromium() {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return SYSTEM_NAMES.flatMap((name) => folders.map((folder) => join(folder, name))).find(canStart)
}

function downloadChromium() {
  console.log("Downloading Playwright's Chromium …")
  const env = { PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: DOWNLOAD_CONNECTION_TIMEOUT_MS, ...process.env }
  const command = ['--no-install', 'playwright', 'install', '--no-shell', 'chromium']
  try {
    execFileSync('npx', command, { stdio: 'ignore', env })
  } catch {
    return undefined
  }
  return findPlaywrightChromium()
}

function installSystemChromium() {
  return installDebianPackage(HEADLESS_SHELL) || installDebianPackage('chromium') ? findSystemChromium() : undefined
}

/** A downloaded Chromium may lack system libraries, so that its file alone proves nothing. */
function canStart(path) {
  if (!existsSync(path)) return false
  try {
    execFileSync(path, ['--version'], { stdio: 'ignore', timeout: 20_000 })
    return true
  } catch {
    return false
  }
}

// `node scripts/setup/find-chromium.mjs` installs it ahead of time.
if (process.argv[1] === fileURLToPath(import.meta.url)) findChromium()
