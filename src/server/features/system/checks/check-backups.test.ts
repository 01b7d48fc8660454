import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { readEnv } from '#server/env.ts'
import { STOPPED } from '#server/features/backups/report-failures.ts'
import { backups } from '#server/platform/db/schema.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { checkBackups } from './check-backups.ts'

const t = useTestApp()
beforeEach(() => t.db.delete(backups))

const check = async (every: string, settings: Record<string, string> = {}) => {
  const env = readEnv({ DATA_DIR: t.dataDir, BACKUP_EVERY: every, BACKUP_TO: '/srv/backups', ...settings })
  const [found] = await checkBackups({ env, database: t.database })
  return [found?.status, found?.text]
}
const add = (status: 'succeeded' | 'failed' | 'running', hoursAgo: number, problem = '') =>
  t.db.insert(backups).values({
    ...{ kind: 'scheduled', location: '/srv/backups', status, problem },
    // And a minute, because a machine's clock may be set back a little meanwhile.
    startedAt: sql`now() - ${hoursAgo}::int * interval '1 hour' - interval '1 minute'`,
  })

describe('The check of backups', () => {
  it('says how to have them made while there is no schedule', async () => {
    const text = 'No schedule. Set BACKUP_EVERY to have backups made.'
    expect(await check('off')).toEqual(['ok', text])
    expect(await check('off', { PUBLIC_URL: 'https://learn.example.org' })).toEqual(['warning', text])
  })

  it('accepts one that is no older than the schedule, also while the next one runs', async () => {
    expect(await check('1d')).toEqual(['ok', 'The first one is due.'])
    await add('succeeded', 24)
    await add('running', 0)
    expect(await check('1d')).toEqual(['ok', 'The last one is 24 hours old, in /srv/backups.'])
    await add('succeeded', 1)
    expect(await check('1d')).toEqual(['ok', 'The last one is 1 hour old, in /srv/backups.'])
  })

  it('counts none that a clock which was ahead has dated in the future', async () => {
    await add('succeeded', -20)
    expect(await check('1d')).toEqual(['ok', 'The first one is due.'])
  })

  it('counts none of another place', async () => {
    await add('succeeded', 1)
    await add('failed', 0, 'The disk is full.')
    expect(await check('1d', { BACKUP_TO: '/mnt/new' })).toEqual(['ok', 'The first one is due.'])
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

  it('warns of a failed attempt and of a failed restore test while the last backup is new enough', async () => {
    await add('succeeded', 2)
    await add('failed', 1, 'The disk is full.')
    const age = 'The last one is 2 hours old, in /srv/backups.'
    expect(await check('1d')).toEqual(['warning', `${age} The last attempt failed: The disk is full.`])
    await t.db.delete(backups)
    await add('succeeded', 2, 'The restore test failed: The disk is full.')
    expect(await check('1d')).toEqual(['warning', `${age} The restore test failed: The disk is full.`])
  })

  it('tells of the last attempt, also when an older backup was listed again after a restore', async () => {
    await add('failed', 1, 'The disk is full.')
    await add('succeeded', 2)
    expect(await check('1d')).toEqual([
      'warning',
      expect.stringContaining('The last attempt failed: The disk is full.'),
    ])
  })

  it('does not tell of an attempt that a stop of the server has ended', async () => {
    await add('succeeded', 2)
    await add('failed', 1, STOPPED)
    expect(await check('1d')).toEqual(['ok', 'The last one is 2 hours old, in /srv/backups.'])
  })

  it.each(['off', '1d'])('tells of a backup that has been running for too long with the schedule %s', async (every) => {
    await add('running', 11)
    await add('succeeded', 1)
    expect(await check(every)).toEqual(['ok', expect.not.stringContaining('has not ended')])
    await add('running', 13)
    expect(await check(every)).toEqual(['error', expect.stringContaining('began 13 hours ago and has not ended')])
  })
})
