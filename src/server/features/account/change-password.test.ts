import { eq, inArray, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { emailChanges, users } from '#server/platform/db/schema.ts'
import type { Factories } from '#server/testing/factories.ts'
import { at } from '#server/testing/at.ts'
import { dumpDatabase } from '#server/testing/dump-database.ts'
import { getSentMails } from '#server/testing/mail/sent-mails.ts'
import { useTestApp } from '#server/testing/test-app.ts'

const OLD = 'eleven green bottles'
const NEW = 'a lantern in the fog'

const t = useTestApp()

async function createOwner(values: Parameters<Factories['signedIn']>[0] = { password: OLD }) {
  const user = await t.make.signedIn(values)
  const change = (body: object, cookie = user.cookie) => t.send('changePassword', body, cookie)
  const login = async (password: string) => (await t.call('login', { email: user.email, password })).status
  const hash = async () => at(await t.db.select().from(users).where(eq(users.id, user.id))).passwordHash
  return { ...user, change, login, hash }
}

test('returns 401 when a visitor asks', async () => {
  expect((await t.send('changePassword', { password: OLD, new_password: NEW })).status).toBe(401)
})

test.each([
  ['no new password', { password: OLD }],
  ['a short password', { password: OLD, new_password: 'kq7#pz2' }],
  ['a password beyond the limit', { password: OLD, new_password: 'unusual '.repeat(33) }],
  ['a common password', { password: OLD, new_password: 'Password123' }],
  ['a leaked password', { password: OLD, new_password: 'ncc1701e' }],
  ['a list of passwords', { password: OLD, new_password: [NEW, NEW] }],
  ['an object as the current password', { password: { length: 8 }, new_password: NEW }],
])('returns 400 and keeps the password for %s', async (_name, body) => {
  const { change, hash, passwordHash } = await createOwner()
  const answer = await change(body)
  expect([answer.status, answer.body.code]).toEqual([400, 'invalid_input'])
  expect(await hash()).toBe(passwordHash)
})

test.each([
  ['a wrong password', 'not this one'],
  ['no password', undefined],
  ['the password of another user', 'a password of another user'],
])('returns 403 and keeps password and sessions for %s', async (_name, password) => {
  await t.make.user({ password: 'a password of another user' })
  const { id, change, hash, passwordHash, cookie } = await createOwner()
  const elsewhere = await t.make.cookie(id)
  const answer = await change({ password, new_password: NEW })
  expect([answer.status, answer.body]).toEqual([403, { status: false, code: 'wrong_password', msg: 'Wrong password' }])
  expect(await hash()).toBe(passwordHash)
  for (const one of [cookie, elsewhere]) expect(await t.isLoggedIn(one)).toBe(true)
})

test('sets the new password when the current one is correct', async () => {
  const { change, hash, login } = await createOwner()
  const answer = await change({ password: OLD, new_password: NEW })
  expect([answer.status, answer.body]).toEqual([
    200,
    { status: true, msg: 'Your password was changed. You were logged out on all other devices.' },
  ])
  expect(await hash()).toMatch(/^\$argon2id\$/)
  expect([await login(OLD), await login(NEW)]).toEqual([401, 200])
  expect(await dumpDatabase(t.db)).not.toContain(NEW)
})

test('ends all other sessions at once and keeps the current one', async () => {
  const { id, change, cookie } = await createOwner()
  const [elsewhere, other] = [await t.make.cookie(id), await t.make.signedIn()]
  // Caches the sessions.
  for (const one of [cookie, elsewhere, other.cookie]) await t.call('session', {}, one)
  await change({ password: OLD, new_password: NEW })
  expect([await t.isLoggedIn(cookie), await t.isLoggedIn(elsewhere), await t.isLoggedIn(other.cookie)]).toEqual([
    true,
    false,
    true,
  ])
})

test("changes only the password of the session's user when the body names another", async () => {
  const [me, other] = [await createOwner(), await createOwner()]
  const answer = await me.change({
    password: OLD,
    new_password: NEW,
    student_id: other.id,
    id: other.id,
    email: other.email,
  })
  expect(answer.status).toBe(200)
  expect(await other.hash()).toBe(other.passwordHash)
})

test('emails the user and writes a log entry', async () => {
  const { id, email, change } = await createOwner()
  await change({ password: OLD, new_password: NEW })
  expect((await getSentMails(t, email)).map(({ subject }) => subject)).toEqual(['Your password was changed'])
  expect(await t.findLogMessages(id)).toEqual(['Changed the password'])
})

test('cancels a pending email change, and keeps the link that proves the account’s own email', async () => {
  const expiresAt = sql`now() + interval '1 day'`
  const [changing, proving] = [await createOwner(), await createOwner()]
  await t.db.insert(emailChanges).values([
    { userId: changing.id, newEmail: 'thief@mail.example', expiresAt },
    { userId: proving.id, newEmail: proving.email, expiresAt },
  ])
  const ids = [changing.id, proving.id]
  for (const { change } of [changing, proving])
    expect((await change({ password: OLD, new_password: NEW })).status).toBe(200)
  const left = await t.db.select().from(emailChanges).where(inArray(emailChanges.userId, ids))
  expect(left).toMatchObject([{ userId: proving.id, newEmail: proving.email }])
})

test('sets the first password of an account within ten minutes of login', async () => {
  const { id, change, login, hash } = await createOwner({})
  const late = await t.make.cookie(id, '10 minutes 1 second')
  const refused = await change({ password: 'anything', new_password: NEW }, late)
  expect([refused.status, refused.body]).toEqual([
    403,
    { status: false, code: 'stale_login', msg: 'Log in again to do this' },
  ])
  expect(await hash()).toBeNull()
  const intime = await t.make.cookie(id, '9 minutes 50 seconds')
  expect((await change({ new_password: NEW }, intime)).status).toBe(200)
  expect(await login(NEW)).toBe(200)
})

test('asks for the current password even right after login', async () => {
  const { id, change } = await createOwner()
  expect((await change({ new_password: NEW })).status).toBe(403)
  const late = await t.make.cookie(id, '5 hours')
  expect((await change({ password: OLD, new_password: NEW }, late)).status).toBe(200)
})

test('accepts one of several parallel changes and rejects the others as wrong passwords', async () => {
  const { change, login } = await createOwner()
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, n) => change({ password: OLD, new_password: `${NEW}, number ${n}` })),
  )
  const taken = answers.flatMap(({ status }, n) => (status === 200 ? [n] : []))
  expect(taken).toHaveLength(1)
  expect(answers.filter(({ status }) => status === 403)).toHaveLength(7)
  expect(await login(`${NEW}, number ${at(taken)}`)).toBe(200)
})

test('returns 429 after ten wrong passwords', async () => {
  const throttled = await t.startSecondServer({ THROTTLE: 'on' })
  const me = await throttled.make.signedIn({ password: OLD })
  const guess = (password: string) => throttled.call('changePassword', { password, new_password: NEW }, me.cookie)
  const statuses: number[] = []
  for (let n = 0; n < 13; n++) statuses.push((await guess(`guess number ${n}`)).status)
  expect(statuses.filter((status) => status === 403).length).toBeLessThanOrEqual(12)
  const last = await guess(OLD)
  expect([last.status, last.body.code, Number(last.headers['retry-after']) > 0]).toEqual([
    429,
    'too_many_failures',
    true,
  ])
  await throttled.close()
})
