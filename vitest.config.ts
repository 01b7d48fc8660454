import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

/** Their tests use no database, so that a run on PostgreSQL would only repeat them. */
const WITHOUT_DATABASE = [
  'src/contract/**',
  'src/server/documents/**',
  'src/server/platform/{html,pdf}/**',
  'src/server/platform/storage/{encoder/**,s3-multipart.test.ts}',
  'src/server/processes/**',
]

const ON_POSTGRES = Boolean(process.env.TEST_DATABASE_URL)
/** The others start the embedded database. */
const PRODUCT_ON_POSTGRES = [
  'src/server/processes/**/*.product.test.ts',
  'src/server/proxies.product.test.ts',
  'src/server/pages/frozen-database.product.test.ts',
]

/** Of a test or a hook. On a busy machine a test of seconds takes a minute. */
const TIMEOUT_MS = 150_000
/** Of `expect.poll`, as long as the screen tests wait. */
const POLL = { poll: { timeout: 30_000 } }

/** Node 26 has a localStorage of its own, which jsdom's does not replace. */
const WITHOUT_NODES_STORAGE = process.allowedNodeEnvironmentFlags.has('--experimental-webstorage')
  ? ['--no-experimental-webstorage']
  : []

export default defineConfig({
  test: {
    maxWorkers: 3,
    tags: [{ name: 'slow', description: 'Left out of `npm test`; CI runs it on each change.' }],
    // A failure's message says what differs.
    chaiConfig: { truncateThreshold: 500 },
    // Transforming the sources takes most of the first seconds.
    experimental: { fsModuleCache: true },
    coverage: { provider: 'v8', include: ['src/**/*.{ts,tsx}'], exclude: ['src/**/*.test.*', 'src/**/testing/**'] },
    reporters: process.env.TEST_REPORT ? ['default', ['json', { outputFile: process.env.TEST_REPORT }]] : ['default'],
    projects: [
      {
        test: {
          name: 'server',
          environment: 'node',
          include: ['src/server/**/*.test.ts', 'src/contract/**/*.test.ts', 'nightly/**/*.test.ts'],
          exclude: ['**/*.product.test.ts', ...(ON_POSTGRES ? WITHOUT_DATABASE : [])],
          globalSetup: ['src/server/testing/global-setup.ts'],
          // Test files share what the server loads, and a database (testing/test-db.ts).
          isolate: false,
          testTimeout: TIMEOUT_MS,
          expect: POLL,
          hookTimeout: TIMEOUT_MS,
        },
      },
      {
        test: {
          name: 'product',
          environment: 'node',
          include: ON_POSTGRES
            ? PRODUCT_ON_POSTGRES
            : ['src/server/**/*.product.test.ts', 'nightly/**/*.product.test.ts'],
          globalSetup: ['src/server/testing/global-setup.ts', 'src/server/testing/product-setup.ts'],
          testTimeout: TIMEOUT_MS,
          expect: POLL,
          hookTimeout: TIMEOUT_MS,
        },
      },
      {
        plugins: [react()],
        test: {
          name: 'web',
          environment: 'jsdom',
          include: ['src/web/**/*.test.{ts,tsx}'],
          execArgv: WITHOUT_NODES_STORAGE,
          setupFiles: ['src/web/testing/jsdom-polyfills.ts', 'src/web/testing/reset-page.ts'],
          isolate: false,
          testTimeout: TIMEOUT_MS,
          expect: POLL,
        },
      },
    ],
  },
})
