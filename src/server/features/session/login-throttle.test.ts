import { PROOF_BITS } from '#contract/limits.ts'
import { eq, sql } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { runCommand } from '#server/cli/commands.ts'
import { createSendingBus } from '#server/platform/bus/postgres-bus.ts'
import { createThrottles } from '#server/platform/throttle/throttles.ts'
import { knownDevices, mails, throttles } from '#server/platform/db/schema.ts'
import { Browser, solve } from '#server/testing/accounts/browser.ts'
import { at } from '#server/testing/at.ts'
import { getSentMails } from '#server/testing/mail/sent-mails.ts'
import { useTestApp } from '#server/testing/test-app.ts'

const PASSWORD = 'eleven green bottles'

const t = useTestApp({ THROTTLE: 'on', TRUST_PROXY: '127.0.0.1' })

const browse = (ip: string) => new Browser(t.app, ip)
const login = (email: string, password: string, ip: string) => browse(ip).login(email, password)

async function failTimes(count: number, email: string, toIp: (n: number) => string) {
  for (let n = 0; n < count; n++) expect((await login(email, 'wrong', toIp(n))).status).toBe(401)
}

/** Sets today's failures, which a test would take long to produce. */
const setFailuresToday = (points: number) =>
  t.db
    .update(throttles)
    .set({ points })
    .where(sql`${throttles.key} like 'login-day:%'`)

async function createUserUnderAttack(role: 'student' | 'admin' = 'student') {
  const user = await t.make.user({ password: PASSWORD, role })
  await failTimes(1, user.email, () => '10.1.0.1')
  await setFailuresToday(100)
  return user
}

test('returns 429 after ten wrong passwords for one account from one network', async () => {
  const { email } = await t.make.user({ password: PASSWORD })
  await failTimes(11, email, () => '10.0.1.1')
  const refused = await login(email, PASSWORD, '10.0.1.1')
  expect(refused).toMatchObject({ status: 429, code: 'too_many_failures' })
  expect(refused.retryAfter).toBeGreaterThanOrEqual(1)
  expect(refused.retryAfter).toBeLessThanOrEqual(4)
})

test('lets the owner in from another network while one is slowed down', async () => {
  const { email } = await t.make.user({ password: PASSWORD })
  await failTimes(11, email, () => '10.0.2.1')
  expect((await login(email, PASSWORD, '10.0.2.2')).status).toBe(200)
  expect((await login(email, PASSWORD, '10.0.2.1')).status).toBe(429)
})

test('lets one of several parallel attempts through after ten wrong passwords', async () => {
  const { email } = await t.make.user({ password: PASSWORD })
  await failTimes(10, email, () => '10.0.7.1')
  const attempts = await Promise.all(Array.from({ length: 5 }, () => login(email, 'wrong', '10.0.7.1')))
  expect(attempts.map(({ status }) => status).sort()).toEqual([401, 429, 429, 429, 429])
})

test('counts parallel attempts like sequential ones', async () => {
  const { email } = await t.make.user({ password: PASSWORD })
  const answers = await Promise.all(Array.from({ length: 40 }, (_, n) => login(email, `guess ${n}`, '10.0.8.1')))
  expect(answers.filter(({ status }) => status === 401).length).toBeLessThanOrEqual(12)
  expect(answers.every(({ status }) => status === 401 || status === 429)).toBe(true)
})

test('delays attempts by at most a minute, however many failed', async () => {
  const { email } = await t.make.user({ password: PASSWORD })
  await failTimes(1, email, () => '10.0.9.1')
  await t.db
    .update(throttles)
    .set({ points: 5_000 })
    .where(sql`${throttles.key} like 'login:%:10.0.9.1'`)
  expect((await login(email, 'wrong', '10.0.9.1')).status).toBe(401)
  const { status, retryAfter } = await login(email, PASSWORD, '10.0.9.1')
  expect([status, retryAfter <= 60]).toEqual([429, true])
})

test.each([
  ['an IPv4 address', () => '10.0.3.1', '10.0.3.2'],
  ['an IPv6 /64', (n: number) => `2001:db8:0:7::${n + 1}`, '2001:db8:0:8::1'],
  ['an IPv4 address in either notation', (n: number) => (n % 2 ? '10.0.3.3' : '::ffff:10.0.3.3'), '10.0.3.4'],
])('blocks %s after 25 failures over all accounts, and no other network', async (_name, toIp, otherIp) => {
  const { email } = await t.make.user({ password: PASSWORD })
  for (let n = 0; n < 25; n++) await login(`nobody${n}@mail.example`, 'wrong', toIp(n))
  const refused = await login(email, PASSWORD, toIp(25))
  expect(refused).toMatchObject({ status: 429, code: 'too_many_failures' })
  expect(refused.retryAfter).toBeGreaterThan(0)
  expect((await login(email, PASSWORD, otherIp)).status).toBe(200)
})

test('lets a class behind one address log in while some of it mistypes', async () => {
  for (let n = 0; n < 20; n++) await login(`mistyped${n}@mail.example`, 'wrong', '10.0.4.1')
  for (let n = 0; n < 10; n++) {
    const pupil = await t.make.user({ password: PASSWORD })
    expect((await login(pupil.email, PASSWORD, '10.0.4.1')).status).toBe(200)
  }
})

test('forgets earlier failures of the network after a successful login', async () => {
  const { email } = await t.make.user({ password: PASSWORD })
  for (let round = 0; round < 2; round++) {
    await failTimes(8, email, () => '10.0.5.1')
    expect((await login(email, PASSWORD, '10.0.5.1')).status).toBe(200)
  }
})

test('counts failures of the longest email', async () => {
  const domain = `${'d'.repeat(60)}.example`
  const email = `${'l'.repeat(254 - domain.length - 1)}@${domain}`
  expect(email).toHaveLength(254)
  expect(await login(email, 'wrong', '10.0.6.1')).toMatchObject({ status: 401, code: 'wrong_credentials' })
})

test('counts a known browser alone: a stranger on its network does not slow it down, and it is slowed down itself', async () => {
  const { email } = await t.make.user({ password: PASSWORD })
  const own = browse('10.0.10.1')
  expect((await own.login(email, PASSWORD)).status).toBe(200)
  await failTimes(11, email, () => '10.0.10.1')
  for (let n = 0; n < 14; n++) await login(`nobody${n}@mail.example`, 'wrong', '10.0.10.1')
  expect((await login(email, PASSWORD, '10.0.10.1')).status).toBe(429)
  expect((await own.login(email, PASSWORD)).status).toBe(200)
  for (let n = 0; n < 11; n++) expect((await own.login(email, 'wrong')).status).toBe(401)
  expect((await own.login(email, PASSWORD)).status).toBe(429)
})

test('knows a browser only for the accounts that signed in with it', async () => {
  const [mine, other] = [await t.make.user({ password: PASSWORD }), await t.make.user({ password: PASSWORD })]
  const own = browse('10.0.11.1')
  await own.login(mine.email, PASSWORD)
  for (let n = 0; n < 11; n++) await own.login(other.email, 'wrong')
  expect((await own.login(other.email, PASSWORD)).status).toBe(429)
})

test('remembers a browser without storing its cookie or its address, and at most twenty of them', async () => {
  const { email, id } = await t.make.user({ password: PASSWORD })
  for (let n = 0; n < 22; n++) await login(email, PASSWORD, '10.0.12.1')
  const rows = await t.db.select().from(knownDevices).where(eq(knownDevices.userId, id))
  expect(rows).toHaveLength(20)
  for (const row of rows) expect([row.deviceHash.length, row.networkHash.length]).toEqual([32, 32])
})

test('forgets known browsers when the user signs out everywhere else, and keeps the current one', async () => {
  const { email } = await t.make.user({ password: PASSWORD })
  const [own, thief] = [browse('10.0.13.1'), browse('10.0.13.2')]
  for (const one of [own, thief]) await one.login(email, PASSWORD)
  await failTimes(1, email, () => '10.0.13.3')
  await own.send('endOtherSessions', {})
  await setFailuresToday(100)
  expect((await own.login(email, PASSWORD)).status).toBe(200)
  expect((await thief.login(email, PASSWORD)).code).toBe('proof_needed')
})

test('asks a strange browser for a proof of work after a hundred failures in a day, and takes each proof once', async () => {
  const { email } = await createUserUnderAttack()
  const stranger = browse('10.0.14.1')
  const { status, code, challenge, retryAfter } = await stranger.login(email, PASSWORD)
  expect([status, code, retryAfter]).toEqual([429, 'proof_needed', Number.NaN])
  const proof = solve(challenge ?? { seed: '', bits: 0 })
  expect((await stranger.login(email, 'wrong', proof)).code).toBe('wrong_credentials')
  expect((await stranger.login(email, PASSWORD, proof)).code).toBe('proof_needed')
  expect((await stranger.logInWithProof(email, PASSWORD)).status).toBe(200)
  // Known from now on.
  expect((await stranger.login(email, PASSWORD)).status).toBe(200)
})

test('asks for the same proof of an unknown email', async () => {
  await failTimes(1, 'nobody@mail.example', () => '10.0.15.1')
  await setFailuresToday(100)
  const answer = await login('nobody@mail.example', 'wrong', '10.0.15.2')
  expect(answer).toMatchObject({ status: 429, code: 'proof_needed', challenge: { bits: PROOF_BITS } })
})

test('refuses proofs that are old, made up, for another account or too easy', async () => {
  const [mine, other] = [await createUserUnderAttack(), await createUserUnderAttack()]
  const challengeOf = async (email: string) => {
    const { challenge } = await login(email, PASSWORD, '10.0.16.1')
    if (!challenge) throw new Error('No challenge')
    return challenge
  }
  const [own, foreign] = [await challengeOf(mine.email), await challengeOf(other.email)]
  const [time = '', random = ''] = own.seed.split('.')
  const easy = Array.from({ length: 9 }, (_, n) => `${own.seed}:${n}`)
  const proofs = [
    '',
    ':',
    'x'.repeat(200),
    solve(foreign),
    solve({ ...own, seed: `${time}.${random}.${'A'.repeat(43)}` }),
    solve({ ...own, seed: `zzzzzzzzz.${random}.${'A'.repeat(43)}` }),
    `${solve(own)}9`,
    ...easy,
  ]
  for (const proof of proofs)
    expect((await browse('10.0.16.2').login(mine.email, PASSWORD, proof)).code).toBe('proof_needed')
  const late = solve(own)
  const now = Date.now()
  vi.spyOn(Date, 'now').mockImplementation(() => now + 301_000)
  expect((await browse('10.0.16.3').login(mine.email, PASSWORD, late)).code).toBe('proof_needed')
  vi.restoreAllMocks()
})

test('returns 400 for a proof that is no text', async () => {
  for (const proof of [1, {}, ['x'], 'x'.repeat(201)]) {
    const answer = await browse('10.0.17.1').send('login', { email: 'a@mail.example', password: 'x', proof })
    expect([answer.status, answer.code]).toEqual([400, 'invalid_input'])
  }
})

test('accepts a proof of a challenge that another server gave', async () => {
  const { email } = await createUserUnderAttack()
  const { challenge } = await login(email, PASSWORD, '10.0.18.1')
  const second = await t.startSecondServer({})
  const proof = solve(challenge ?? { seed: '', bits: 0 })
  expect((await new Browser(second.app, '10.0.18.2').login(email, PASSWORD, proof)).status).toBe(200)
  expect((await login(email, PASSWORD, '10.0.18.3')).code).toBe('proof_needed')
  await second.close()
})

test('warns the owner by mail once a day, and nobody else', async () => {
  const { email } = await t.make.user({ password: PASSWORD, firstName: 'Ada', emailVerifiedAt: new Date() })
  for (const attacked of ['stranger@mail.example', email]) {
    await failTimes(1, attacked, () => '10.0.19.1')
    await setFailuresToday(99)
    expect((await login(attacked, 'wrong', '10.0.19.2')).status).toBe(401)
  }
  expect((await browse('10.0.19.3').logInWithProof(email, 'wrong')).status).toBe(401)
  const sent = await getSentMails(t, email)
  expect(sent.map(({ subject }) => subject)).toEqual(['Many failed logins to your account'])
  expect(at(sent).text).toMatch(
    /Hello Ada,[\s\S]+your account is not locked[\s\S]+http:\/\/localhost:3000\/forgotpassword/,
  )
  expect(await getSentMails(t, 'stranger@mail.example')).toEqual([])
  expect(await t.db.select().from(mails)).toEqual([])
})

test('a session’s password checks are not slowed down by failures elsewhere', async () => {
  const user = await createUserUnderAttack()
  const own = browse('10.0.20.1')
  expect((await own.logInWithProof(user.email, PASSWORD)).status).toBe(200)
  for (let n = 0; n < 24; n++) await login(`nobody${n}@mail.example`, 'wrong', '10.0.20.1')
  const changed = await own.send('changePassword', { password: PASSWORD, new_password: 'a lantern in the fog' })
  expect(changed.status).toBe(200)
  for (let n = 0; n < 11; n++) await own.send('changePassword', { password: 'wrong', new_password: 'a lantern at sea' })
  const slowed = await own.send('changePassword', { password: PASSWORD, new_password: 'a lantern at sea' })
  expect([slowed.status, slowed.code]).toEqual([429, 'too_many_failures'])
})

test('lets an admin in without a proof after a new password from the command line', async () => {
  const admin = await createUserUnderAttack('admin')
  expect((await login(admin.email, PASSWORD, '10.0.21.1')).code).toBe('proof_needed')
  const tools = { db: t.db, throttles: createThrottles(t.database.pool, t.env), bus: createSendingBus(t.db) }
  const text = await runCommand(tools, ['password', admin.email])
  const password = text.split(' ').at(-1) ?? ''
  expect((await login(admin.email, password, '10.0.21.1')).status).toBe(200)
})

test('ignores the X-Forwarded-For header of an untrusted proxy', async () => {
  const proxied = await t.startSecondServer({ TRUST_PROXY: '' })
  const tryFrom = (ip: string) => new Browser(proxied.app, ip).login(`who${ip}@mail.example`, 'wrong')
  for (let n = 0; n < 25; n++) await tryFrom(`10.1.0.${n}`)
  expect((await tryFrom('10.1.0.99')).status).toBe(429)
  await proxied.close()
})
