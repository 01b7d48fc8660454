import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { identities, knownDevices, sessions, users } from '#server/platform/db/schema.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { at } from '#server/testing/at.ts'
import { SettingError } from '#server/env.ts'
import { createWarnings } from '#server/platform/warnings.ts'
import { ensureAdmin, warnAboutAdminPassword } from './ensure-admin.ts'

const t = useTestApp()
beforeEach(async () => {
  await t.db.delete(users)
})

const login = async (email: string, password = '') => (await t.call('login', { email, password })).status
const admins = () => t.db.select().from(users).where(eq(users.role, 'admin'))

test('creates the first admin with a generated password that is returned once', async () => {
  const created = await ensureAdmin(t.db, t.env)
  expect(created).toMatchObject({
    ...{ email: 'admin@localhost.test', password: expect.stringMatching(/^[\w-]{16}$/) },
    ...{ isNew: true, isPasswordFromSettings: false },
  })
  expect(await login('admin@localhost.test', created.password)).toBe(200)
  expect(await ensureAdmin(t.db, t.env)).toEqual({
    ...{ id: created.id, email: 'admin@localhost.test', isNew: false, isPasswordFromSettings: false },
  })
  expect(await admins()).toHaveLength(1)
})

test('uses the password from the settings and does not return it', async () => {
  const env = { ...t.env, adminEmail: 'me@mail.example', adminPassword: 'of the settings' }
  const created = await ensureAdmin(t.db, env)
  expect(created).toEqual({
    ...{ id: expect.any(Number), email: 'me@mail.example', isNew: true, isPasswordFromSettings: true },
  })
  expect(await ensureAdmin(t.db, env)).toEqual({ ...created, isNew: false })
  expect(await login('me@mail.example', 'of the settings')).toBe(200)
})

test('changes no admin when the settings differ at a later start', async () => {
  const { id } = await ensureAdmin(t.db, { ...t.env, adminPassword: 'the first one' })
  expect(await ensureAdmin(t.db, { ...t.env, adminEmail: 'other@mail.example', adminPassword: 'another one' })).toEqual(
    { id, email: 'admin@localhost.test', isNew: false, isPasswordFromSettings: false },
  )
  expect((await admins()).map(({ email }) => email)).toEqual(['admin@localhost.test'])
  expect(await login('admin@localhost.test', 'another one')).toBe(401)
})

test('finds the admin of ADMIN_EMAIL before an earlier one', async () => {
  await t.make.user({ role: 'admin', email: 'earlier@mail.example' })
  const { id } = await t.make.user({ role: 'admin', email: 'me@mail.example' })
  expect(await ensureAdmin(t.db, { ...t.env, adminEmail: 'me@mail.example' })).toMatchObject({ id })
})

test('creates one admin when several servers start at once', async () => {
  const created = (await Promise.all([1, 2, 3].map(() => ensureAdmin(t.db, t.env)))).filter(({ isNew }) => isNew)
  expect(created).toHaveLength(1)
  expect(await login('admin@localhost.test', at(created).password)).toBe(200)
})

test('replaces the password and sessions of a student who has the admin email', async () => {
  const squatter = await t.make.signedIn({ email: 'admin@localhost.test', password: 'the squatter’s own' })
  const created = await ensureAdmin(t.db, t.env)
  expect(await login('admin@localhost.test', created.password)).toBe(200)
  expect(await login('admin@localhost.test', 'the squatter’s own')).toBe(401)
  const left = await t.db.select({ userId: sessions.userId }).from(sessions).where(eq(sessions.userId, squatter.id))
  expect(left).toHaveLength(1)
  expect(await t.isLoggedIn(squatter.cookie)).toBe(false)
})

test('unlinks Google and forgets the browsers of a student who has the admin email', async () => {
  const { id } = await t.make.user({ email: 'admin@localhost.test' })
  await t.db.insert(identities).values({ issuer: 'https://accounts.google.com', subject: '7', userId: id })
  await t.db
    .insert(knownDevices)
    .values({ userId: id, deviceHash: Buffer.alloc(32, 1), networkHash: Buffer.alloc(32, 2) })
  expect(await ensureAdmin(t.db, t.env)).toMatchObject({ id })
  for (const table of [identities, knownDevices])
    expect(await t.db.select().from(table).where(eq(table.userId, id))).toEqual([])
})

test.each(['password', 'Passw0rd1', 'aaaaaaaaaa', '1234567890', 'admin@localhost.test', 'admin', 'ncc1701e'])(
  'refuses to create an admin with the common password %s',
  async (adminPassword) => {
    const created = ensureAdmin(t.db, { ...t.env, adminPassword })
    await expect(created).rejects.toThrow(SettingError)
    await expect(created).rejects.toThrow(/^ADMIN_PASSWORD must [^\n]+$/)
    expect(await admins()).toEqual([])
  },
)

test.each(['password', 'ncc1701e'])(
  'starts with a warning when an existing admin has the password %s',
  async (password) => {
    const env = { ...t.env, adminPassword: password }
    const admin = await t.make.user({ role: 'admin', email: env.adminEmail, password })
    const warn = async () => {
      const warnings = createWarnings()
      expect(await ensureAdmin(t.db, env)).toMatchObject({ isNew: false })
      await warnAboutAdminPassword(t.db, env, warnings)
      return warnings.list().map(({ code }) => code)
    }
    expect(await warn()).toEqual(['weak_admin_password'])
    await t.db.update(users).set({ passwordHash: null }).where(eq(users.id, admin.id))
    expect(await warn()).toEqual([])
  },
)
