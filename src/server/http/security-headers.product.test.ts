import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getUploadsFolder } from '#server/features/uploads/upload-routes.ts'
import { type TestApp, createTestApp } from '#server/testing/test-app.ts'
import { CLIENT_FOLDER, loadBuiltPages } from '#server/pages/built-pages.ts'

const PICTURE = `${'a'.repeat(32)}.webp`

let t: TestApp
let asset: string
beforeAll(async () => {
  t = await createTestApp({ PUBLIC_URL: 'https://learn.example.org' }, { pages: await loadBuiltPages() })
  mkdirSync(getUploadsFolder(t.dataDir), { recursive: true })
  writeFileSync(join(getUploadsFolder(t.dataDir), PICTURE), 'not really a picture')
  asset = readdirSync(join(CLIENT_FOLDER, 'assets')).find((name) => name.endsWith('.js')) ?? ''
})
afterAll(() => t.close())

const ANSWERS: [string, number, () => string][] = [
  ['an answer of the API', 200, () => '/api/session'],
  ['a refusal of the API', 404, () => '/api/nope'],
  ['a bad address', 400, () => '/api/%zz'],
  ['the API’s description', 200, () => '/api/openapi.json'],
  ['the landing page', 200, () => '/'],
  ['a page that is not there', 404, () => '/nope'],
  ['a redirect', 302, () => '/student/profile'],
  ['a style or script', 200, () => `/assets/${asset}`],
  ['a public file', 200, () => '/theme.js'],
  ['an uploaded picture', 200, () => `/uploads/${PICTURE}`],
  ['an upload that is not there', 404, () => `/uploads/${'b'.repeat(32)}.webp`],
  ['robots.txt', 200, () => '/robots.txt'],
  ['healthz', 200, () => '/healthz'],
  ['readyz', 200, () => '/readyz'],
]

test.each(ANSWERS)('%s has every security header', async (_name, status, url) => {
  const { statusCode, headers } = await t.app.inject(url())
  expect(statusCode).toBe(status)
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'cross-origin-opener-policy': 'same-origin',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'strict-transport-security': expect.stringContaining('max-age='),
    'permissions-policy': expect.any(String),
  })
  const policy = String(headers['content-security-policy'])
  if (url().startsWith('/uploads/')) {
    // Uploaded files have a stricter policy; errors there may have either.
    if (status === 200) expect(policy).toBe("default-src 'none'; sandbox")
    return
  }
  for (const part of [
    "default-src 'self'",
    "script-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
  ]) {
    expect(policy.split('; ')).toContain(part)
  }
  expect(policy).not.toMatch(/script-src[^;]*(unsafe|https:|\*)/)
})

test('names no server software', async () => {
  for (const [, , url] of ANSWERS) {
    const { headers } = await t.app.inject(url())
    expect([headers.server, headers['x-powered-by']]).toEqual([undefined, undefined])
  }
})

test('sends no-store with API answers', async () => {
  for (const url of ['/api/session', '/api/nope', '/api/getMaintenace']) {
    expect((await t.app.inject(url)).headers['cache-control']).toBe('no-store')
  }
})

test('sends no HSTS over http', async () => {
  const plain = await createTestApp()
  expect((await plain.app.inject('/api/session')).headers).not.toHaveProperty('strict-transport-security')
  await plain.close()
})

test('renders no inline script', async () => {
  for (const url of ['/', '/login', '/student/allcourses', '/nope', '/maintenance']) {
    const { body } = await t.app.inject(url)
    const inline = [...body.matchAll(/<script\b([^>]*)>/gi)].filter(
      ([, attributes]) => !/\bsrc=|type="application\/(ld\+)?json"/.test(attributes ?? ''),
    )
    expect([url, inline.map(([tag]) => tag)]).toEqual([url, []])
    expect(body).not.toMatch(/\son\w+="|javascript:/i)
  }
})

test('sends no referrer and no-store with pages that have a secret in their URL', async () => {
  for (const url of [
    '/verifycode?email=a@mail.example',
    '/confirmpass?email=a@mail.example&code=123456',
    '/confirmemail?token=abc',
    '/forgotpassword?token=abc',
  ]) {
    const { headers } = await t.app.inject(url)
    expect([headers['referrer-policy'], headers['cache-control']]).toEqual(['no-referrer', 'private, no-store'])
  }
})

test('does not serve the build manifest', async () => {
  for (const url of [
    '/.vite/manifest.json',
    '/index.html',
    '/%2e%76ite/manifest.json',
    '/assets/../.vite/manifest.json',
    '/..%2f..%2fpackage.json',
    '/assets/',
    '/assets',
  ]) {
    const { statusCode, body } = await t.app.inject(url)
    expect([url, statusCode]).toEqual([url, 404])
    expect(body).not.toMatch(/<!--body-->|"isEntry"|"dependencies"/)
  }
})

test('sends no-store with a signed-in user’s page and no-cache with a visitor’s', async () => {
  const me = await t.make.signedIn()
  const cookie = me.cookie.replace('sid', '__Host-sid')
  expect((await t.app.inject({ url: '/student/allcourses', headers: { cookie } })).headers['cache-control']).toBe(
    'private, no-store',
  )
  expect((await t.app.inject('/student/allcourses')).headers['cache-control']).toBe('no-cache')
  expect((await t.app.inject(`/assets/${asset}`)).headers['cache-control']).toBe('public, max-age=31536000, immutable')
})
