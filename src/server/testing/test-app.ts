import type { FastifyInstance, InjectOptions } from 'fastify'
import type { CallInput } from '#contract/contract.ts'
import { API_BASE } from '#contract/paths.ts'
import { type CallName, getCall } from '#contract/calls.ts'
import { type AppOptions, buildApp } from '#server/app.ts'
import type { Database, Db } from '#server/platform/db/connect.ts'
import { type Env, readEnv } from '#server/env.ts'
import { createFactories, type Factories } from './factories.ts'
import { type PictureForm, createPictureForm } from './picture-form.ts'
import { createTestDatabase } from './test-db.ts'

export interface TestApp {
  app: FastifyInstance
  db: Db
  database: Database
  env: Env
  dataDir: string
  databaseUrl: string | undefined
  make: Factories
  /** Makes a call as the holder of this cookie, or as a visitor. */
  call<Name extends CallName>(name: Name, input: CallInput<Name>, cookie?: string): Promise<TestResponse>
  /** Sends a picture to `/handleUploads`, as a browser's form would. */
  upload(form: PictureForm, cookie?: string): Promise<TestResponse>
  /** The same with a body that the contract may not allow. */
  send(name: CallName, body: unknown, cookie?: string): Promise<TestResponse>
  close(): Promise<void>
}

export interface TestResponse {
  status: number
  /** The whole answer as it travelled. */
  body: { status: boolean; code?: string; msg?: unknown; data?: unknown; nextPage?: unknown }
  headers: Record<string, unknown>
  /** The session cookie it set, ready to be sent back. */
  cookie: string | undefined
}

/** The whole server on a database of its own. Throttles are off unless they are what is tested. */
export async function createTestApp(
  settings: Record<string, string> = {},
  pages?: AppOptions['pages'],
): Promise<TestApp> {
  const { database, dataDir, databaseUrl, drop } = await createTestDatabase()
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
    async upload(form, cookie) {
      const { headers, payload } = await createPictureForm(form)
      return inject({
        method: 'POST',
        url: `${API_BASE}/handleUploads`,
        headers: { ...headers, ...(cookie && { cookie }) },
        payload,
      })
    },
    async close() {
      await app.close()
      await drop()
    },
  }
}
