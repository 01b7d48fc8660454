import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { throttles } from '#server/platform/db/schema.ts'
import { disabledThrottles } from '#server/platform/throttle/throttles.ts'
import { getSentMails } from '#server/testing/mail/sent-mails.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { requireRecentAuth } from './require-recent-auth.ts'

const t = useTestApp({ THROTTLE: 'on' })

test('refuses a user who was deleted after the session was found', async () => {
  const context = {
    ...{ db: t.db, ip: '192.0.2.1', throttles: disabledThrottles },
    user: { student_id: 999_999_999, email: 'gone@mail.example' },
    session: { current: { tokenHash: '', isFresh: true } },
  } as unknown as Parameters<typeof requireRecentAuth>[0]
  await expect(requireRecentAuth(context, undefined)).rejects.toMatchObject({ code: 'user_not_found' })
})

test('logs wrong passwords, and warns the owner when they become many', async () => {
  const user = await t.make.signedIn({ password: 'eleven green bottles' })
  const guess = () => t.send('changePassword', { password: 'wrong', new_password: 'a lantern in the fog' }, user.cookie)
  expect((await guess()).body.code).toBe('wrong_password')
  expect(await t.findLogMessages(user.id)).toEqual(['Entered a wrong password'])
  await t.db
    .update(throttles)
    .set({ points: 99 })
    .where(sql`${throttles.key} like 'login-day:%'`)
  await guess()
  expect((await getSentMails(t, user.email)).map(({ subject }) => subject)).toEqual([
    'Many failed logins to your account',
  ])
})
