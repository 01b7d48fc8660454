import { createHmac, generateKeyPairSync, sign } from 'node:crypto'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { identities, sessions, users } from '#server/platform/db/schema.ts'
import { CLIENT } from '#server/testing/oidc-provider.ts'
import { useTestApp } from '#server/testing/test-app.ts'

type Json = Record<string, unknown>

const rsa = () => generateKeyPairSync('rsa', { modulusLength: 2048 })
const [own, foreign] = [rsa(), rsa()]
const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** An issuer that answers whatever a test wants it to. A real provider would never say most of it. */
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
  const asked = new URL(String(headers.location)).searchParams
  state = asked.get('state') ?? ''
  nonce = asked.get('nonce') ?? ''
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

/** Signed with what both ends know: the client's secret, or the public key taken for one. */
function symmetric(payload: Json, secret: string): string {
  const signed = `${encoded({ alg: 'HS256', kid: 'own' })}.${encoded(payload)}`
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`
}

const tokens = (id_token: string | undefined) => (response: ServerResponse) => {
  response
    .setHeader('content-type', 'application/json')
    .end(JSON.stringify({ access_token: 'a', token_type: 'Bearer', expires_in: 60, id_token }))
}

async function comeBack() {
  const response = await t.app.inject({
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
    'two audiences, of which another is meant',
    () => token(claims({ aud: [CLIENT.id, 'another-client'], azp: 'another-client' })),
  ],
  ['another issuer', () => token(claims({ iss: 'https://accounts.google.com' }))],
  ['an expiry long past', () => token(claims({ iat: nowS() - 7_200, exp: nowS() - 3_600 }))],
  ['a beginning far ahead', () => token(claims({ nbf: nowS() + 3_600 }))],
  ['no subject', () => token(claims({ sub: undefined }))],
  ['no signature', () => unsigned(claims())],
  ["a stranger's signature", () => token(claims(), { alg: 'RS256', kid: 'own' }, foreign.privateKey)],
  ["a stranger's key", () => token(claims(), { alg: 'RS256', kid: 'foreign' }, foreign.privateKey)],
  ['a signature by the shared secret', () => symmetric(claims(), CLIENT.secret)],
  [
    'a signature by the public key taken for a secret',
    () => symmetric(claims(), String(own.publicKey.export({ type: 'spki', format: 'pem' }))),
  ],
  [
    'words added after it was signed',
    () => token(claims()).replace(/\.[^.]+\./, `.${encoded(claims({ sub: 'another' }))}.`),
  ],
  ['no form of a token', () => 'not.a.token'],
  ['nothing in it', () => ''],
  ['no ID token at all', () => undefined],
])('a token with %s signs nobody in', async (_what, idToken) => {
  const before = await rows()
  answer = tokens(idToken())
  const { status, location, isSignedIn } = await comeBack()
  expect([status, isSignedIn]).toEqual([302, false])
  expect(location).toMatch(/^\/login\?error=google_(expired|unavailable)$/)
  expect(await rows()).toEqual(before)
})

test.each<[string, (response: ServerResponse) => void]>([
  ['an error page', (response) => response.writeHead(500, { 'content-type': 'text/html' }).end('<h1>Oops</h1>')],
  ['a proxy that cannot reach it', (response) => response.writeHead(502).end()],
  [
    'a refusal of our secret',
    (response) =>
      response
        .writeHead(401, { 'content-type': 'application/json', 'www-authenticate': 'Basic' })
        .end('{"error":"invalid_client"}'),
  ],
  [
    'a refusal for another reason',
    (response) =>
      response.writeHead(400, { 'content-type': 'application/json' }).end('{"error":"unauthorized_client"}'),
  ],
  ['a page where JSON was asked for', (response) => response.setHeader('content-type', 'text/html').end('<html>')],
  [
    'JSON that breaks off',
    (response) => response.setHeader('content-type', 'application/json').end('{"access_token":'),
  ],
  [
    'a line that breaks off',
    (response) => response.writeHead(200, { 'content-length': 100, 'content-type': 'application/json' }).destroy(),
  ],
  ['a way to somewhere else', (response) => response.writeHead(307, { location: 'http://localhost:9/' }).end()],
])('%s in place of tokens is a Google that cannot be reached', async (_what, instead) => {
  answer = instead
  expect(await comeBack()).toEqual({ status: 302, location: '/login?error=google_unavailable', isSignedIn: false })
})

test('the same token as it should be signs in', async () => {
  answer = tokens(token(claims()))
  expect(await comeBack()).toEqual({ status: 302, location: '/', isSignedIn: true })
})

test('a provider that never answers is given up, and nobody else waits meanwhile', async () => {
  answer = () => {}
  const waits = comeBack()
  const began = performance.now()
  expect((await t.call('session', {})).status).toBe(200)
  expect(performance.now() - began).toBeLessThan(1_000)
  expect(await waits).toEqual({ status: 302, location: '/login?error=google_unavailable', isSignedIn: false })
  expect(performance.now() - began).toBeLessThan(12_000)
})
