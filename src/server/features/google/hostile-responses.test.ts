import { createHmac, generateKeyPairSync, sign } from 'node:crypto'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildApp } from '#server/app.ts'
import { identities, sessions, users } from '#server/platform/db/schema.ts'
import { CLIENT } from '#server/testing/accounts/oidc-provider.ts'
import { useTestApp } from '#server/testing/test-app.ts'

type Json = Record<string, unknown>

const rsa = () => generateKeyPairSync('rsa', { modulusLength: 2048 })
const [own, foreign] = [rsa(), rsa()]
const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** An issuer whose token endpoint answers as each test needs, in ways that a real provider never does. */
let answer: (response: ServerResponse) => void
const issuer = createServer((request, response) => {
  const at = (path: string) => `${issuerUrl()}${path}`
  const json = (body: Json) => response.setHeader('content-type', 'application/json').end(JSON.stringify(body))
  if (request.url === '/.well-known/openid-configuration') {
    json({
      issuer: issuerUrl(),
      authorization_endpoint: at('/auth'),
      token_endpoint: at('/token'),
      jwks_uri: at('/keys'),
    })
  } else if (request.url === '/keys') {
    json({ keys: [{ ...own.publicKey.export({ format: 'jwk' }), kid: 'own', use: 'sig', alg: 'RS256' }] })
  } else answer(response)
})
const issuerUrl = () => `http://localhost:${(issuer.address() as AddressInfo).port}`

beforeAll(() => new Promise<void>((done) => issuer.listen(0, 'localhost', done)))
afterAll(() => {
  issuer.closeAllConnections()
  issuer.close()
})
const t = useTestApp(() => ({
  GOOGLE_CLIENT_ID: CLIENT.id,
  GOOGLE_CLIENT_SECRET: CLIENT.secret,
  GOOGLE_ISSUER: issuerUrl(),
}))

let attempt: string
let state: string
let nonce: string
beforeEach(async () => {
  const { headers } = await t.app.inject({ url: '/api/auth/google' })
  attempt = String(headers['set-cookie']).split(';', 1)[0] ?? ''
  const parameters = new URL(String(headers.location)).searchParams
  state = parameters.get('state') ?? ''
  nonce = parameters.get('nonce') ?? ''
})

const nowS = () => Math.floor(Date.now() / 1000)

const claims = (changes: Json = {}): Json => ({
  iss: issuerUrl(),
  sub: 'someone',
  aud: CLIENT.id,
  iat: nowS(),
  exp: nowS() + 60,
  nonce,
  email: 'someone@gmail.com',
  email_verified: true,
  ...changes,
})

function token(payload: Json, header: Json = { alg: 'RS256', kid: 'own' }, key = own.privateKey): string {
  const signed = `${encoded(header)}.${encoded(payload)}`
  return `${signed}.${sign('sha256', Buffer.from(signed), key).toString('base64url')}`
}

function unsigned(payload: Json): string {
  return `${encoded({ alg: 'none' })}.${encoded(payload)}.`
}

/** Signed with a shared secret, or with the public key used as one. */
function symmetric(payload: Json, secret: string): string {
  const signed = `${encoded({ alg: 'HS256', kid: 'own' })}.${encoded(payload)}`
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`
}

const tokens = (id_token: string | undefined) => (response: ServerResponse) => {
  response
    .setHeader('content-type', 'application/json')
    .end(JSON.stringify({ access_token: 'a', token_type: 'Bearer', expires_in: 60, id_token }))
}

async function followCallback(app = t.app) {
  const response = await app.inject({
    url: `/api/auth/google/callback?code=c&state=${state}`,
    headers: { cookie: attempt },
  })
  const isSignedIn = response.cookies.some(({ name, value }) => name === 'sid' && value !== '')
  return { status: response.statusCode, location: response.headers.location, isSignedIn }
}

const rows = async () => [await t.db.$count(users), await t.db.$count(identities), await t.db.$count(sessions)]

test.each<[string, () => string | undefined]>([
  ["another attempt's nonce", () => token(claims({ nonce: 'x'.repeat(43) }))],
  ['no nonce', () => token(claims({ nonce: undefined }))],
  ['another audience', () => token(claims({ aud: 'another-client' }))],
  [
    'two audiences and another authorized party',
    () => token(claims({ aud: [CLIENT.id, 'another-client'], azp: 'another-client' })),
  ],
  ['another issuer', () => token(claims({ iss: 'https://accounts.google.com' }))],
  ['an expiry in the past', () => token(claims({ iat: nowS() - 7_200, exp: nowS() - 3_600 }))],
  ['a start in the future', () => token(claims({ nbf: nowS() + 3_600 }))],
  ['no subject', () => token(claims({ sub: undefined }))],
  ['no signature', () => unsigned(claims())],
  ['a foreign signature', () => token(claims(), { alg: 'RS256', kid: 'own' }, foreign.privateKey)],
  ['a foreign key', () => token(claims(), { alg: 'RS256', kid: 'foreign' }, foreign.privateKey)],
  ['a signature by the shared secret', () => symmetric(claims(), CLIENT.secret)],
  [
    'a signature that uses the public key as a secret',
    () => symmetric(claims(), String(own.publicKey.export({ type: 'spki', format: 'pem' }))),
  ],
  [
    'a payload that was changed after signing',
    () => token(claims()).replace(/\.[^.]+\./, `.${encoded(claims({ sub: 'another' }))}.`),
  ],
  ['a malformed value', () => 'not.a.token'],
  ['an empty value', () => ''],
  ['a missing ID token', () => undefined],
])('refuses a token with %s', async (_what, idToken) => {
  const before = await rows()
  answer = tokens(idToken())
  const { status, location, isSignedIn } = await followCallback()
  expect([status, isSignedIn]).toEqual([302, false])
  expect(location).toMatch(/^\/login\?error=google_(expired|unavailable)$/)
  expect(await rows()).toEqual(before)
})

test.each<[string, (response: ServerResponse) => void]>([
  ['an error page', (response) => response.writeHead(500, { 'content-type': 'text/html' }).end('<h1>Oops</h1>')],
  ['a gateway error', (response) => response.writeHead(502).end()],
  [
    'invalid_client',
    (response) =>
      response
        .writeHead(401, { 'content-type': 'application/json', 'www-authenticate': 'Basic' })
        .end('{"error":"invalid_client"}'),
  ],
  [
    'unauthorized_client',
    (response) =>
      response.writeHead(400, { 'content-type': 'application/json' }).end('{"error":"unauthorized_client"}'),
  ],
  ['HTML', (response) => response.setHeader('content-type', 'text/html').end('<html>')],
  ['truncated JSON', (response) => response.setHeader('content-type', 'application/json').end('{"access_token":')],
  [
    'a broken connection',
    (response) => response.writeHead(200, { 'content-length': 100, 'content-type': 'application/json' }).destroy(),
  ],
  ['a redirect', (response) => response.writeHead(307, { location: 'http://localhost:9/' }).end()],
])('reports Google as unavailable when the token endpoint returns %s', async (_what, instead) => {
  answer = instead
  expect(await followCallback()).toEqual({
    status: 302,
    location: '/login?error=google_unavailable',
    isSignedIn: false,
  })
})

test('accepts a valid token', async () => {
  answer = tokens(token(claims()))
  expect(await followCallback()).toEqual({ status: 302, location: '/', isSignedIn: true })
})

test('gives up on a provider that never answers without delaying other requests', async () => {
  answer = () => {}
  const google = t.env.google && { ...t.env.google, requestTimeoutS: 1 }
  const app = await buildApp({ env: { ...t.env, google }, database: t.database })
  const order: string[] = []
  const callback = followCallback(app).then((result) => {
    order.push('callback')
    return result
  })
  expect((await app.inject('/api/session')).statusCode).toBe(200)
  order.push('session')
  expect(await callback).toEqual({ status: 302, location: '/login?error=google_unavailable', isSignedIn: false })
  expect(order).toEqual(['session', 'callback'])
  await app.close()
})
