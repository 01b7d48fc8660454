import { beforeEach, expect, it } from 'vitest'
import type { BackupList } from '#contract/schemas/operations/backups.ts'
import { backups } from '#server/platform/db/schema.ts'
import { createWarnings } from '#server/platform/warnings.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { warnAboutBackups } from './report-failures.ts'

const t = useTestApp({ BACKUP_TO: '/srv/backups' })
beforeEach(() => t.db.delete(backups))

/** As those that a restore has forgotten: listed after later ones. */
const addForgotten = (count: number) =>
  t.db.insert(backups).values(
    Array.from({ length: count }, (_, index) => ({
      ...{ kind: 'scheduled' as const, status: 'succeeded' as const, location: '/srv/backups', name: `old-${index}` },
      startedAt: new Date(2026, 0, 1 + index),
    })),
  )

it('lists the newest backups, also when older ones were listed again after a restore', async () => {
  await t.db.insert(backups).values({ kind: 'manual', status: 'succeeded', location: '/srv/backups', name: 'new' })
  await addForgotten(10)
  const admin = await t.make.signedIn({ role: 'admin' })
  const { body } = await t.call('getBackups', {}, admin.cookie)
  expect((body.msg as BackupList).backups.slice(0, 2)).toMatchObject([{ name: 'new' }, { name: 'old-9' }])
})

it('warns of the last failure, also when older backups were listed again after a restore', async () => {
  const failed = {
    kind: 'scheduled',
    status: 'failed',
    location: '/srv/backups',
    problem: 'The disk is full.',
  } as const
  await t.db.insert(backups).values(failed)
  await addForgotten(1)
  const warnings = createWarnings()
  await warnAboutBackups(t.db, warnings)
  expect(warnings.list()).toMatchObject([{ text: expect.stringContaining('The disk is full.') }])
})

it('lists the backups of the current place only', async () => {
  const elsewhere = { kind: 'scheduled', location: '/mnt/old' } as const
  await t.db.insert(backups).values([
    { ...elsewhere, status: 'succeeded' },
    { ...elsewhere, status: 'failed' },
  ])
  await addForgotten(1)
  const admin = await t.make.signedIn({ role: 'admin' })
  const { body } = await t.call('getBackups', {}, admin.cookie)
  expect((body.msg as BackupList).backups).toMatchObject([{ name: 'old-0' }])
})
