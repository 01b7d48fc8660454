import { hostname, userInfo } from 'node:os'
import { desc } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { runCommand } from '#server/cli/commands.ts'
import { createSendingBus } from '#server/platform/bus/postgres-bus.ts'
import { auditLog } from '#server/platform/db/schema.ts'
import { disabledThrottles } from '#server/platform/throttle/throttles.ts'
import { createTotpUser } from '#server/testing/accounts/two-factor.ts'
import { at } from '#server/testing/at.ts'
import { useTestApp } from '#server/testing/test-app.ts'

const t = useTestApp()
const findLast = async () => at(await t.db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1))
const run = (...args: string[]) =>
  runCommand({ db: t.db, throttles: disabledThrottles, bus: createSendingBus(t.db) }, args)

test('is recorded with its user and host, and without passwords', async () => {
  const { email } = await t.make.user()
  const printed = [await run('create', email), await run('password', email)]
  await run('end-sessions', email)
  await run('maintenance', 'off')
  const entries = await t.db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(4)
  expect(entries.map(({ action, actorId, actorName, device }) => [action, actorId, actorName, device])).toEqual(
    ['site.maintenance', 'user.sign_out', 'user.reset_password', 'user.promote'].map((action) => [
      ...[action, null, 'Command line', `${userInfo().username} on ${hostname()}`.slice(0, 60)],
    ]),
  )
  for (const text of printed) expect(JSON.stringify(entries)).not.toContain(at(text.split(' '), -1))
})

test('tells a new admin from a promoted student', async () => {
  await run('create', 'chief@new.example')
  expect(await findLast()).toMatchObject({ action: 'user.create', before: {}, after: { role: 'admin' } })
  const { user } = await createTotpUser(t)
  await run('create', user.email)
  expect(await findLast()).toMatchObject({
    action: 'user.promote',
    before: { role: 'student', secondFactors: ['totp', 'recovery'], sessions: 1 },
    after: { role: 'admin', secondFactors: [], sessions: 0, password: '(secret)' },
  })
})

test('has what it took from an account', async () => {
  const { user } = await createTotpUser(t, { role: 'admin' })
  await run('remove-second-factor', user.email)
  expect(await findLast()).toMatchObject({
    before: { secondFactors: ['totp', 'recovery'], sessions: 1 },
    after: { secondFactors: [], sessions: 0 },
  })
  await t.make.cookie(user.id)
  await run('end-sessions', user.email)
  expect(await findLast()).toMatchObject({ before: { sessions: 1 }, after: { sessions: 0 } })
  await run('password', user.email)
  expect(await findLast()).toMatchObject({ before: { password: '(secret)' }, after: { password: '(secret)' } })
})
