import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig, devices } from '@playwright/test'

const PORT = 4173
const isRoot = process.getuid?.() === 0
// Read by the tests too, for the mails that the server leaves there; this file is run again in each worker.
process.env.E2E_DATA_DIR ??= mkdtempSync(join(tmpdir(), 'lantern-e2e-'))

const ALONE = /(maintenance|google)\.spec\.ts/
// What a small screen and fingers make another journey of; `npm run test:phone` makes all of them there.
const ON_PHONES =
  process.env.PHONE === 'all'
    ? /\.spec\.ts/
    : /(accessibility|admin-frame|admin-users|frame|pages|profile|reviews-and-comments|student-journey)\.spec\.ts/
const PHONE = { ...devices['Pixel 7'], viewport: { width: 390, height: 844 } }

export default defineConfig({
  testDir: 'e2e',
  outputDir: '.cache/playwright',
  fullyParallel: true,
  workers: 2,
  // On a shared machine a page may come too late once; what is wrong fails twice.
  retries: process.env.CI ? 1 : 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: process.env.TEST_REPORT ? [['line'], ['json', { outputFile: process.env.TEST_REPORT }]] : [['line']],
  use: {
    baseURL: `http://localhost:${PORT}`,
    trace: 'retain-on-failure',
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
    { name: 'desktop', testIgnore: ALONE, use: { viewport: { width: 1280, height: 800 } } },
    { name: 'phone', testMatch: ON_PHONES, testIgnore: ALONE, use: PHONE },
    // What closes the site to everyone, or needs a port of its own, waits until nobody else is there.
    {
      name: 'alone, desktop',
      testMatch: ALONE,
      workers: 1,
      dependencies: ['desktop', 'phone'],
      use: { viewport: { width: 1280, height: 800 } },
    },
    ...(process.env.PHONE === 'all'
      ? [{ name: 'alone, phone', testMatch: ALONE, workers: 1, dependencies: ['alone, desktop'], use: PHONE }]
      : []),
  ],
  webServer: {
    // A data folder of its own, new each time.
    command: 'node e2e/serve.mjs',
    url: `http://localhost:${PORT}/readyz`,
    timeout: 60_000,
    env: {
      DATA_DIR: process.env.E2E_DATA_DIR,
      PORT: String(PORT),
      ADMIN_PASSWORD: 'only-for-the-tests',
      LOG_LEVEL: 'error',
      // A provider of the tests' own, which stands there only while they ask for it (google.spec.ts).
      GOOGLE_ISSUER: 'http://localhost:4174',
      GOOGLE_CLIENT_ID: 'lantern-test',
      GOOGLE_CLIENT_SECRET: 'canary-client-secret-of-the-tests',
    },
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
  },
})
