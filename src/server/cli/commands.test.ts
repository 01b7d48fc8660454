import { statSync } from 'node:fs'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { connect } from '#server/platform/db/connect.ts'
import { identities, sessions, systemLog, users } from '#server/platform/db/schema.ts'
import { createSendingBus } from '#server/platform/bus/postgres-bus.ts'
import { eventually } from '#server/testing/eventually.ts'
import { createTotpUser, isSignedIn } from '#server/testing/accounts/two-factor.ts'
import { TEST_PASSWORD } from '#server/testing/accounts/users.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { NEEDS_EMBEDDED, ON_SERVER } from '#server/testing/test-db.ts'
import { disabledThrottles } from '#server/platform/throttle/throttles.ts'
import { CommandError, runCommand, USAGE } from './commands.ts'
import { sendToRunningServer } from './control-socket.ts'

const t = useTestApp()

/** Like `npm run admin` while a server runs: through its control socket, or directly on a PostgreSQL server. */
async function run(...words: string[]): Promise<string> {
  if (!ON_SERVER) {
    const answer = await sendToRunningServer(t.dataDir, words)
    if (!answer?.ok) throw new CommandError(answer?.text)
    return answer.text
  }
  const database = await connect(t.env)
  try {
    const { db } = database
    return await runCommand({ db, throttles: disabledThrottles, bus: createSendingBus(db) }, words)
  } finally {
    await database.close()
  }
}

const getPassword = (output: string) => /\(shown once\): (\S{16})$/.exec(output)?.[1] ?? ''

test('creates an admin who can log in with the printed password', async () => {
  const output = await run('create', 'Lost@Mail.Example')
  expect(output).toMatch(/^lost@mail\.example is now an admin\. Password \(shown once\): \S{16}$/)
  const { status, cookie } = await t.call('login', { email: 'lost@mail.example', password: getPassword(output) })
  expect(status).toBe(200)
  expect((await t.call('getUsers', { page: 1 }, cookie)).status).toBe(200)
})

test('turns the second step of a user off, who then logs in with the password alone', async () => {
  const { user, browser } = await createTotpUser(t, { role: 'admin' })
  expect((await t.call('login', { email: user.email, password: TEST_PASSWORD })).body.code).toBe('second_factor_needed')
  expect(await run('remove-second-factor', user.email)).toBe(
    `${user.email} logs in without a second step now, and was logged out on all devices.`,
  )
  await eventually(async () => expect(await isSignedIn(browser)).toBe(false))
  expect((await t.call('login', { email: user.email, password: TEST_PASSWORD })).status).toBe(200)
  const log = await t.db.select().from(systemLog).where(eq(systemLog.email, 'command line'))
  expect(log.map(({ message }) => message)).toContain(`Removed the second factor of ${user.email}`)
  await expect(run('remove-second-factor', user.email)).rejects.toThrow(`${user.email} has no second factor.`)
})

test('signs out a student who becomes an admin and replaces the password', async () => {
  const student = await t.make.signedIn({ password: 'a lamp by the window' })
  await t.call('session', {}, student.cookie)
  await run('create', student.email)
  // On PostgreSQL the invalidation arrives over the bus.
  await eventually(async () => expect(await t.isLoggedIn(student.cookie)).toBe(false))
  expect((await t.call('login', { email: student.email, password: 'a lamp by the window' })).status).toBe(401)
})

test('unlinks Google from a student who becomes an admin', async () => {
  const student = await t.make.signedIn({})
  await t.db.insert(identities).values({ issuer: 'https://accounts.google.com', subject: '42', userId: student.id })
  await run('create', student.email)
  expect(await t.db.select().from(identities).where(eq(identities.userId, student.id))).toEqual([])
})

test('says that a student who becomes an admin had two-step verification', async () => {
  const { user } = await createTotpUser(t)
  const output = await run('create', user.email)
  expect(output).toContain(
    `${user.email} is now an admin. Two-step verification was turned off. Password (shown once):`,
  )
  expect((await t.call('login', { email: user.email, password: getPassword(output) })).status).toBe(200)
})

test('refuses to create an admin again, who keeps the password and two-step verification', async () => {
  const { user, browser } = await createTotpUser(t, { role: 'admin' })
  await expect(run('create', user.email)).rejects.toThrow(
    `${user.email} is already an admin: use password for a new password, or remove-second-factor to turn two-step verification off.`,
  )
  expect(await isSignedIn(browser)).toBe(true)
  expect((await t.call('login', { email: user.email, password: TEST_PASSWORD })).body.code).toBe('second_factor_needed')
})

test('resets the password of an admin and ends all sessions at once', async () => {
  const admin = await t.make.signedIn({ role: 'admin', password: 'a lamp by the window' })
  expect((await t.call('getUsers', { page: 1 }, admin.cookie)).status).toBe(200)
  const output = await run('password', admin.email)
  await eventually(async () => expect((await t.call('getUsers', { page: 1 }, admin.cookie)).status).toBe(401))
  expect((await t.call('login', { email: admin.email, password: 'a lamp by the window' })).status).toBe(401)
  expect((await t.call('login', { email: admin.email, password: getPassword(output) })).status).toBe(200)
})

test('signs out one user on all devices and no other user', async () => {
  const [user, other] = [await t.make.signedIn(), await t.make.signedIn()]
  await t.make.cookie(user.id)
  await run('end-sessions', user.email)
  expect(await t.db.select().from(sessions).where(eq(sessions.userId, user.id))).toEqual([])
  await eventually(async () => expect((await t.call('getAccount', {}, user.cookie)).status).toBe(401))
  expect((await t.call('getAccount', {}, other.cookie)).status).toBe(200)
})

test('turns maintenance on and off while the server runs', async () => {
  const status = async () => (await t.call('getCourses', { page: 1 })).status
  expect(await status()).toBe(200)
  expect(await run('maintenance', 'on')).toBe('System is down for maintenance')
  await eventually(async () => expect(await status()).toBe(503))
  expect(await run('maintenance', 'off')).toBe('System is running now')
  await eventually(async () => expect(await status()).toBe(200))
})

test('prints one sentence and changes nothing when a command is invalid', async () => {
  const student = await t.make.user()
  const before = await t.db.select().from(users)
  const refusals: [string[], string][] = [
    [['create', 'nobody'], 'Enter a valid email address.'],
    [['password', student.email], `${student.email} is not an admin. Students reset their password on the site.`],
    [['password', 'nobody@mail.example'], 'No user has the email nobody@mail.example.'],
    [['end-sessions', 'nobody@mail.example'], 'No user has the email nobody@mail.example.'],
    [['maintenance', 'maybe'], 'Use maintenance on or maintenance off.'],
    [['maintenance'], USAGE],
    [['create', 'a@mail.example', 'b@mail.example'], USAGE],
    [['drop', 'tables'], USAGE],
    [[], USAGE],
  ]
  for (const [words, sentence] of refusals) await expect(run(...words)).rejects.toThrow(sentence)
  expect(await t.db.select().from(users)).toEqual(before)
})

test('logs each command without its password', async () => {
  const output = await run('create', 'logged@mail.example')
  const entries = await t.db.select().from(systemLog).where(eq(systemLog.email, 'command line'))
  expect(entries.map(({ message }) => message)).toContain('Made logged@mail.example an admin')
  expect(JSON.stringify(entries)).not.toContain(getPassword(output))
})

test.skipIf(ON_SERVER)(
  `accepts connections from the owner only and survives invalid requests on the control socket${NEEDS_EMBEDDED}`,
  async () => {
    expect(statSync(join(t.dataDir, '.admin')).mode & 0o077).toBe(0)
    const { connect: dial } = await import('node:net')
    for (const line of ['\n', 'nonsense\n', '{"a":1}\n', '[1,2]\n', `${'x'.repeat(20_000)}`]) {
      const socket = dial(join(t.dataDir, '.admin'))
      const response = await new Promise<string>((resolve) => {
        let text = ''
        socket
          .on('data', (part) => (text += String(part)))
          .on('error', () => {})
          .on('close', () => resolve(text))
        socket.write(line)
      })
      expect(response === '' || JSON.parse(response).ok === false).toBe(true)
    }
    expect(await run('maintenance', 'off')).toBe('System is running now')
  },
)
