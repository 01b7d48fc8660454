import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually } from '#server/testing/eventually.ts'
import { TINY_PNG, createPictureForm } from '#server/testing/files/picture-form.ts'
import { extractCode, wrongCode } from '#server/testing/mail/sent-mails.ts'
import { useTestMailServer } from '#server/testing/mail/test-mail-server.ts'
import { DEVICE_COOKIE, DEVICE_HASH } from '#server/testing/test-client.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { buildApp } from '#server/app.ts'
import { serializeError } from './log-serializers.ts'

const PASSWORD = 'canary-Passw0rd-in-a-mine'
const NEW_PASSWORD = 'canary-of-another-mine'
const QUERY_SECRET = 'canary-code-835714'

const t = useTestApp()
let app: FastifyInstance
const mailServer = useTestMailServer()
const lines: string[] = []
beforeAll(async () => {
  app = await buildApp({
    env: { ...t.env, logLevel: 'trace', throttle: true, smtpUrl: mailServer.url },
    database: t.database,
    logStream: { write: (line) => lines.push(line) },
  })
})
afterAll(async () => {
  await app.close()
})

const post = (name: string, payload: object | string, cookie?: string) => send('POST', name, payload, cookie)
const send = (method: 'POST' | 'PUT', name: string, payload: object | string, cookie?: string) =>
  app.inject({
    method,
    url: `/api/${name}?code=${QUERY_SECRET}`,
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${PASSWORD}`,
      cookie: [DEVICE_COOKIE, cookie].filter(Boolean).join('; '),
    },
    payload,
  })

test('writes no password, token or code to the log at trace level', async () => {
  const signupInput = {
    first_name: 'Ada',
    last_name: 'L',
    email: 'canary@mail.example',
    password: PASSWORD,
    birthdate: '1990-01-01',
  }
  await post('signup', signupInput)
  await post('signup', signupInput)
  await post('signup', { ...signupInput, birthdate: PASSWORD, gender: PASSWORD })
  await post('signup', { ...signupInput, email: PASSWORD })
  await post('login', { email: signupInput.email, password: `${PASSWORD} not` })
  await post('login', `{"email":"canary@mail.example","password":"${PASSWORD}",}`)
  await post('login', `${PASSWORD}`)
  await post('login', { email: [signupInput.email], password: PASSWORD })
  const signedIn = await post('login', { email: signupInput.email, password: PASSWORD })
  const cookie = signedIn.cookies.find(({ name }) => name === 'sid')?.value ?? 'none'
  expect(signedIn.statusCode).toBe(200)
  await post('getUserData', { id: 999_999 }, `sid=${cookie}`)
  await post('enrollCourse', { course_id: 1 }, `sid=${cookie}`)
  await app.inject({ url: `/api/session?token=${QUERY_SECRET}`, headers: { cookie: `sid=${cookie}` } })
  await app.inject({ url: `/confirmpass?email=a@mail.example&code=${QUERY_SECRET}` })
  // The error of a failed statement contains its values, such as hashes.
  await t.db.execute(sql`alter table system_log rename to system_log_away`)
  const [failedSignup, failedLogin] = [
    await post('signup', { ...signupInput, email: 'second@mail.example' }),
    await post('login', { email: signupInput.email, password: PASSWORD }),
  ]
  await t.db.execute(sql`alter table system_log_away rename to system_log`)
  await t.db.execute(sql`alter table users rename to users_away`)
  const failedInsert = await post('signup', { ...signupInput, email: 'third@mail.example' })
  await t.db.execute(sql`alter table users_away rename to users`)
  expect([failedSignup.statusCode, failedLogin.statusCode, failedInsert.statusCode]).toEqual([500, 500, 500])
  await app.inject({ url: '/api/logout', headers: { cookie: `sid=${cookie}` } })

  const log = lines.join('')
  expect(log).toContain('system_log')
  const tokenHash = createHash('sha256').update(cookie).digest()
  for (const secret of [
    PASSWORD,
    QUERY_SECRET,
    cookie,
    tokenHash.toString('hex'),
    tokenHash.toString('base64'),
    JSON.stringify([...tokenHash]),
    '$argon2id$',
  ]) {
    expect(lines.filter((line) => line.includes(secret))).toEqual([])
  }
  expect(failedInsert.body).not.toContain('users')
})

test('writes no code, link, cookie or password of account calls to the log, even when they fail', async () => {
  const me = await t.make.user({ password: PASSWORD, email: 'owner@mail.example' })
  const secrets = [
    PASSWORD,
    NEW_PASSWORD,
    DEVICE_COOKIE.slice(7, 50),
    ...(['hex', 'base64'] as const).map((encoding) => DEVICE_HASH.toString(encoding)),
    JSON.stringify([...DEVICE_HASH]),
  ]
  const signIn = async (password: string) => {
    const token =
      (await post('login', { email: me.email, password })).cookies.find(({ name }) => name === 'sid')?.value ?? 'none'
    secrets.push(token)
    return `sid=${token}`
  }
  const mailed = async (address: string, count: number) => {
    const mail = (await mailServer.waitForAccepted(address, count)).at(-1)
    const secret = /confirmemail\?token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? extractCode(mail)
    secrets.push(secret)
    return secret
  }

  await post('forgotPass', { email: me.email })
  const code = await mailed(me.email, 1)
  await post('verifyCode', { email: me.email, code: wrongCode(code) })
  await post('verifyCode', { email: me.email, code })
  await post('verifyCode', { email: me.email, code: `${code} ${NEW_PASSWORD}` })
  await post('resetPass', { email: me.email, code, password: 'x' })
  // The error of a failed statement contains its values.
  await t.db.execute(sql`alter table system_log rename to system_log_away`)
  const failed = [await post('resetPass', { email: me.email, code, password: NEW_PASSWORD })]
  await t.db.execute(sql`alter table system_log_away rename to system_log`)
  expect((await post('resetPass', { email: me.email, code, password: NEW_PASSWORD })).statusCode).toBe(200)

  const cookie = await signIn(NEW_PASSWORD)
  await send('PUT', 'changePassword', { password: `${PASSWORD} not`, new_password: PASSWORD }, cookie)
  await send('PUT', 'changePassword', { password: NEW_PASSWORD, new_password: PASSWORD }, cookie)
  await post('deleteAccount', { confirmation: me.email, password: NEW_PASSWORD }, cookie)
  await app.inject({ url: `/api/getAccount?token=${QUERY_SECRET}`, headers: { cookie } })
  await app.inject({ url: `/api/getOwnData?token=${QUERY_SECRET}`, headers: { cookie } })
  const { headers, payload } = await createPictureForm({
    id: me.id,
    image: TINY_PNG,
    extraFields: { password: PASSWORD },
  })
  await app.inject({ method: 'POST', url: '/api/handleUploads', headers: { ...headers, cookie }, payload })

  const profile = { first_name: 'A', last_name: 'B', birthdate: null, gender: null, email: 'elsewhere@mail.example' }
  expect((await send('PUT', 'updateUser', profile, cookie)).statusCode).toBe(200)
  const token = await mailed(profile.email, 1)
  await post('confirmEmail', { token: `${token}x` })
  await app.inject({ url: `/confirmemail?token=${token}` })
  await t.db.execute(sql`alter table mails rename to mails_away`)
  failed.push(await post('confirmEmail', { token }), await post('forgotPass', { email: me.email }))
  await t.db.execute(sql`alter table mails_away rename to mails`)
  // The code cannot be stored, which the mailer logs.
  await t.db.execute(sql`alter table reset_codes rename to reset_codes_away`)
  await post('forgotPass', { email: me.email })
  await eventually(() => expect(lines.join('')).toContain('email not sent'))
  failed.push(await post('verifyCode', { email: me.email, code }))
  await t.db.execute(sql`alter table reset_codes_away rename to reset_codes`)
  expect((await post('confirmEmail', { token })).statusCode).toBe(200)
  expect(failed.map(({ statusCode }) => statusCode)).toEqual([500, 500, 500, 500])

  for (const secret of [...secrets, QUERY_SECRET, createHash('sha256').update(token).digest('hex'), '$argon2id$']) {
    // Six digits may occur in a timestamp or an id.
    const isIn = (line: string) =>
      secret.length === 6 ? new RegExp(`(?<![\\w.])${secret}(?!\\w)`).test(line) : line.includes(secret)
    expect(lines.filter(isIn)).toEqual([])
  }
})

test('writes no address that a mail server refuses to the log', async () => {
  const me = await t.make.user({ email: 'refused@mail.example' })
  mailServer.verdict = (step) => (step === 'RCPT TO' ? 550 : null)
  await post('forgotPass', { email: me.email })
  await eventually(() => expect(lines.join('')).toContain('550 <…>: Refused by the test'))
  mailServer.verdict = () => null
  expect(lines.filter((line) => line.includes(me.email))).toEqual([])
})

test('keeps the paths of packages in an error', () => {
  const path = "Cannot find module '/app/node_modules/@fastify/static/index.js'"
  expect(serializeError(new Error(path)).message).toBe(path)
})

test('writes one line of JSON per entry', async () => {
  await post('login', { email: 'a@mail.example\n{"level":60}', password: 'x\r\n' })
  await app.inject({ url: '/api/%0a%0dnope' })
  for (const line of lines) {
    expect(line.endsWith('\n') && !line.slice(0, -1).includes('\n')).toBe(true)
    expect(JSON.parse(line)).toMatchObject({ level: expect.any(Number) })
  }
})
