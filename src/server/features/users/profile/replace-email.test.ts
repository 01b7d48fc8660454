import { expect, test } from 'vitest'
import { useTestApp } from '#server/testing/test-app.ts'
import { replaceEmail } from './replace-email.ts'

const t = useTestApp()

test('an account that was deleted meanwhile gets no other email', async () => {
  const from = { ip: '', userAgent: '', requestId: '' }
  const change = { userId: 999_999_999, newEmail: 'new@mail.example', isVerified: true, from }
  const replacing = t.db.transaction((tx) => replaceEmail(tx, change))
  await expect(replacing).rejects.toMatchObject({ code: 'user_not_found' })
})
