import { eq } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll } from 'vitest'
import { type AppOptions, buildApp } from '#server/app.ts'
import type { ReadDiskUsage } from '#server/platform/storage/disk-space.ts'
import type { Database, Db } from '#server/platform/db/connect.ts'
import { systemLog } from '#server/platform/db/schema.ts'
import { type Env, readEnv } from '#server/env.ts'
import { type HASH_COST, setHashCost } from '#server/platform/passwords/passwords.ts'
import { CHEAP_HASH_COST, createFactories, type Factories } from './factories.ts'
import { createTestClient, type TestClient } from './test-client.ts'
import { borrowTestDatabase, createTestDatabase, type TestDatabase } from './test-db.ts'

export interface TestApp extends TestClient {
  app: FastifyInstance
  db: Db
  database: Database
  env: Env
  dataDir: string
  databaseUrl: string | undefined
  make: Factories
  /** The user's messages in the system log, oldest first. */
  findLogMessages(userId: number): Promise<string[]>
  /** Another server on the same database, much faster than another test app. Close it when done. */
  startSecondServer(changes: Settings): Promise<TestApp>
  close(): Promise<void>
}

type Settings = Record<string, string>
interface TestAppOptions extends Pick<AppOptions, 'pages' | 'readDiskUsage' | 'lessonFileLimits' | 'callTimeoutMs'> {
  /** By default a fraction of the product's. */
  hashCost?: typeof HASH_COST
  /** Not the one that earlier test files have used, whose files are larger: plans depend on that. */
  hasOwnDatabase?: boolean
}

/** Tests do not depend on the machine's disk. */
const readRoomyDisk: ReadDiskUsage = async () => ({ freeBytes: 1e12, totalBytes: 1e12 })

/** One app for the whole test file. Pass a function when a setting is known only after another `beforeAll`. */
export function useTestApp(settings: Settings | (() => Settings) = {}, options: TestAppOptions = {}): TestApp {
  // Empty until beforeAll fills it, which is before any test can use it.
  const t = {} as TestApp
  beforeAll(async () => {
    Object.assign(t, await createTestApp(typeof settings === 'function' ? settings() : settings, options))
  })
  afterAll(() => t.close())
  return t
}

/** A call that a busy machine keeps longer than the product allows would be answered with 503, and carried out. */
const CALL_TIMEOUT_MS = 120_000

/** The whole server on an empty database. Throttles are off by default. */
export async function createTestApp(settings: Settings = {}, options: TestAppOptions = {}): Promise<TestApp> {
  const { hasOwnDatabase = false, ...serverOptions } = options
  const testDatabase = hasOwnDatabase ? await createTestDatabase() : await borrowTestDatabase()
  const testApp = await startServer(testDatabase, settings, serverOptions)
  return {
    ...testApp,
    async close() {
      await testApp.close()
      await testDatabase.drop()
    },
  }
}

async function startServer(
  testDatabase: TestDatabase,
  settings: Settings,
  options: Omit<TestAppOptions, 'hasOwnDatabase'>,
): Promise<TestApp> {
  const defaults = { hashCost: CHEAP_HASH_COST, readDiskUsage: readRoomyDisk, callTimeoutMs: CALL_TIMEOUT_MS }
  const { hashCost, ...appOptions } = { ...defaults, ...options }
  setHashCost(hashCost)
  const { database, dataDir, databaseUrl } = testDatabase
  const env = readEnv({
    PUBLIC_URL: 'http://localhost:3000',
    DATA_DIR: dataDir,
    LOG_LEVEL: 'silent',
    THROTTLE: 'off',
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
    ...settings,
  })
  const app = await buildApp({ env, database, ...appOptions })

  return {
    app,
    db: database.db,
    database,
    env,
    dataDir,
    databaseUrl,
    make: createFactories(database.db),
    ...createTestClient(app),
    async findLogMessages(userId) {
      const rows = await database.db
        .select({ message: systemLog.message })
        .from(systemLog)
        .where(eq(systemLog.studentId, userId))
        .orderBy(systemLog.id)
      return rows.map(({ message }) => message)
    },
    startSecondServer: (changes) => startServer(testDatabase, { ...settings, ...changes }, options),
    close: () => app.close(),
  }
}
