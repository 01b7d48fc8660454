import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { desc, eq, isNull, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { readEnv } from '#server/env.ts'
import { openBackups } from '#server/open-storage.ts'
import { backups, mails, site, users } from '#server/platform/db/schema.ts'
import { onReportedError } from '#server/platform/log/report-error.ts'
import { FolderStore } from '#server/platform/storage/folder-store.ts'
import { createWarnings } from '#server/platform/warnings.ts'
import { at } from '#server/testing/at.ts'
import { eventually } from '#server/testing/eventually.ts'
import { createFactories } from '#server/testing/factories.ts'
import { createTestDatabase, type TestDatabase } from '#server/testing/test-db.ts'
import { readSiteLabel } from './backup-name.ts'
import { createBackup } from './create-backup.ts'
import { FolderTarget } from './targets/folder-target.ts'

let own: TestDatabase
let folder: string
const failures: [unknown, string][] = []
beforeAll(async () => {
  own = await createTestDatabase()
  folder = join(own.dataDir, 'backups')
  const make = createFactories(own.database.db)
  for (const role of ['admin', 'admin', 'student'] as const) await make.user({ role })
})
afterAll(() => own.drop())
beforeEach(async () => {
  failures.length = 0
  rmSync(folder, { recursive: true, force: true })
  await own.database.db.delete(backups)
  await own.database.db.delete(mails)
  // No restore is tested, which takes longer than all the rest.
  await own.database.db
    .insert(backups)
    .values({ kind: 'manual', status: 'succeeded', location: folder, restoredAt: new Date() })
})

function open(warnings = createWarnings()) {
  const env = readEnv({ DATA_DIR: own.dataDir, BACKUP_EVERY: '1d', BACKUP_KEEP: '1' })
  return openBackups(env, own.database, (...failure) => failures.push(failure), warnings)
}
const listRows = () =>
  own.database.db.select().from(backups).where(eq(backups.kind, 'scheduled')).orderBy(desc(backups.id))
const age = (hours: number) =>
  own.database.db.update(backups).set({ startedAt: sql`${backups.startedAt} - ${hours}::real * interval '1 hour'` })

test('records why a backup failed, and tries again after an hour', async () => {
  // A file is where the folder should be.
  writeFileSync(folder, '')
  const service = open()
  await expect(service.runDue()).rejects.toThrow('EEXIST')
  await service.runDue()
  expect(await listRows()).toMatchObject([
    { status: 'failed', problem: expect.stringContaining(`No backup can be written into ${folder} (EEXIST`) },
  ])
  expect(failures).toEqual([[expect.any(Error), 'the backup failed']])
  rmSync(folder)
  await age(1.1)
  await service.runDue()
  expect((await listRows()).map(({ status }) => status)).toEqual(['succeeded', 'failed'])
})

test('reads no table once its target has failed', async () => {
  class FullTarget extends FolderTarget {
    override async write(_name: string, bytes: AsyncIterable<Buffer>): Promise<number> {
      for await (const _ of bytes) throw new Error('The target is full')
      return 0
    }
  }
  const query = vi.spyOn(Client.prototype, 'query')
  onTestFinished(() => query.mockRestore())
  const backup = createBackup(
    { ...own, files: new FolderStore(join(own.dataDir, 'uploads')) },
    new FullTarget(folder),
    { hasFiles: false },
  )
  await expect(backup).rejects.toThrow('The target is full')
  const texts: unknown[] = query.mock.calls.map(([text]) => text)
  expect(texts.filter((text) => String(text).startsWith('BEGIN ISOLATION'))).toEqual([])
  expect(readdirSync(own.dataDir).filter((name) => name.startsWith('backup-snapshot-'))).toEqual([])
})

test('warns admins while scheduled backups fail, and emails each of them once', { tags: ['slow'] }, async () => {
  writeFileSync(folder, '')
  const warnings = createWarnings()
  const service = open(warnings)
  const admins = await own.database.db.select().from(users).where(eq(users.role, 'admin')).orderBy(users.id)
  for (let attempt = 0; attempt < 2; attempt++) {
    await expect(service.runDue()).rejects.toThrow('EEXIST')
    await age(1.1)
  }
  expect(await own.database.db.select().from(mails).orderBy(mails.id)).toMatchObject(
    admins.map(({ email, id }) => ({
      ...{ kind: 'backup-failed', toEmail: email, userId: id },
      detail: expect.stringContaining('No backup can be written into'),
    })),
  )
  expect(warnings.list()).toMatchObject([{ code: 'backup_failed', text: expect.stringContaining(folder) }])
  rmSync(folder)
  await service.runDue()
  expect(warnings.list()).toEqual([])
})

test('keeps a backup whose restore test fails, says so, and makes no other one', { tags: ['slow'] }, async () => {
  await own.database.db.delete(backups)
  // No version knows this column, so that the restore refuses it.
  await own.database.pool.query('alter table users add column later int default 1')
  try {
    const warnings = createWarnings()
    const service = open(warnings)
    await service.runDue()
    await age(1.1)
    await service.runDue()
    const rows = await listRows()
    const problem = 'The restore test failed: This backup has data that this version does not know.'
    expect(rows).toMatchObject([{ status: 'succeeded', problem, checkedAt: expect.any(Date), restoredAt: null }])
    expect(readdirSync(folder)).toEqual([at(rows).name])
    expect(warnings.list()).toMatchObject([{ text: expect.stringContaining(problem) }])
  } finally {
    await own.database.pool.query('alter table users drop column later')
  }
})

test('a backup is made and listed when old ones can’t be removed, and the log and the System page say what failed', async () => {
  await own.database.db.insert(site).values({}).onConflictDoNothing()
  const old = `learn-lantern-20010101T000000Z-0000-scheduled-${await readSiteLabel(own.database)}.tar`
  // What is removed is a file.
  mkdirSync(join(folder, old), { recursive: true })
  const reported: unknown[] = []
  onTestFinished(onReportedError(({ source }) => reported.push(source)))
  await open().runDue()
  expect(await listRows()).toMatchObject([{ status: 'succeeded', problem: '' }])
  expect(failures).toEqual([[expect.objectContaining({ code: 'ERR_FS_EISDIR' }), 'old backups were not removed']])
  expect(reported).toEqual(['old backups were not removed'])
})

test('a stop waits until a backup that was started by hand has removed what it has begun', async () => {
  const service = open()
  const run = service.run('manual', new SlowTarget(folder))
  run.catch(() => null)
  await eventually(() => expect(readdirSync(folder)).toEqual([expect.stringMatching(/\.part$/)]))
  await service.stop()
  expect(readdirSync(folder)).toEqual([])
  expect(readdirSync(own.dataDir).filter((name) => name.startsWith('backup-'))).toEqual([])
  expect(await own.database.db.select().from(backups).where(isNull(backups.restoredAt))).toMatchObject([
    { status: 'failed', finishedAt: expect.any(Date) },
  ])
  await expect(run).rejects.toThrow('The server stopped')
})

class SlowTarget extends FolderTarget {
  override write(name: string, bytes: Readable): Promise<number> {
    return super.write(name, Readable.from(slow(bytes)))
  }
}

async function* slow(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for await (const chunk of bytes) {
    yield chunk
    await sleep(1_000)
  }
}

test('a new place gets its first backup at once', async () => {
  await own.database.db.insert(backups).values({ kind: 'scheduled', status: 'succeeded', location: '/mnt/old' })
  await open().runDue()
  expect(await listRows()).toMatchObject([{ status: 'succeeded', location: folder }, { location: '/mnt/old' }])
})
