import { expect, test } from 'vitest'
import { disabledThrottles } from '#server/platform/throttle/throttles.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { requireRecentAuth } from './require-recent-auth.ts'

const t = useTestApp()

test('refuses a user who was deleted after the session was found', async () => {
  const context = {
    ...{ db: t.db, ip: '192.0.2.1', throttles: disabledThrottles },
    user: { student_id: 999_999_999, email: 'gone@mail.example' },
    session: { current: { tokenHash: '', isFresh: true } },
  } as unknown as Parameters<typeof requireRecentAuth>[0]
  await expect(requireRecentAuth(context, undefined)).rejects.toMatchObject({ code: 'user_not_found' })
})
