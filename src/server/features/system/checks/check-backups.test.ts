import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { readEnv } from '#server/env.ts'
import { backups } from '#server/platform/db/schema.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { checkBackups } from './check-backups.ts'

const t = useTestApp()
beforeEach(() => t.db.delete(backups))

const check = async (every: string) => {
  const env = readEnv({ DATA_DIR: t.dataDir, BACKUP_EVERY: every, BACKUP_TO: '/srv/backups' })
  const [found] = await checkBackups({ env, database: t.database })
  return [found?.status, found?.text]
}
const add = (status: 'succeeded' | 'failed' | 'running', hoursAgo: number, problem = '') =>
  t.db.insert(backups).values({
    ...{ kind: 'scheduled', location: '/srv/backups', status, problem },
    startedAt: sql`now() - ${hoursAgo}::int * interval '1 hour'`,
  })

describe('The check of backups', () => {
  it('says how to have them made while there is no schedule', async () => {
    expect(await check('off')).toEqual(['ok', 'No schedule. Set BACKUP_EVERY to have backups made.'])
  })

  it('accepts one that is no older than the schedule, also while the next one runs', async () => {
    expect(await check('1d')).toEqual(['ok', 'The first one is due.'])
    await add('succeeded', 24)
    await add('running', 0)
    expect(await check('1d')).toEqual(['ok', 'The last one is 24 hours old, in /srv/backups.'])
    await add('succeeded', 1)
    expect(await check('1d')).toEqual(['ok', 'The last one is 1 hour old, in /srv/backups.'])
  })

  it('tells why there is none, or none for too long', async () => {
    await add('failed', 1, 'The disk is full.')
    expect(await check('1d')).toEqual(['error', 'There is none yet. The last attempt failed: The disk is full.'])
    await t.db.delete(backups)
    await add('succeeded', 30)
    await add('failed', 1, 'The disk is full.')
    expect(await check('6h')).toEqual([
      'error',
      'The last one is 30 hours old, in /srv/backups. The last attempt failed: The disk is full.',
    ])
  })
})
