import { beforeAll, expect, test } from 'vitest'
import type { UserDetails } from '#contract/schemas/accounts/admin-users.ts'
import { createTotpUser, isSignedIn } from '#server/testing/accounts/two-factor.ts'
import { TEST_PASSWORD } from '#server/testing/accounts/users.ts'
import type { SignedInUser } from '#server/testing/factories.ts'
import { getSentMails } from '#server/testing/mail/sent-mails.ts'
import { useTestApp } from '#server/testing/test-app.ts'

const t = useTestApp()
let admin: SignedInUser
beforeAll(async () => void (admin = await t.make.signedIn({ role: 'admin', password: TEST_PASSWORD })))

const remove = (user_id: number, password = TEST_PASSWORD) =>
  t.call('removeUserSecondFactor', { user_id, password }, admin.cookie)
const readDetails = async (user_id: number) =>
  (await t.call('getUserDetails', { user_id }, admin.cookie)).body.msg as UserDetails

test('turns two-step verification off, signs the user out, and tells the user, the log and the audit log', async () => {
  const { user, browser } = await createTotpUser(t)
  expect(await readDetails(user.id)).toMatchObject({ has_second_factor: true, email_confirmed: true })
  expect(await isSignedIn(browser)).toBe(true)
  expect((await remove(user.id)).body).toEqual({ status: true, msg: 'The user logs in without a second step now' })
  expect(await readDetails(user.id)).toMatchObject({ has_second_factor: false, sessions: [] })
  expect(await isSignedIn(browser)).toBe(false)
  await browser.login(user.email, TEST_PASSWORD)
  expect(await isSignedIn(browser)).toBe(true)
  const mails = await getSentMails(t, user.email)
  expect(mails.at(-1)?.text).toContain('An admin of the site turned two-step verification off')
  expect(await t.findLogMessages(admin.id)).toEqual([`Removed the second factor of ${user.email}`])
})

test('changes nothing for a user without a second factor', async () => {
  const student = await t.make.signedIn()
  expect((await remove(student.id)).status).toBe(200)
  expect(await t.isLoggedIn(student.cookie)).toBe(true)
  expect(await getSentMails(t, student.email)).toEqual([])
})

test('is refused with a wrong password, for an unknown user and for oneself', async () => {
  const { user } = await createTotpUser(t)
  expect((await remove(user.id, 'not this one')).body.code).toBe('wrong_password')
  expect((await remove(999_999_999)).body.code).toBe('user_not_found')
  expect((await remove(admin.id)).body.code).toBe('own_account')
  expect((await readDetails(user.id)).has_second_factor).toBe(true)
})
