import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { desc, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import type { BackupList } from '#contract/schemas/operations/backups.ts'
import { buildApp } from '#server/app.ts'
import { runBackupCommand } from '#server/cli/backup-commands.ts'
import { readEnv } from '#server/env.ts'
import { openBackups, openFileStore } from '#server/open-storage.ts'
import { auditLog, backups } from '#server/platform/db/schema.ts'
import { at } from '#server/testing/at.ts'
import { eventually } from '#server/testing/eventually.ts'
import { createFactories } from '#server/testing/factories.ts'
import { startS3Server } from '#server/testing/files/s3-server.ts'
import { createTestClient, type TestClient } from '#server/testing/test-client.ts'
import { createTestDatabase, type TestDatabase } from '#server/testing/test-db.ts'
import { withBackupLock } from './backup-lock.ts'

let own: TestDatabase
let client: TestClient
let admin: { cookie: string }
let folder: string
let close: () => Promise<void>
const getSettings = (changes: Record<string, string> = {}) => ({
  DATA_DIR: own.dataDir,
  LOG_LEVEL: 'silent',
  BACKUP_KEEP: '1',
  ...(own.databaseUrl && { DATABASE_URL: own.databaseUrl }),
  ...changes,
})
beforeAll(async () => {
  own = await createTestDatabase()
  folder = join(own.dataDir, 'backups')
  const app = await buildApp({ env: readEnv(getSettings()), database: own.database })
  await app.ready()
  client = createTestClient(app)
  admin = await createFactories(own.database.db).signedIn({ role: 'admin' })
  close = () => app.close()
})
afterAll(async () => {
  await close()
  await own.drop()
})
beforeEach(async () => {
  rmSync(folder, { recursive: true, force: true })
  await own.database.db.delete(backups)
})

const open = (changes: Record<string, string> = {}) =>
  openBackups(readEnv(getSettings(changes)), own.database, () => {})
const listRows = () => own.database.db.select().from(backups).orderBy(desc(backups.id))
const age = (hours: number) =>
  own.database.db.update(backups).set({ startedAt: sql`${backups.startedAt} - ${hours}::real * interval '1 hour'` })
/** No restore is tested after it, which takes longer than all the rest. */
const addTested = () =>
  own.database.db
    .insert(backups)
    .values({ kind: 'manual', status: 'succeeded', location: '', restoredAt: new Date(), removedAt: new Date() })
const getList = async () => {
  const { status, body } = await client.call('getBackups', {}, admin.cookie)
  return { status, list: body.msg as BackupList }
}

describe('the schedule', () => {
  test('makes a backup when one is due, keeps the last ones and the last tested one, and tests one restore a week', async () => {
    const service = open({ BACKUP_EVERY: '6h' })
    await service.runDue()
    await service.runDue()
    expect(await listRows()).toMatchObject([
      {
        kind: 'scheduled',
        status: 'succeeded',
        location: folder,
        checkedAt: expect.any(Date),
        restoredAt: expect.any(Date),
      },
    ])
    expect(readdirSync(own.dataDir).filter((name) => name.startsWith('backup-'))).toEqual([])
    // Older ones, the first of which was tested too.
    const old = ['2001', '2002'].map((year) => `learn-lantern-${year}0101T000000Z-0000-scheduled-00000000.tar`)
    for (const [index, name] of old.entries()) {
      const restoredAt = index === 0 ? new Date() : null
      const row = { kind: 'scheduled', status: 'succeeded', location: folder, name, restoredAt } as const
      await own.database.db.insert(backups).values(row)
      writeFileSync(join(folder, name), '')
    }
    await age(6.1)
    await service.runDue()
    const rows = await listRows()
    expect(rows.map(({ restoredAt, removedAt }) => [restoredAt !== null, removedAt !== null])).toEqual([
      [false, false],
      [false, true],
      [true, true],
      [true, false],
    ])
    const [last, tested] = [at(rows).name, at(rows, 3).name]
    expect(readdirSync(folder).sort()).toEqual([tested, last].sort())
    const { list } = await getList()
    expect(list.backups.map(({ name }) => name)).toEqual([last, tested])
    expect(list.restore_test_date).not.toBeNull()
  })

  test('is off by default', async () => {
    await open().runDue()
    expect(await listRows()).toEqual([])
  })

  test(
    'keeps and lists the last ones of this site by their names after a restore has forgotten them',
    { tags: ['slow'] },
    async () => {
      const service = open({ BACKUP_EVERY: '6h', BACKUP_KEEP: '2' })
      await addTested()
      await service.runDue()
      const label = /-scheduled-([0-9a-f]{8})\.tar$/.exec(at(readdirSync(folder)))?.[1]
      expect(label).toBeDefined()
      await own.database.db.delete(backups).where(eq(backups.kind, 'scheduled'))
      const toName = (year: number, origin: string) => `learn-lantern-${year}0101T000000Z-0000${origin}.tar`
      const old = [2001, 2002, 2003].map((year) => toName(year, `-scheduled-${label}`))
      const others = [toName(2001, ''), toName(2001, `-upgrade-0003-${label}`), toName(2001, '-scheduled-00000000')]
      for (const name of [...old, ...others]) writeFileSync(join(folder, name), '')
      await service.runDue()
      const stored = readdirSync(folder)
      expect(stored).toEqual(expect.arrayContaining(others))
      expect(stored).not.toEqual(expect.arrayContaining([at(old)]))
      expect(stored).toHaveLength(others.length + 2)
      expect((await getList()).list.backups.map(({ name }) => name).sort()).toEqual(
        stored.filter((name) => !others.includes(name)),
      )
    },
  )

  test('keeps the last one in a bucket, and everything there that is none of its own', async () => {
    const bucket = await startS3Server()
    onTestFinished(() => bucket.remove())
    const settings = { BACKUP_EVERY: '6h', BACKUP_TO: 's3', S3_URL: bucket.url }
    const store = openFileStore(readEnv(getSettings(settings)))
    const listStored = async () => {
      const names: string[] = []
      for (const prefix of ['', 'backups/']) for await (const { name } of store.list(prefix)) names.push(name)
      return names.sort()
    }
    const others = [
      `${'a'.repeat(32)}.webp`,
      'backups/learn-lantern-20010101T000000Z-0000-scheduled-00000000.tar',
      'backups/learn-lantern-20010101T000000Z-0000.tar',
    ]
    for (const name of others) await store.write(name, Buffer.from('other'))
    await addTested()
    const service = open(settings)
    await service.runDue()
    expect(await listStored()).toHaveLength(others.length + 1)
    await age(6.1)
    // Names have whole seconds.
    await sleep(1_000)
    await service.runDue()
    const [last, first] = (await listRows()).filter(({ kind }) => kind === 'scheduled')
    expect([first?.removedAt, last?.removedAt]).toEqual([expect.any(Date), null])
    expect(await listStored()).toEqual([...others, `backups/${last?.name}`].sort())
  })

  test('makes a backup and keeps it when a clock that was ahead has dated others in the future', async () => {
    const future = `learn-lantern-${new Date().getFullYear() + 1}0101T000000Z-0000-scheduled-00000000.tar`
    mkdirSync(folder)
    writeFileSync(join(folder, future), '')
    await own.database.db.insert(backups).values({
      ...{ kind: 'scheduled', status: 'succeeded', location: folder, name: future, restoredAt: new Date() },
      startedAt: sql`now() + interval '1 day'`,
    })
    await open({ BACKUP_EVERY: '1d' }).runDue()
    const rows = await listRows()
    expect(rows.map(({ removedAt }) => removedAt)).toEqual([null, null])
    expect(readdirSync(folder).sort()).toEqual([at(rows).name, future].sort())
  })

  test('waits for the next time without an error while another server makes a backup', async () => {
    await withBackupLock(own.database, own.dataDir, () => open({ BACKUP_EVERY: '1d' }).runDue())
    expect(await listRows()).toEqual([])
  })

  test('leaves nothing of a backup that the server’s stop interrupts, and marks what a killed server has left', async () => {
    await own.database.db.insert(backups).values({ kind: 'manual', location: folder })
    const service = open({ BACKUP_EVERY: '1d' })
    await service.stop()
    await expect(service.runDue()).rejects.toThrow('The server stopped')
    const problem = 'The server stopped before the backup was complete.'
    expect(await listRows()).toMatchObject([
      { kind: 'scheduled', status: 'failed', problem },
      { kind: 'manual', status: 'failed', problem },
    ])
    expect(readdirSync(own.dataDir)).not.toContain('backups')
  })
})

describe('the calls', () => {
  test('an admin starts a backup and sees its result', async () => {
    expect((await client.call('startBackup', {}, admin.cookie)).body.msg).toBe('The backup has started')
    expect(await own.database.db.select().from(auditLog)).toMatchObject([{ action: 'site.backup' }])
    expect((await getList()).list).toMatchObject({ every_hours: null, keep: 1, location: folder, has_files: true })
    await eventually(async () => {
      const { list } = await getList()
      expect(list).toMatchObject({ isRunning: false, backups: [{ kind: 'manual', status: 'succeeded' }] })
      expect(readdirSync(folder)).toEqual([at(list.backups).name])
    })
  })

  test('a backup runs while its lock is held, and not because a killed server has left its row', async () => {
    await own.database.db.insert(backups).values({ kind: 'manual', location: folder })
    expect((await getList()).list).toMatchObject({
      isRunning: false,
      backups: [{ status: 'failed', problem: 'The server stopped before the backup was complete.' }],
    })
    await withBackupLock(own.database, own.dataDir, async () => {
      expect((await getList()).list).toMatchObject({ isRunning: true, backups: [{ status: 'running', problem: '' }] })
    })
  })

  test('failed backups do not hide those that can be restored', async () => {
    const failed = Array.from(
      { length: 12 },
      () => ({ kind: 'scheduled', status: 'failed', location: folder }) as const,
    )
    await own.database.db.insert(backups).values([
      {
        kind: 'scheduled',
        status: 'succeeded',
        location: folder,
        name: 'good',
        startedAt: sql`now() - interval '1 day'`,
      },
      ...failed,
    ])
    expect((await getList()).list.backups.map(({ status }) => status)).toEqual([
      ...['failed', 'failed', 'failed'],
      'succeeded',
    ])
  })

  test('a second backup at the same time is not started', async () => {
    await withBackupLock(own.database, own.dataDir, async () => {
      expect((await client.call('startBackup', {}, admin.cookie)).body.msg).toBe('A backup is already running')
      await expect(open().run('manual')).rejects.toThrow('A backup is already running.')
    })
    expect(await listRows()).toEqual([])
  })
})

describe('the commands', () => {
  const run = (command: 'backup' | 'restore' | 'verify-backup', ...args: string[]) =>
    runBackupCommand(command, args, getSettings())

  test('back up a running site into a folder, and check the file', async () => {
    const other = join(own.dataDir, 'elsewhere')
    mkdirSync(other)
    expect(await run('backup', '--to', other)).toMatch(
      /^Backup learn-lantern-\S+\.tar is in \S+elsewhere: .* All checksums are right\.$/,
    )
    expect(readdirSync(other)).toHaveLength(1)
    await expect(run('restore', join(other, at(readdirSync(other))))).rejects.toThrow(
      own.databaseUrl ? 'Stop every server of this site' : 'is in use by another process',
    )
    await expect(run('verify-backup', 'nothing.tar')).rejects.toThrow('There is no file nothing.tar here')
  })

  test.each<['backup' | 'restore' | 'verify-backup', string[]]>([
    ['backup', ['folder']],
    ['backup', ['--to']],
    ['restore', []],
    ['restore', ['x.tar', '--force']],
    ['verify-backup', ['--all']],
  ])('print how they are used: %s %j', async (command, args) => {
    await expect(run(command, ...args)).rejects.toThrow('npm run restore -- FILE --replace')
  })
})
