import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig, devices } from '@playwright/test'

const PORT = 4173
const isRoot = process.getuid?.() === 0
const isAllOnPhone = process.env.E2E_PHONE === 'all'
// Tests read emails from this folder; workers evaluate this file again and must find the same one.
process.env.E2E_DATA_DIR ??= mkdtempSync(join(tmpdir(), 'lantern-e2e-'))

const DESKTOP = { viewport: { width: 1280, height: 800 } }
const PHONE = { ...devices['Pixel 7'], viewport: { width: 360, height: 780 } }
// Tests that change the site for every user, or need a fixed port.
const ISOLATED = /@isolated/

export default defineConfig({
  testDir: 'e2e',
  outputDir: '.cache/playwright',
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  workers: 2,
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: process.env.TEST_REPORT ? [['line'], ['json', { outputFile: process.env.TEST_REPORT }]] : [['line']],
  use: {
    baseURL: `http://localhost:${PORT}`,
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(process.env.CHROMIUM_PATH && { executablePath: process.env.CHROMIUM_PATH }),
      args: [
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--autoplay-policy=no-user-gesture-required',
        ...(isRoot ? ['--no-sandbox'] : []),
      ],
    },
  },
  projects: [
    { name: 'desktop', grepInvert: ISOLATED, use: DESKTOP },
    // Tests tagged @phone behave differently on a small touch screen.
    { name: 'phone', ...(!isAllOnPhone && { grep: /@phone/ }), grepInvert: ISOLATED, use: PHONE },
    { name: 'isolated', grep: ISOLATED, workers: 1, dependencies: ['desktop', 'phone'], use: DESKTOP },
    ...(isAllOnPhone
      ? [{ name: 'isolated phone', grep: ISOLATED, workers: 1, dependencies: ['isolated'], use: PHONE }]
      : []),
  ],
  webServer: {
    command: 'node e2e/serve.mjs',
    url: `http://localhost:${PORT}/readyz`,
    timeout: 60_000,
    env: {
      DATA_DIR: process.env.E2E_DATA_DIR,
      PORT: String(PORT),
      ADMIN_PASSWORD: 'only-for-the-tests',
      LOG_LEVEL: 'error',
      // google.spec.ts starts this identity provider for the time of its tests.
      GOOGLE_ISSUER: 'http://localhost:4174',
      GOOGLE_CLIENT_ID: 'lantern-test',
      GOOGLE_CLIENT_SECRET: 'canary-client-secret-of-the-tests',
    },
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
  },
})
