import { createHash } from 'node:crypto'
import { desc } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { auditLog, emailChanges } from '#server/platform/db/schema.ts'
import { TEST_PASSWORD } from '#server/testing/accounts/users.ts'
import { at } from '#server/testing/at.ts'
import { TINY_PNG } from '#server/testing/files/picture-form.ts'
import { useTestApp } from '#server/testing/test-app.ts'

const t = useTestApp()
const findLast = async () => at(await t.db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1))
const toProfile = (email: string) => ({
  ...{ first_name: 'Mara', last_name: 'Kask', email, birthdate: '1990-12-10', gender: 'Female' },
})

test('an admin’s own picture is recorded under the account’s email', async () => {
  const admin = await t.make.signedIn({ role: 'admin' })
  await t.upload({ id: admin.id, image: TINY_PNG }, admin.cookie)
  expect(await findLast()).toMatchObject({ action: 'user.picture', subjectName: admin.email, before: { imageUrl: '' } })
})

test('an admin’s new email is recorded, at once or when its link is opened', async () => {
  const admin = await t.make.signedIn({ role: 'admin' })
  await t.send('updateUser', toProfile('moved@mail.example'), admin.cookie)
  const entry = { action: 'user.change_email', actorId: admin.id, subjectId: String(admin.id), ip: '127.0.0.1' }
  expect(await findLast()).toMatchObject({
    ...entry,
    ...{ before: { email: admin.email }, after: { email: 'moved@mail.example' } },
  })
  const token = 'x'.repeat(43)
  const tokenHash = createHash('sha256').update(token).digest()
  const expiresAt = new Date(Date.now() + 60_000)
  await t.db.insert(emailChanges).values({ userId: admin.id, newEmail: 'again@mail.example', tokenHash, expiresAt })
  expect((await t.send('confirmEmail', { token })).status).toBe(200)
  expect(await findLast()).toMatchObject({
    ...entry,
    ...{ before: { email: 'moved@mail.example' }, after: { email: 'again@mail.example' } },
  })
})

test('a password stays out of the log', async () => {
  const admin = await t.make.signedIn({ role: 'admin', password: TEST_PASSWORD })
  await t.call('changePassword', { password: TEST_PASSWORD, new_password: 'nine green bottles' }, admin.cookie)
  const { before, after } = await findLast()
  expect([before, after]).toEqual([{ password: '(secret)' }, { password: '(secret)' }])
})

test('students’ changes of their own accounts are not recorded', async () => {
  const student = await t.make.signedIn({ password: TEST_PASSWORD })
  const other = await t.make.cookie(student.id)
  const count = await t.db.$count(auditLog)
  const answers = [
    await t.send('updateUser', toProfile(student.email), student.cookie),
    await t.call('endOtherSessions', {}, student.cookie),
    await t.call('changePassword', { password: TEST_PASSWORD, new_password: 'nine green bottles' }, student.cookie),
    await t.upload({ id: student.id, image: TINY_PNG }, student.cookie),
  ]
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  expect(await t.isLoggedIn(other)).toBe(false)
  expect(await t.db.$count(auditLog)).toBe(count)
})
