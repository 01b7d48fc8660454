import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DrizzleQueryError, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import {
  auditLog,
  dailyCounts,
  emailChanges,
  knownDevices,
  lessons,
  resetCodes,
  sessions,
  systemLog,
  throttles,
  totpSecrets,
  users,
} from './platform/db/schema.ts'
import { demoStudents } from './demo/content/students-content.ts'
import type { Warn } from '#server/platform/log/create-warn.ts'
import { FolderStore } from '#server/platform/storage/folder-store.ts'
import { Pictures } from './platform/storage/pictures.ts'
import { getUploadsFolder } from './features/uploads/upload-routes.ts'
import { at } from './testing/at.ts'
import { eventually } from './testing/eventually.ts'
import { getOutboxFolder } from './testing/mail/outbox.ts'
import { type TestApp, createTestApp } from './testing/test-app.ts'
import { runCleanup, startCleanupJobs } from './cleanup-jobs.ts'

let t: TestApp
beforeAll(async () => {
  t = await createTestApp()
})
afterAll(() => t.close())

const clean = (warn?: Warn) => {
  const files = new FolderStore(getUploadsFolder(t.dataDir))
  const outboxFolder = getOutboxFolder(t)
  return runCleanup({ db: t.db, pictures: new Pictures(files), files, outboxFolder }, warn)
}

test('deletes expired rows and old log entries, and keeps the rest', async () => {
  const { id, cookie } = await t.make.signedIn()
  const gone = await t.make.signedIn()
  await t.db
    .update(sessions)
    .set({ idleUntil: sql`now() - interval '1 second'` })
    .where(eq(sessions.userId, gone.id))
  const [old, young] = [sql`now() - interval '1 minute'`, sql`now() + interval '1 minute'`]
  const deviceHash = randomBytes(32)
  await t.db.insert(resetCodes).values([
    { email: 'old@mail.example', deviceHash, codeHash: 'x', expiresAt: old },
    { email: 'young@mail.example', deviceHash, codeHash: 'x', expiresAt: young },
  ])
  await t.db.insert(emailChanges).values([
    { userId: id, newEmail: 'young@mail.example', expiresAt: young },
    { userId: gone.id, newEmail: 'old@mail.example', expiresAt: old },
  ])
  await t.db.insert(throttles).values([
    { key: 'old', expire: Date.now() - 60_000 },
    { key: 'young', expire: Date.now() + 60_000 },
    { key: 'for good', expire: null },
  ])
  await t.db.insert(knownDevices).values([
    { userId: id, deviceHash, networkHash: deviceHash, lastLoginAt: sql`now() - interval '399 days'` },
    { userId: gone.id, deviceHash, networkHash: deviceHash, lastLoginAt: sql`now() - interval '401 days'` },
  ])
  const confirmed = await t.make.user()
  await t.db.insert(totpSecrets).values([
    { userId: id, secret: deviceHash, createdAt: sql`now() - interval '59 minutes'` },
    { userId: gone.id, secret: deviceHash, createdAt: sql`now() - interval '61 minutes'` },
    { userId: confirmed.id, secret: deviceHash, createdAt: sql`now() - interval '1 year'`, confirmedAt: sql`now()` },
  ])
  await t.db.delete(systemLog)
  await t.db.insert(systemLog).values([
    { message: 'old', createdAt: sql`now() - interval '91 days'` },
    { message: 'young', createdAt: sql`now() - interval '89 days'` },
  ])
  await clean()
  expect(await t.db.select().from(sessions)).toHaveLength(1)
  expect((await t.call('getAccount', {}, cookie)).status).toBe(200)
  expect((await t.db.select().from(resetCodes)).map(({ email }) => email)).toEqual(['young@mail.example'])
  expect((await t.db.select().from(emailChanges)).map(({ userId }) => userId)).toEqual([id])
  expect((await t.db.select().from(knownDevices)).map(({ userId }) => userId)).toEqual([id])
  expect((await t.db.select().from(totpSecrets)).map(({ userId }) => userId).sort()).toEqual([id, confirmed.id].sort())
  expect((await t.db.select().from(throttles)).map(({ key }) => key).sort()).toEqual(['for good', 'young'])
  expect((await t.db.select().from(systemLog)).map(({ message }) => message)).toEqual(['young'])
})

test('deletes unused pictures and lesson files after eight days, and keeps used and recent ones', async () => {
  const folder = getUploadsFolder(t.dataDir)
  mkdirSync(folder, { recursive: true })
  const name = (digits: string, end = '.webp') => digits.repeat(16) + end
  const put = (file: string, ageDays: number) => {
    writeFileSync(join(folder, file), 'x')
    const then = new Date(Date.now() - ageDays * 86_400_000)
    utimesSync(join(folder, file), then, then)
  }
  await t.make.user({ imageUrl: name('aa'), joinedAt: new Date(0) })
  put(name('aa'), 30)
  put(name('bb'), 8.1)
  put(name('cc'), 7.9)
  const course = await t.make.course()
  await t.db
    .update(lessons)
    .set({ url: `/uploads/${name('dd', '.webm')}` })
    .where(eq(lessons.courseId, course.id))
  put(name('dd', '.webm'), 30)
  put(name('ff', '.mp4'), 8.1)
  put(name('ee', '.webp.part'), 8.1)
  await clean()
  expect(readdirSync(folder).sort()).toEqual([name('aa'), name('cc'), name('dd', '.webm'), 'unfinished'])
})

test('keeps files that are older than the first account, as those beside a new or a wrong database are', async () => {
  const folder = getUploadsFolder(t.dataDir)
  mkdirSync(join(folder, 'submissions'), { recursive: true })
  const put = (digits: string, ageDays: number) =>
    ['.webp', '.mp4', '-7'].map((end) => {
      const file = (end === '-7' ? 'submissions/' : '') + digits.repeat(16) + end
      writeFileSync(join(folder, file), 'x')
      const then = new Date(Date.now() - ageDays * 86_400_000)
      utimesSync(join(folder, file), then, then)
      return file
    })
  const [older, newer] = [put('12', 11), put('34', 9)]
  const findLeft = () => [...older, ...newer].filter((file) => existsSync(join(folder, file)))
  await t.db.delete(users)
  await clean()
  expect(findLeft()).toEqual([...older, ...newer])
  // The demo academy fills an empty database with students of long ago, and the first admin is made with it.
  await t.make.user({ email: at(demoStudents).email, joinedAt: new Date(0) })
  await t.make.user({ role: 'admin' })
  await clean()
  expect(findLeft()).toEqual([...older, ...newer])
  await t.make.user({ joinedAt: new Date(Date.now() - 10 * 86_400_000) })
  await clean()
  expect(findLeft()).toEqual(older)
})

test('deletes emails in the outbox after 14 days, and no other file there', async () => {
  await clean()
  const folder = getOutboxFolder(t)
  mkdirSync(folder, { recursive: true })
  const put = (name: string, ageDays: number) => {
    writeFileSync(join(folder, name), 'x')
    const then = new Date(Date.now() - ageDays * 86_400_000)
    utimesSync(join(folder, name), then, then)
  }
  put('old.eml', 14.1)
  put('cut-off.eml.part', 14.1)
  put('young.eml', 13.9)
  put('notes.txt', 30)
  await clean()
  expect(readdirSync(folder).sort()).toEqual(['notes.txt', 'young.eml'])
})

test('removes abandoned uploads when it checks the disk, after an hour without a part', async () => {
  const folder = getUploadsFolder(t.dataDir)
  const put = (name: string, ageMinutes: number) => {
    writeFileSync(join(folder, 'unfinished', name), 'x')
    const then = new Date(Date.now() - ageMinutes * 60_000)
    utimesSync(join(folder, 'unfinished', name), then, then)
  }
  put(`${'11'.repeat(16)}-1-100`, 61)
  put(`${'22'.repeat(16)}-1-100`, 59)
  let checks = 0
  const stop = startCleanupJobs({
    db: t.db,
    pictures: new Pictures(new FolderStore(folder)),
    files: new FolderStore(folder),
    folder,
    outboxFolder: getOutboxFolder(t),
    disk: { check: async () => void checks++ },
    log: t.app.log,
  })
  await eventually(() => expect(readdirSync(join(folder, 'unfinished'))).toEqual([`${'22'.repeat(16)}-1-100`]))
  await eventually(() => expect(checks).toBe(1))
  stop()
})

test('counts finished days, which accounts deleted later stay in', async () => {
  const joinedAt = sql`now() - interval '5 days'`
  const { id } = await t.make.user({ joinedAt: joinedAt as never })
  await t.db.delete(dailyCounts)
  await clean()
  await t.db.delete(users).where(eq(users.id, id))
  const [day] = await t.db
    .select({ signups: dailyCounts.signups })
    .from(dailyCounts)
    .where(eq(dailyCounts.day, sql`((${joinedAt}) at time zone 'UTC')::date`))
  expect(day).toEqual({ signups: 1 })
})

test('deletes old log entries in batches', async () => {
  await t.db.delete(systemLog)
  await t.db.execute(sql`insert into system_log (message, created_at)
    select 'old', now() - interval '91 days' from generate_series(1, 10001)`)
  await t.db.insert(systemLog).values({ message: 'young' })
  const { pool } = t.database
  const { query } = pool
  const deleted: (number | null)[] = []
  pool.query = (async (...given: Parameters<typeof query>) => {
    const result = await (query.apply(pool, given) as unknown as Promise<{ rowCount: number | null }>)
    if (JSON.stringify(given[0]).includes('delete from \\"system_log\\"')) deleted.push(result.rowCount)
    return result
  }) as typeof query
  await clean().finally(() => (pool.query = query))
  expect(deleted).toEqual([5_000, 5_000, 1, 0])
  expect((await t.db.select().from(systemLog)).map(({ message }) => message)).toEqual(['young'])
})

test('deletes old audit entries when those of the system log cannot be deleted', async () => {
  const createdAt = sql`now() - interval '731 days'`
  await t.db.insert(auditLog).values({ actorName: 'Ada', action: 'course.add', subjectKind: 'course', createdAt })
  await t.db.insert(systemLog).values({ message: 'old', createdAt })
  await t.db.execute(sql`create function refuse() returns trigger language plpgsql as $$
    begin raise exception 'no log today'; end $$`)
  await t.db.execute(sql`create trigger refuse before delete on system_log execute function refuse()`)
  onTestFinished(async () => void (await t.db.execute(sql`drop function refuse cascade`)))
  const warn = vi.fn<Warn>()
  await clean(warn)
  expect(warn.mock.calls).toEqual([[expect.any(DrizzleQueryError), 'cleanup failed: system log']])
  expect(await t.db.$count(auditLog)).toBe(0)
})

test('goes on with the other steps when some fail, and names each', async () => {
  const outboxFolder = getOutboxFolder(t)
  const files = new FolderStore(getUploadsFolder(t.dataDir))
  const pictures = new Pictures(files)
  pictures.removeUnused = () => Promise.reject(new Error('no pictures today'))
  files.list = () => {
    throw new Error('no files today')
  }
  const old = join(outboxFolder, 'old.eml')
  mkdirSync(outboxFolder, { recursive: true })
  writeFileSync(old, 'an old email')
  utimesSync(old, new Date(0), new Date(0))
  const warn = vi.fn<Warn>()
  await runCleanup({ db: t.db, pictures, files, outboxFolder }, warn)
  expect(warn.mock.calls).toEqual([
    [new Error('no pictures today'), 'cleanup failed: pictures'],
    [new Error('no files today'), 'cleanup failed: lesson files'],
    [new Error('no files today'), 'cleanup failed: submission files'],
  ])
  expect(readdirSync(outboxFolder)).not.toContain('old.eml')
})
