import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CALL_NAMES, getCall } from '#contract/calls.ts'
import { TINY_PNG, createPictureForm } from '#server/testing/files/picture-form.ts'
import { type TestApp, createTestApp } from '#server/testing/test-app.ts'
import { createOriginCheck } from './same-site.ts'

let t: TestApp
beforeAll(async () => {
  t = await createTestApp()
})
afterAll(() => t.close())

const GUARDED = CALL_NAMES.filter((name) => getCall(name).method !== 'GET' || name === 'logout')

const REFUSED: Record<string, string>[] = [
  { origin: 'https://evil.example' },
  { origin: 'null' },
  { origin: '' },
  { origin: 'http://localhost:3001' },
  { origin: 'https://localhost:3000' },
  { origin: 'http://localhost:3000.evil.example' },
  { origin: 'http://localhost:3000', 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
]
const TAKEN: Record<string, string>[] = [
  {},
  { origin: 'http://localhost:3000' },
  { origin: 'http://127.0.0.1:3000' },
  { origin: 'http://[::1]:3000', 'sec-fetch-site': 'same-origin' },
  { 'sec-fetch-site': 'same-origin' },
  { 'sec-fetch-site': 'none' },
]

describe.each(GUARDED)('%s', (name) => {
  test('returns 403 for a cross-site request and accepts a same-origin one', async () => {
    const method = getCall(name).method
    // Another site's page can send multipart without a preflight request.
    const form = getCall(name).isMultipart
      ? await createPictureForm({ id: 1, image: TINY_PNG })
      : { headers: {}, payload: {} }
    const send = (headers: Record<string, string>) => {
      const options: InjectOptions = {
        method,
        url: `/api/${name}`,
        headers: { ...headers, ...form.headers },
        ...(method !== 'GET' && { payload: form.payload }),
      }
      return t.app.inject(options)
    }
    for (const headers of REFUSED) {
      const response = await send(headers)
      expect([headers, response.statusCode, response.json().code]).toEqual([headers, 403, 'cross_site'])
      expect(response.headers['set-cookie']).toBeUndefined()
    }
    for (const headers of TAKEN) expect((await send(headers)).json().code).not.toBe('cross_site')
  })
})

test('sends no CORS headers', async () => {
  for (const method of ['GET', 'OPTIONS'] as const) {
    const response = await t.app.inject({
      method,
      url: '/api/session',
      headers: { origin: 'https://evil.example', 'access-control-request-method': 'POST' },
    })
    expect(Object.keys(response.headers).filter((name) => name.startsWith('access-control'))).toEqual([])
  }
})

test('accepts only the public origin outside localhost', () => {
  const isOwn = createOriginCheck('https://learn.example.org')
  expect(
    ['https://learn.example.org', 'http://learn.example.org', 'https://127.0.0.1', 'https://www.learn.example.org'].map(
      isOwn,
    ),
  ).toEqual([true, false, false, false])
})
