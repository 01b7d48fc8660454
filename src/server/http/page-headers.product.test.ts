import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CLIENT_FOLDER, loadBuiltPages } from '#server/pages/built-pages.ts'
import { type TestApp, createTestApp } from '#server/testing/test-app.ts'

// What pages have beyond the headers of every answer, which are in security-headers.product.test.ts.

let t: TestApp
beforeAll(async () => {
  t = await createTestApp({ PUBLIC_URL: 'https://learn.example.org' }, { pages: await loadBuiltPages() })
})
afterAll(() => t.close())

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

test('sends a script compressed, from its own address alone', async () => {
  const script = readdirSync(join(CLIENT_FOLDER, 'assets')).find((name) => name.endsWith('.js.br')) ?? ''
  const url = `/assets/${script.replace('.br', '')}`
  const { headers } = await t.app.inject({ url, headers: { 'accept-encoding': 'br' } })
  expect([headers['content-encoding'], headers['content-type']]).toEqual([
    'br',
    'application/javascript; charset=utf-8',
  ])
  for (const ending of ['.br', '.gz']) expect((await t.app.inject(url + ending)).statusCode).toBe(404)
})

test('sends no-store with a signed-in user’s page and no-cache with a visitor’s', async () => {
  const me = await t.make.signedIn()
  const cookie = me.cookie.replace('sid', '__Host-sid')
  const asset = readdirSync(join(CLIENT_FOLDER, 'assets')).find((name) => name.endsWith('.js')) ?? ''
  expect((await t.app.inject({ url: '/student/allcourses', headers: { cookie } })).headers['cache-control']).toBe(
    'private, no-store',
  )
  expect((await t.app.inject('/student/allcourses')).headers['cache-control']).toBe('no-cache')
  expect((await t.app.inject(`/assets/${asset}`)).headers['cache-control']).toBe('public, max-age=31536000, immutable')
})

test('answers 503 with Retry-After on the maintenance page', async () => {
  const admin = await t.make.signedIn({ role: 'admin' })
  const cookie = admin.cookie.replace('sid', '__Host-sid')
  const get = (url: string) => t.app.inject(url)
  expect((await t.call('setMaintenance', { status: false }, cookie)).status).toBe(200)
  const redirect = await get('/student/allcourses')
  expect([redirect.statusCode, redirect.headers.location]).toEqual([302, '/maintenance'])
  const { statusCode, headers, body } = await get('/maintenance')
  expect([statusCode, headers['retry-after'], headers['cache-control']]).toEqual([503, '2', 'private, no-store'])
  expect(body).toContain('Website is under maintenance')
  await t.call('setMaintenance', { status: true }, cookie)
  expect((await get('/student/allcourses')).statusCode).toBe(200)
})
