import { desc, eq, like } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { mails, systemLog, users } from '#server/platform/db/schema.ts'
import type { SignedInUser } from '#server/testing/factories.ts'
import { at } from '#server/testing/at.ts'
import { requestResetCode, getSentMails } from '#server/testing/mail/sent-mails.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { signUp } from '#server/testing/accounts/users.ts'

const t = useTestApp()
let admin: SignedInUser
beforeAll(async () => {
  admin = await t.make.signedIn({ role: 'admin' })
})
beforeEach(async () => {
  await t.db.delete(users).where(like(users.email, '%@import.example'))
  await t.db.delete(systemLog)
})

const buildRow = (name: string, values: object = {}) => ({
  first_name: name,
  last_name: 'Okoro',
  email: `${name.toLowerCase()}@import.example`,
  ...values,
})
const importUsers = (rows: unknown, values: object = {}, cookie = admin.cookie) =>
  t.send('importUsers', { users: rows, ...values }, cookie)
const findImported = () => t.db.select().from(users).where(like(users.email, '%@import.example')).orderBy(users.id)
const logged = () => t.db.select().from(systemLog).where(eq(systemLog.kind, 'user')).orderBy(desc(systemLog.id))
const many = (count: number) => Array.from({ length: count }, (_, n) => buildRow(`Number${n}`))

describe('invalid imports', () => {
  test('returns 401 to a visitor and 403 to a student', async () => {
    const student = await t.make.signedIn()
    expect((await t.send('importUsers', { users: [buildRow('Ada')] })).status).toBe(401)
    expect((await importUsers([buildRow('Ada')], {}, student.cookie)).status).toBe(403)
    expect(await findImported()).toEqual([])
  })

  test.each([
    ['a missing list', undefined],
    ['an empty list', []],
    ['201 users', many(201)],
    ['a missing first name', [buildRow('Ada'), buildRow('Ben', { first_name: ' ' })]],
    ['a first name that is too long', [buildRow('Ada', { first_name: 'x'.repeat(81) })]],
    ['a missing last name', [buildRow('Ada', { last_name: undefined })]],
    ['a last name without letters', [buildRow('Ada', { last_name: '?!' })]],
    ['an invalid email', [buildRow('Ada', { email: 'ada' })]],
    ['a birthdate in the future', [buildRow('Ada', { birthdate: '2099-01-01' })]],
    ['an impossible birthdate', [buildRow('Ada', { birthdate: '1999-02-30' })]],
    ['an empty birthdate', [buildRow('Ada', { birthdate: '' })]],
    ['an unknown gender', [buildRow('Ada', { gender: 'male' })]],
  ])('returns 400 and adds no users for %s', async (_name, rows) => {
    const { status, body } = await importUsers(rows)
    expect([status, body.code, await findImported(), await logged()]).toEqual([400, 'invalid_input', [], []])
  })

  test('returns 400 when invite is not a boolean', async () => {
    expect((await importUsers([buildRow('Ada')], { invite: 'yes' })).status).toBe(400)
  })
})

test('adds a user without a last name, as an account made with Google may be', async () => {
  const { status } = await importUsers([buildRow('Hypatia', { last_name: '' })])
  expect([status, (await findImported()).map(({ lastName }) => lastName)]).toEqual([200, ['']])
})

test('creates students without a password or confirmed email, whatever the body claims', async () => {
  const given = buildRow(' Ada ', {
    email: ' ADA@Import.example',
    birthdate: '1991-04-17',
    gender: 'Female',
    role: 'admin',
    password: 'eleven green bottles',
    passwordHash: 'x',
    id: 1,
  })
  const { status, body } = await importUsers([
    given,
    buildRow('Ben', { birthdate: null, gender: null }),
    buildRow('Cy'),
  ])
  expect([status, body.msg]).toEqual([200, { added: 3, taken: [] }])
  const unproven = { role: 'student', passwordHash: null, emailVerifiedAt: null, imageUrl: '', courseJoined: 0 }
  expect(await findImported()).toMatchObject([
    {
      firstName: 'Ada',
      lastName: 'Okoro',
      email: 'ada@import.example',
      birthdate: '1991-04-17',
      gender: 'Female',
      ...unproven,
    },
    { firstName: 'Ben', birthdate: null, gender: null, ...unproven },
    { firstName: 'Cy', birthdate: null, gender: null, ...unproven },
  ])
  expect(await logged()).toMatchObject([{ message: 'Imported 3 users', email: admin.email, studentId: admin.id }])
})

test('skips and returns registered emails and the second of two equal ones', async () => {
  await t.make.user({ email: 'taken@import.example', firstName: 'Before' })
  const { body } = await importUsers([
    buildRow('Taken'),
    buildRow('Ada'),
    buildRow('Ada', { first_name: 'Again' }),
    buildRow('Ada', { email: 'ADA@import.example' }),
  ])
  expect(body.msg).toEqual({ added: 1, taken: ['taken@import.example', 'ada@import.example', 'ada@import.example'] })
  expect((await findImported()).map(({ firstName }) => firstName)).toEqual(['Before', 'Ada'])
  expect(await logged()).toMatchObject([{ message: 'Imported 1 user' }])
})

test('accepts 200 users with the longest names and adds none of them twice', async () => {
  const rows = Array.from({ length: 200 }, (_, n) => ({
    ...{ first_name: '漢'.repeat(80), last_name: `A${'"'.repeat(79)}`, birthdate: '1991-04-17', gender: 'Female' },
    email: `n${n}.${'a'.repeat(60)}@${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(45)}.import.example`.slice(-254),
  }))
  const statuses = [await importUsers(rows), await importUsers(rows)].map(({ body }) => body.msg)
  expect(statuses).toEqual([
    { added: 200, taken: [] },
    { added: 0, taken: rows.map(({ email }) => email) },
  ])
  await t.db.delete(users).where(like(users.email, '%import.example'))
})

test('adds each user once when ten parallel imports use different orders', async () => {
  const rows = many(50)
  const answers = await Promise.all(Array.from({ length: 10 }, (_, n) => importUsers(n % 2 ? rows : rows.toReversed())))
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200))
  const added = answers.map(({ body }) => (body.msg as { added: number }).added)
  expect([added.reduce((sum, count) => sum + count), (await findImported()).length]).toEqual([50, 50])
})

test('creates one account when a user signs up in parallel', async () => {
  const [signedUp, imported] = await Promise.all([signUp(t, 'ada@import.example'), importUsers([buildRow('Ada')])])
  expect([
    [200, 0],
    [409, 1],
  ]).toContainEqual([signedUp.status, (imported.body.msg as { added: number }).added])
  expect(await findImported()).toHaveLength(1)
})

test('sends invitations to added users only when asked', async () => {
  await t.make.user({ email: 'taken@import.example' })
  await importUsers([buildRow('Quiet')])
  await importUsers([buildRow('Loud'), buildRow('Taken')], { invite: true })
  expect((await getSentMails(t, 'loud@import.example')).map(({ subject }) => subject)).toEqual([
    'Your Learn Lantern account is ready',
  ])
  expect([await getSentMails(t, 'quiet@import.example'), await getSentMails(t, 'taken@import.example')]).toEqual([
    [],
    [],
  ])
})

test('adds neither users nor invitations when one of the inserts fails', async () => {
  const transaction = t.db.transaction.bind(t.db)
  const spy = vi.spyOn(t.db, 'transaction').mockImplementationOnce((work) =>
    transaction(async (tx) => {
      await work(tx)
      throw new Error('Rolled back')
    }),
  )
  expect((await importUsers([buildRow('Ada')], { invite: true })).status).toBe(500)
  spy.mockRestore()
  expect([await findImported(), await t.db.select().from(mails), await logged()]).toEqual([[], [], []])
})

test('lets an invited user set a password with a code', async () => {
  await importUsers([buildRow('Ada')], { invite: true })
  const email = 'ada@import.example'
  // Another test's account with this address may have been welcomed before.
  const invitation = (await getSentMails(t, email)).at(-1)
  expect(invitation?.text).toMatch(/Hello,[\s\S]+http:\/\/localhost:3000\/forgotpassword/)
  for (const password of ['eleven green bottles', ' '])
    expect((await t.call('login', { email, password })).status).toBe(401)
  const code = await requestResetCode(t, email)
  expect((await t.call('verifyCode', { email, code })).status).toBe(200)
  expect((await t.call('resetPass', { email, code, password: 'eleven green bottles' })).status).toBe(200)
  const login = await t.call('login', { email, password: 'eleven green bottles' })
  expect(login.status).toBe(200)
  expect((await t.call('session', {}, login.cookie)).body.msg).toMatchObject({
    loggedIn: true,
    userData: [{ email, role: 'student', first_name: 'Ada' }],
  })
  expect(at(await findImported()).emailVerifiedAt).toBeInstanceOf(Date)
})
