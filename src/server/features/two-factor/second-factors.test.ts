import { expect, test } from 'vitest'
import { useTestApp } from '#server/testing/test-app.ts'
import { lockFactors } from './second-factors.ts'

const t = useTestApp()

test('the factors of an account that was deleted meanwhile are not changed', async () => {
  const locking = t.db.transaction((tx) => lockFactors(tx, 999_999_999))
  await expect(locking).rejects.toMatchObject({ code: 'user_not_found' })
})
