import { appendFileSync, cpSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect, type Database } from '#server/platform/db/connect.ts'
import { migrate, MIGRATIONS, readMigrationTag } from '#server/platform/db/migrate.ts'
import { withClient } from '#server/platform/db/open-client.ts'
import { FolderStore } from '#server/platform/storage/folder-store.ts'
import { copyMigrationsUntil } from '#server/testing/copy-migrations-until.ts'
import { createTestDatabase, NEEDS_SERVER, ON_SERVER } from '#server/testing/test-db.ts'
import { inspectArchive } from './archive/inspect-archive.ts'
import { withBackupLock } from './backup-lock.ts'
import { FolderTarget } from './targets/folder-target.ts'
import { emptyDatabase } from './database/empty-database.ts'
import { loadDatabase } from './database/fill-database.ts'
import { restoreBackup } from './restore-backup.ts'
import { migrateWithBackup } from './upgrade-backup.ts'

/** The last migration of version 0.1. */
const OLD = '0003_dashboard'
const NEXT = '0004_courses'

let folder: string
let database: Database
let close: () => Promise<void>
let target: FolderTarget
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lantern-upgrade-'))
  target = new FolderTarget(join(folder, 'backups'))
  const own = ON_SERVER ? await createTestDatabase() : undefined
  database = own?.database ?? (await connect({ dataDir: folder }))
  close = own?.drop ?? (() => database.close())
})
afterAll(async () => {
  await close()
  rmSync(folder, { recursive: true })
})

const getSource = () => ({ database, dataDir: folder, files: new FolderStore(join(folder, 'uploads')) })
const query = (text: string) => withClient(database, async (client) => (await client.query(text)).rows)
const readTag = () => withClient(database, readMigrationTag)
const readNames = async () => (await query('select email, role from users order by id')).map(({ email }) => email)
const fillOldVersion = async () => {
  await withClient(database, emptyDatabase)
  await migrateToOld()
  await addUsers()
}
const migrateToOld = () => migrate(database, copyMigrationsUntil(OLD, join(folder, 'old-migrations')))
const addUsers = () =>
  query(`insert into users (email, first_name, last_name, role) values
    ('chief@mail.example', 'Ada', 'Okoro', 'admin'), ('mara@mail.example', 'Mara', 'Ilves', 'student')`)

test('a filled database is backed up before an upgrade, and restoring that backup goes back', async () => {
  await fillOldVersion()
  const made = await migrateWithBackup(getSource(), target)
  expect(readdirSync(target.label)).toEqual([made?.name])
  expect(await readTag()).not.toBe(OLD)
  expect(
    await query('select kind, status, name, rows_count::int as rows, files_count::int as files from backups'),
  ).toEqual([{ kind: 'upgrade', status: 'succeeded', name: made?.name, rows: made?.rows, files: 0 }])
  const path = join(target.label, made?.name ?? '')
  await query(`insert into users (email, first_name, last_name) values ('later@mail.example', 'L', 'R')`)

  // As the old version does it, which knows no later migrations.
  await withClient(database, emptyDatabase)
  const { manifest } = await inspectArchive(path)
  await loadDatabase(path, database, manifest)
  expect([await readTag(), await readNames()]).toEqual([OLD, ['chief@mail.example', 'mara@mail.example']])

  // As the new version does it.
  const site = { ...getSource(), uploadsFolder: join(folder, 'uploads') }
  await expect(restoreBackup(path, site, { mayReplace: false })).rejects.toThrow('This site has content')
  await restoreBackup(path, site, { mayReplace: true })
  expect(await readTag()).not.toBe(OLD)
  expect(await readNames()).toEqual(['chief@mail.example', 'mara@mail.example'])
})

test('nothing is backed up without a change, without content, or when it is turned off, and the upgrade does not begin when its backup fails', async () => {
  expect(await migrateWithBackup(getSource(), target)).toBeNull()
  await withClient(database, emptyDatabase)
  await migrateToOld()
  const migrationsFolder = copyMigrationsUntil(NEXT, join(folder, 'next-migrations'))
  expect(await migrateWithBackup(getSource(), target, { migrationsFolder })).toBeNull()
  expect(await readTag()).toBe(NEXT)
  await addUsers()
  const file = join(folder, 'a-file')
  writeFileSync(file, '')
  await expect(migrateWithBackup(getSource(), new FolderTarget(join(file, 'backups')))).rejects.toThrow('ENOTDIR')
  expect(await readTag()).toBe(NEXT)
  expect(await migrateWithBackup(getSource(), null)).toBeNull()
  expect(await readTag()).not.toBe(NEXT)
  expect(readdirSync(target.label)).toHaveLength(1)
})

test(
  'a failing migration that is started again and again makes one backup, and each start names it',
  { tags: ['slow'] },
  async () => {
    await fillOldVersion()
    const place = new FolderTarget(join(folder, 'failing-backups'))
    const migrationsFolder = join(folder, 'failing-migrations')
    cpSync(MIGRATIONS, migrationsFolder, { recursive: true })
    appendFileSync(join(migrationsFolder, '0004_courses.sql'), ';--> statement-breakpoint\nSELECT 1 / 0')
    const reports: string[] = []
    const report = (text: string) => reports.push(text)
    const fail = () =>
      expect(migrateWithBackup(getSource(), place, { migrationsFolder, report })).rejects.toThrow('SELECT 1 / 0')
    await fail()
    await fail()
    const [name = '', ...others] = readdirSync(place.label)
    expect(others).toEqual([])
    expect(name).toMatch(/-upgrade-0003-[0-9a-f]{8}\.tar$/)
    expect(reports).toEqual(Array(2).fill(expect.stringContaining(`${name} in ${place.label}`)))

    // As a clock that was ahead has dated it.
    const later = name.replace(/\d{4}/, '2999')
    renameSync(join(place.label, name), join(place.label, later))
    await fail()
    const [last] = readdirSync(place.label)
    expect(readdirSync(place.label)).toEqual([last, later])

    await migrateWithBackup(getSource(), place)
    expect(await query('select name, status from backups')).toEqual([{ name: last, status: 'succeeded' }])
    expect(readdirSync(place.label)).toEqual([last, later])
  },
)

test.skipIf(!ON_SERVER)(`an upgrade waits for the backup that another server makes${NEEDS_SERVER}`, async () => {
  await fillOldVersion()
  const place = new FolderTarget(join(folder, 'waiting-backups'))
  let isReleased = false
  let upgrade: Promise<unknown> = Promise.resolve()
  await withBackupLock(database, folder, async () => {
    upgrade = migrateWithBackup(getSource(), place, { report: () => expect(isReleased).toBe(true) })
    await sleep(1_000)
    isReleased = true
  })
  await upgrade
  expect(readdirSync(place.label)).toHaveLength(1)
})
