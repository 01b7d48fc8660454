import { eq } from 'drizzle-orm'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { afterAll, beforeAll } from 'vitest'
import type { CallInput } from '#contract/contract.ts'
import { API_BASE } from '#contract/paths.ts'
import { type CallName, getCall } from '#contract/calls.ts'
import { type AppOptions, buildApp } from '#server/app.ts'
import type { Database, Db } from '#server/platform/db/connect.ts'
import { systemLog } from '#server/platform/db/schema.ts'
import { type Env, readEnv } from '#server/env.ts'
import { createFactories, type Factories } from './factories.ts'
import { type PictureForm, createPictureForm } from './picture-form.ts'
import { createTestDatabase, type TestDatabase } from './test-db.ts'

export interface TestApp {
  app: FastifyInstance
  db: Db
  database: Database
  env: Env
  dataDir: string
  databaseUrl: string | undefined
  make: Factories
  /** Sends a valid call with this session cookie, or as a visitor. */
  call<Name extends CallName>(name: Name, input: CallInput<Name>, cookie?: string): Promise<TestResponse>
  /** Sends a multipart form to `/handleUploads`. */
  upload(form: PictureForm, cookie?: string): Promise<TestResponse>
  /** Like `call`, with a body that the contract may not allow. */
  send(name: CallName, body: unknown, cookie?: string): Promise<TestResponse>
  isLoggedIn(cookie: string | undefined): Promise<boolean>
  /** The user's messages in the system log, oldest first. */
  findLogMessages(userId: number): Promise<string[]>
  /** Another server on the same database, much faster than another test app. Close it when done. */
  startSecondServer(changes: Settings): Promise<TestApp>
  close(): Promise<void>
}

export interface TestResponse {
  status: number
  body: { status: boolean; code?: string; msg?: unknown; data?: unknown; nextPage?: unknown }
  headers: Record<string, unknown>
  /** The session cookie of the response, ready to be sent back. */
  cookie: string | undefined
}

type Settings = Record<string, string>

/** One app for the whole test file. Pass a function when a setting is known only after another `beforeAll`. */
export function useTestApp(settings: Settings | (() => Settings) = {}): TestApp {
  // Empty until beforeAll fills it, which is before any test can use it.
  const t = {} as TestApp
  beforeAll(async () => {
    Object.assign(t, await createTestApp(typeof settings === 'function' ? settings() : settings))
  })
  afterAll(() => t.close())
  return t
}

/** The whole server with its own database. Throttles are off by default. */
export async function createTestApp(settings: Settings = {}, pages?: AppOptions['pages']): Promise<TestApp> {
  const testDatabase = await createTestDatabase()
  const testApp = await startServer(testDatabase, settings, pages)
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
  pages?: AppOptions['pages'],
): Promise<TestApp> {
  const { database, dataDir, databaseUrl } = testDatabase
  const env = readEnv({
    PUBLIC_URL: 'http://localhost:3000',
    DATA_DIR: dataDir,
    LOG_LEVEL: 'silent',
    THROTTLE: 'off',
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
    ...settings,
  })
  const app = await buildApp({ env, database, ...(pages && { pages }) })

  async function inject(options: InjectOptions): Promise<TestResponse> {
    const response = await app.inject(options)
    const sessionCookie = response.cookies.find((one) => one.name.endsWith('sid') && one.value !== '')
    return {
      status: response.statusCode,
      body: response.json(),
      headers: response.headers,
      cookie: sessionCookie && `${sessionCookie.name}=${sessionCookie.value}`,
    }
  }

  function send(name: CallName, body: unknown, cookie?: string): Promise<TestResponse> {
    const method = getCall(name).method
    return inject({
      method,
      url: `${API_BASE}/${name}`,
      headers: {
        ...(cookie && { cookie }),
        ...(method !== 'GET' && { 'content-type': 'application/json' }),
      },
      ...(method !== 'GET' && { payload: JSON.stringify(body) }),
    })
  }

  return {
    app,
    db: database.db,
    database,
    env,
    dataDir,
    databaseUrl,
    make: createFactories(database.db),
    call: send,
    send,
    async isLoggedIn(cookie) {
      const { body } = await send('session', {}, cookie)
      return (body.msg as { loggedIn: boolean }).loggedIn
    },
    async findLogMessages(userId) {
      const rows = await database.db
        .select({ message: systemLog.message })
        .from(systemLog)
        .where(eq(systemLog.studentId, userId))
        .orderBy(systemLog.id)
      return rows.map(({ message }) => message)
    },
    async upload(form, cookie) {
      const { headers, payload } = await createPictureForm(form)
      return inject({
        method: 'POST',
        url: `${API_BASE}/handleUploads`,
        headers: { ...headers, ...(cookie && { cookie }) },
        payload,
      })
    },
    startSecondServer: (changes) => startServer(testDatabase, { ...settings, ...changes }, pages),
    close: () => app.close(),
  }
}
