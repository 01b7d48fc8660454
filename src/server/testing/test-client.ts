import { createHash } from 'node:crypto'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { type CallName, getCall } from '#contract/calls.ts'
import type { CallInput } from '#contract/contract.ts'
import { API_BASE } from '#contract/paths.ts'
import { createPictureForm, type PictureForm } from './files/picture-form.ts'

export interface TestClient {
  /** Sends a valid call with this session cookie, or as a visitor. */
  call<Name extends CallName>(name: Name, input: CallInput<Name>, cookie?: string): Promise<TestResponse>
  /** Sends a multipart form to `/handleUploads`. */
  upload(form: PictureForm, cookie?: string): Promise<TestResponse>
  /** Like `call`, with a body that the contract may not allow. */
  send(name: CallName, body: unknown, cookie?: string): Promise<TestResponse>
  isLoggedIn(cookie: string | undefined): Promise<boolean>
}

export interface TestResponse {
  status: number
  body: { status: boolean; code?: string; msg?: unknown; data?: unknown; nextPage?: unknown }
  headers: Record<string, unknown>
  /** The session cookie of the response, ready to be sent back. */
  cookie: string | undefined
}

/** The client is one browser: codes that it asks for work in it, and a login makes it known. */
const DEVICE = 'test-client'.padEnd(43, '-')
export const DEVICE_COOKIE = `device=${DEVICE}; __Host-device=${DEVICE}`
export const DEVICE_HASH = createHash('sha256').update(DEVICE).digest()

/** Calls the API of this app without a network. Pass a cookie with another `device` for another browser. */
export function createTestClient(app: FastifyInstance): TestClient {
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
        cookie: cookie?.includes('device=') ? cookie : [DEVICE_COOKIE, cookie].filter(Boolean).join('; '),
        ...(method !== 'GET' && { 'content-type': 'application/json' }),
      },
      ...(method !== 'GET' && { payload: JSON.stringify(body) }),
    })
  }

  return {
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
    async isLoggedIn(cookie) {
      const { body } = await send('session', {}, cookie)
      return (body.msg as { loggedIn: boolean }).loggedIn
    },
  }
}
