import { and, eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { enrollments } from '#server/platform/db/schema.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { grantEntitlement } from './entitlements.ts'

const t = useTestApp()

class Rollback extends Error {}

test('grants access when the clock is set back in the middle of the enrollment', async () => {
  const [{ id: userId }, { id: courseId }] = [await t.make.user(), await t.make.course()]
  let until: string | undefined
  const enroll = t.db.transaction(async (tx) => {
    // Found before the function of that name in pg_catalog.
    await tx.execute(sql`create schema clock`)
    await tx.execute(sql`create function clock.clock_timestamp() returns timestamptz language sql
      as $$ select now() - interval '3 hours' $$`)
    await tx.execute(sql`set local search_path = clock, public, pg_catalog`)
    await grantEntitlement(tx, { userId, courseId, source: 'free' })
    const isOwn = and(eq(enrollments.userId, userId), eq(enrollments.courseId, courseId))
    const rows = await tx.select({ until: enrollments.accessUntil }).from(enrollments).where(isOwn)
    until = rows[0]?.until
    throw new Rollback()
  })
  await expect(enroll).rejects.toThrow(Rollback)
  expect(until).toBe('infinity')
})
