import Fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { clearCookie, readCookie, setCookie } from './cookies.ts'

const OPTIONS = { path: '/', httpOnly: true, sameSite: 'lax', secure: true } as const

const app = Fastify()
beforeAll(async () => {
  app.get('/read', async (request) => ({ value: readCookie(request, 'sid') ?? null }))
  app.get('/set', async (_request, reply) => {
    setCookie(reply, 'sid', 'old', { ...OPTIONS, maxAge: 60 })
    setCookie(reply, 'device', 'a b;', { ...OPTIONS, maxAge: 60 })
    clearCookie(reply, 'sid', OPTIONS)
    return {}
  })
  await app.ready()
})
afterAll(() => app.close())

test.each([
  [undefined, null],
  ['', null],
  ['other=1; xsid=2', null],
  ['other=1; sid=abc', 'abc'],
  ['sid=a%20b', 'a b'],
  ['sid=%zz', '%zz'],
  ['sid', null],
])('reads %j as %j', async (cookie, value) => {
  const { body } = await app.inject({ url: '/read', headers: cookie === undefined ? {} : { cookie } })
  expect(JSON.parse(body)).toEqual({ value })
})

test('sets several cookies, and the last one of a name', async () => {
  const { headers } = await app.inject('/set')
  expect(headers['set-cookie']).toEqual([
    'device=a%20b%3B; Max-Age=60; Path=/; HttpOnly; Secure; SameSite=Lax',
    'sid=; Max-Age=0; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT; HttpOnly; Secure; SameSite=Lax',
  ])
})
