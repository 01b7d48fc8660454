import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { buildApp } from './app.ts'

const PASSWORD = 'canary-Passw0rd-in-a-mine'
const QUERY_SECRET = 'canary-code-835714'

let t: TestApp
let app: FastifyInstance
const lines: string[] = []
beforeAll(async () => {
  t = await testApp()
  app = await buildApp({
    env: { ...t.env, logLevel: 'trace', throttle: true },
    database: t.database,
    logTo: { write: (line) => lines.push(line) },
  })
})
afterAll(async () => {
  await app.close()
  await t.close()
})

const post = (name: string, payload: object | string, cookie?: string) =>
  app.inject({
    method: 'POST',
    url: `/api/${name}?code=${QUERY_SECRET}`,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${PASSWORD}`, ...(cookie && { cookie }) },
    payload,
  })

test('no password, token or code reaches the log on any path, at the most talkative level', async () => {
  const person = { first_name: 'Ada', last_name: 'L', email: 'canary@mail.example', password: PASSWORD, birthdate: '1990-01-01' }
  await post('signup', person)
  await post('signup', person)
  await post('signup', { ...person, birthdate: PASSWORD, gender: PASSWORD })
  await post('signup', { ...person, email: PASSWORD })
  await post('login', { email: person.email, password: `${PASSWORD} not` })
  await post('login', `{"email":"canary@mail.example","password":"${PASSWORD}",}`)
  await post('login', `${PASSWORD}`)
  await post('login', { email: [person.email], password: PASSWORD })
  const signedIn = await post('login', { email: person.email, password: PASSWORD })
  const cookie = signedIn.cookies.find(({ name }) => name === 'sid')?.value ?? 'none'
  expect(signedIn.statusCode).toBe(200)
  await post('getUserData', { id: 999_999 }, `sid=${cookie}`)
  await post('enrollCourse', { course_id: 1 }, `sid=${cookie}`)
  await app.inject({ url: `/api/session?token=${QUERY_SECRET}`, headers: { cookie: `sid=${cookie}` } })
  await app.inject({ url: `/confirmpass?email=a@mail.example&code=${QUERY_SECRET}` })
  // A statement that fails carries its values with it: a password's hash, a token's hash.
  await t.db.execute(sql`alter table system_log rename to system_log_away`)
  const [failedSignup, failedLogin] = [
    await post('signup', { ...person, email: 'second@mail.example' }),
    await post('login', { email: person.email, password: PASSWORD }),
  ]
  await t.db.execute(sql`alter table system_log_away rename to system_log`)
  await t.db.execute(sql`alter table users rename to users_away`)
  const failedInsert = await post('signup', { ...person, email: 'third@mail.example' })
  await t.db.execute(sql`alter table users_away rename to users`)
  expect([failedSignup.statusCode, failedLogin.statusCode, failedInsert.statusCode]).toEqual([500, 500, 500])
  await app.inject({ url: '/api/logout', headers: { cookie: `sid=${cookie}` } })

  const log = lines.join('')
  expect(log).toContain('system_log')
  const tokenHash = createHash('sha256').update(cookie).digest()
  for (const secret of [PASSWORD, QUERY_SECRET, cookie, tokenHash.toString('hex'), tokenHash.toString('base64'), JSON.stringify([...tokenHash]), '$argon2id$']) {
    expect(lines.filter((line) => line.includes(secret))).toEqual([])
  }
  expect(failedInsert.body).not.toContain('users')
})

test('a log line is one line of JSON, whatever it tells of', async () => {
  await post('login', { email: 'a@mail.example\n{"level":60}', password: 'x\r\n' })
  await app.inject({ url: '/api/%0a%0dnope' })
  for (const line of lines) {
    expect(line.endsWith('\n') && !line.slice(0, -1).includes('\n')).toBe(true)
    expect(JSON.parse(line)).toMatchObject({ level: expect.any(Number) })
  }
})
