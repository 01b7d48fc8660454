import { ne } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { users } from '#server/platform/db/schema.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { requireAnotherAdmin } from './require-another-admin.ts'

const t = useTestApp()

test('throws last_admin when the only admin is removed, by itself or by another', async () => {
  const [last, former] = [await t.make.user({ role: 'admin' }), await t.make.user({ role: 'admin' })]
  for (const actorId of [last.id, former.id]) {
    const removing = t.db.transaction(async (tx) => {
      await tx.update(users).set({ role: 'student' }).where(ne(users.id, last.id))
      await requireAnotherAdmin(tx, { actorId, userId: last.id })
    })
    await expect(removing).rejects.toMatchObject({ code: 'last_admin' })
  }
})
