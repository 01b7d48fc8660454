// A browser for the tests: Playwright's Chromium if it is there, else one on the system, else Debian's.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from '@playwright/test'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** `{ path }`, or a `{ sentence }` that says what to install. */
export function findChromium() {
  const path = playwrights() ?? systems() ?? debians()
  return path
    ? { path }
    : {
        sentence:
          'The browser tests need Chromium: run "npx playwright install chromium", or install your system\'s chromium package.',
      }
}

function playwrights() {
  const path = chromium.executablePath()
  return existsSync(path) ? path : undefined
}

function systems() {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return NAMES.flatMap((name) => folders.map((folder) => join(folder, name))).find((path) => existsSync(path))
}

function debians() {
  const isDebian =
    existsSync('/etc/os-release') && /^ID(_LIKE)?=.*debian/m.test(readFileSync('/etc/os-release', 'utf8'))
  if (!isDebian || process.getuid?.() !== 0) return undefined
  console.log("Installing Debian's chromium …")
  try {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    execFileSync('apt-get', ['update', '-qq'], { stdio: 'inherit', env })
    execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env,
    })
  } catch {
    return undefined
  }
  return systems()
}
