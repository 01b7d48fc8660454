import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig, devices } from '@playwright/test'

const SHARED_PORT = 4173
const ISOLATED_PORT = 4175
/** Answers when both are ready (e2e/serve.mjs). */
const READY_PORT = 4176
const isRoot = process.getuid?.() === 0
const isAllOnPhone = process.env.E2E_PHONE === 'all'
// The servers' data: tests read emails there. Workers evaluate this file again and must find the same folder.
process.env.E2E_DATA_DIR ??= mkdtempSync(join(tmpdir(), 'lantern-e2e-'))

const DESKTOP = { viewport: { width: 1280, height: 800 } }
// One pixel a point, because drawing seven takes a processor seven times as long.
const PHONE = { ...devices['Pixel 7'], viewport: { width: 360, height: 780 }, deviceScaleFactor: 1 }
// Chromium keeps a renderer ready for the next page, which takes a fourteenth of the tests' processor time for pages that never
// come. Its last `--disable-features` counts, so the ones that Playwright turns off and that matter here are repeated.
const DISABLED_FEATURES = [
  'SpareRendererForSitePerProcess',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'PreconnectToSearch',
]
// Tests that change the site for every user, or need a fixed port: on a server of their own, one at a time.
const ISOLATED = /@isolated/
const isolated = { workers: 1, grep: ISOLATED }

export default defineConfig({
  testDir: 'e2e',
  outputDir: '.cache/playwright',
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  workers: 3,
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: process.env.TEST_REPORT ? [['line'], ['json', { outputFile: process.env.TEST_REPORT }]] : [['line']],
  use: {
    baseURL: getUrl(SHARED_PORT),
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(process.env.CHROMIUM_PATH && { executablePath: process.env.CHROMIUM_PATH }),
      args: [
        `--disable-features=${DISABLED_FEATURES.join(',')}`,
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
    // First, because they take turns.
    { name: 'isolated', ...isolated, use: { ...DESKTOP, baseURL: getUrl(ISOLATED_PORT) } },
    { name: 'desktop', grepInvert: ISOLATED, use: DESKTOP },
    // Tests tagged @phone behave differently on a small touch screen.
    { name: 'phone', ...(!isAllOnPhone && { grep: /@phone/ }), grepInvert: ISOLATED, use: PHONE },
    ...(isAllOnPhone
      ? [
          {
            name: 'isolated phone',
            ...isolated,
            dependencies: ['isolated'],
            use: { ...PHONE, baseURL: getUrl(ISOLATED_PORT) },
          },
        ]
      : []),
  ],
  webServer: serve({ shared: SHARED_PORT, isolated: ISOLATED_PORT }),
})

function getUrl(port: number): string {
  return `http://localhost:${port}`
}

/** Two servers in one entry, because Playwright starts one entry after the other. */
function serve(folders: { shared: number; isolated: number }) {
  const servers = Object.entries(folders).map(([name, port]) => ({
    PORT: String(port),
    DATA_DIR: join(process.env.E2E_DATA_DIR ?? '', name),
  }))
  return {
    command: 'node e2e/serve.mjs',
    url: getUrl(READY_PORT),
    timeout: 90_000,
    env: {
      E2E_SERVERS: JSON.stringify(servers),
      READY_PORT: String(READY_PORT),
      ADMIN_PASSWORD: 'only-for-the-tests',
      LOG_LEVEL: 'error',
      // google.spec.ts starts this identity provider for the time of its tests.
      GOOGLE_ISSUER: 'http://localhost:4174',
      GOOGLE_CLIENT_ID: 'lantern-test',
      GOOGLE_CLIENT_SECRET: 'canary-client-secret-of-the-tests',
    },
    gracefulShutdown: { signal: 'SIGTERM' as const, timeout: 10_000 },
  }
}
