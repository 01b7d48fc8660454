import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { seedDemo } from '#server/demo/seed.ts'
import { readEnv } from '#server/env.ts'
import { connect, type Database } from '#server/platform/db/connect.ts'
import { migrate, MIGRATIONS } from '#server/platform/db/migrate.ts'
import { FolderStore } from '#server/platform/storage/folder-store.ts'
import { at } from '#server/testing/at.ts'
import { createTestDatabase, NEEDS_SERVER, ON_SERVER, type TestDatabase } from '#server/testing/test-db.ts'
import { FolderTarget } from './targets/folder-target.ts'
import { createBackup, type CreatedBackup } from './create-backup.ts'
import { SHORT_LIVED_TABLES } from './database/tables.ts'
import { restoreBackup } from './restore-backup.ts'
import { verifyBackup } from './verify-backup.ts'

const [OLD_PART, CURRENT_PART] = [
  'learn-lantern-20260101T030000Z-0001.tar.part',
  'learn-lantern-20260101T030000Z-0002.tar.part',
]
const OLD_FOLDERS = ['backup-verify-old', 'backup-copy-old', 'backup-snapshot-old']
const SUBMISSION = `submissions/${'ab'.repeat(16)}-7`

let source: TestDatabase
let target: FolderTarget
let made: CreatedBackup
beforeAll(async () => {
  source = await createTestDatabase()
  await seedDemo(source.database, readEnv({ DATA_DIR: source.dataDir, DEMO: 'on' }))
  await source.database.pool.query(`
    insert into known_devices (user_id, device_hash, network_hash) select id, '\\x00ff10', '\\xdeadbeef' from users limit 1`)
  await source.database.pool.query(`
    insert into sessions (token_hash, user_id, expires_at, idle_until) select '\\x01', id, now(), now() from users limit 1`)
  const uploads = join(source.dataDir, 'uploads')
  mkdirSync(join(uploads, 'submissions'))
  mkdirSync(join(uploads, 'unfinished'))
  writeFileSync(join(uploads, SUBMISSION), 'My homework')
  writeFileSync(join(uploads, 'unfinished', `${'cd'.repeat(16)}-1-9`), 'half')
  writeFileSync(join(uploads, 'notes.txt'), 'not an upload')
  target = new FolderTarget(join(source.dataDir, 'backups'))
  mkdirSync(target.label)
  for (const name of [OLD_PART, CURRENT_PART, 'mine.part']) writeFileSync(getPath(name), '')
  for (const name of [OLD_PART, 'mine.part']) utimesSync(getPath(name), 1, 1)
  for (const name of [...OLD_FOLDERS, 'backup-verify-new']) mkdirSync(join(source.dataDir, name))
  for (const name of OLD_FOLDERS) utimesSync(join(source.dataDir, name), 1, 1)
  made = await createBackup(toSource(source), target, { hasFiles: true })
})
afterAll(() => source.drop())

/** As a disk that loses a byte. */
class DamagingTarget extends FolderTarget {
  override async write(name: string, bytes: Readable): Promise<number> {
    const size = await super.write(name, bytes)
    const path = join(this.label, name)
    const content = readFileSync(path)
    const at = content.indexOf('My homework')
    content[at] = (content[at] ?? 0) ^ 1
    writeFileSync(path, content)
    return size
  }
}

const toSource = ({ database, dataDir }: TestDatabase) => ({
  database,
  dataDir,
  files: new FolderStore(join(dataDir, 'uploads')),
})
const getPath = (name: string) => join(target.label, name)

/** A checksum of each table's rows, in any order. */
async function sumTables({ pool }: Database): Promise<Record<string, string>> {
  const { rows } = await pool.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' order by 1`,
  )
  const sums: Record<string, string> = {}
  for (const { name } of rows) {
    const found = await pool.query<{ sum: string }>(
      `select count(*) || ' ' || coalesce(md5(string_agg(r::text, '' order by r::text)), '') as sum from "${name}" r`,
    )
    sums[name] = at(found.rows).sum
  }
  return sums
}

/** Without what no backup contains. */
const sumKept = (sums: Record<string, string>) =>
  Object.fromEntries(Object.entries(sums).filter(([table]) => !SHORT_LIVED_TABLES.includes(table)))

const readUploads = (folder: string) =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => [path.slice(folder.length + 1), readFileSync(path).toString('base64')]),
  )

/** A folder and a database that nobody has used. */
async function withEmptySite(
  kind: Database['kind'],
  work: (site: { database: Database; uploadsFolder: string; files: FolderStore }) => Promise<void>,
): Promise<void> {
  const own = kind === 'server' ? await createTestDatabase() : undefined
  const folder = mkdtempSync(join(tmpdir(), 'lantern-restore-'))
  const database = own?.database ?? (await connect({ dataDir: folder }))
  const uploadsFolder = join(folder, 'uploads')
  try {
    await work({ database, uploadsFolder, files: new FolderStore(uploadsFolder) })
  } finally {
    await (own?.drop() ?? database.close())
    rmSync(folder, { recursive: true, force: true })
  }
}

describe('a backup', () => {
  test('is one file that only its owner can read', () => {
    expect(made.name).toMatch(/^learn-lantern-\d{8}T\d{6}Z-[0-9a-f]{4}\.tar$/)
    expect(statSync(getPath(made.name)).mode & 0o777).toBe(0o600)
    expect(statSync(getPath(made.name)).size).toBe(made.bytes)
    expect(readdirSync(target.label).filter((name) => name.endsWith('.tar'))).toEqual([made.name])
    expect(readdirSync(source.dataDir).filter((name) => name.startsWith('backup-snapshot-'))).toEqual([])
  })

  test.each<Database['kind']>(ON_SERVER ? ['server', 'embedded'] : ['embedded'])(
    'restores every row and file into an empty site with the %s database',
    async (kind) => {
      await withEmptySite(kind, async (site) => {
        await restoreBackup(getPath(made.name), site, { mayReplace: false })
        const [before, after] = [await sumTables(source.database), await sumTables(site.database)]
        expect(sumKept(after)).toEqual(sumKept(before))
        expect(Object.values(sumKept(after)).filter((sum) => !sum.startsWith('0 ')).length).toBeGreaterThan(25)
        // Nobody is signed in on the restored site.
        expect([at([before.sessions]), at([after.sessions])]).toEqual([expect.stringMatching(/^1 /), '0 '])
        const {
          'notes.txt': _,
          [`unfinished/${'cd'.repeat(16)}-1-9`]: __,
          ...uploads
        } = readUploads(join(source.dataDir, 'uploads'))
        expect(readUploads(site.uploadsFolder)).toEqual(uploads)
        expect(statSync(join(site.uploadsFolder, SUBMISSION)).mode & 0o777).toBe(0o600)
        // New rows get new ids, and references hold.
        const { rows } = await site.database.pool.query(
          `insert into users (email, first_name, last_name) values ('new@mail.example', 'New', 'User') returning id,
             (select max(c.id) from courses c) as largest`,
        )
        expect(Number(at(rows).id)).toBeGreaterThan(Number(at(rows).largest))
        await expect(
          site.database.pool.query('insert into enrollments (user_id, course_id) values (1, 987654321)'),
        ).rejects.toThrow('enrollments_course_id')
        // It can be migrated and backed up again.
        await migrate(site.database, MIGRATIONS)
        await expect(restoreBackup(getPath(made.name), site, { mayReplace: false })).rejects.toThrow(
          'This site has content',
        )
      })
    },
  )

  test.skipIf(!ON_SERVER)(`of the embedded database is restored into PostgreSQL${NEEDS_SERVER}`, async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'lantern-move-'))
    const database = await connect({ dataDir })
    onTestFinished(async () => {
      await database.close()
      rmSync(dataDir, { recursive: true })
    })
    await migrate(database, MIGRATIONS)
    await seedDemo(database, readEnv({ DATA_DIR: dataDir, DEMO: 'on' }))
    const files = new FolderStore(join(dataDir, 'uploads'))
    const moved = await createBackup({ database, dataDir, files }, target, { hasFiles: true })
    await withEmptySite('server', async (site) => {
      await restoreBackup(getPath(moved.name), site, { mayReplace: false })
      expect(sumKept(await sumTables(site.database))).toEqual(sumKept(await sumTables(database)))
      expect(readUploads(site.uploadsFolder)).toEqual(readUploads(join(dataDir, 'uploads')))
      const { rows } = await site.database.pool.query(
        `insert into users (email, first_name, last_name) values ('new@mail.example', 'New', 'User') returning id,
           (select max(c.id) from courses c) as largest`,
      )
      expect(Number(at(rows).id)).toBeGreaterThan(Number(at(rows).largest))
    })
    rmSync(getPath(moved.name))
  })

  test('passes verification, which leaves nothing behind', { tags: ['slow'] }, async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'lantern-temporary-'))
    onTestFinished(() => rmSync(dataDir, { recursive: true }))
    // Of a process that was killed long ago, and of one that is at work.
    for (const name of ['backup-verify-old', 'backup-verify-new']) mkdirSync(join(dataDir, name))
    utimesSync(join(dataDir, 'backup-verify-old'), 1, 1)
    const manifest = await verifyBackup(getPath(made.name), { dataDir })
    expect(Object.values(manifest.tables).reduce((sum, rows) => sum + rows, 0)).toBe(made.rows)
    expect(manifest.files).toBe(made.files)
    expect(readdirSync(dataDir)).toEqual(['backup-verify-new'])
    expect(existsSync(getPath(made.name))).toBe(true)
  })

  test('is not kept when it can’t be read again', async () => {
    const folder = join(source.dataDir, 'damaging')
    await expect(createBackup(toSource(source), new DamagingTarget(folder), { hasFiles: true })).rejects.toThrow(
      'it is damaged',
    )
    expect(readdirSync(folder)).toEqual([])
  })

  test('ends when its folder can’t be made while more is waiting to be written than fits into memory', async () => {
    const large = join(source.dataDir, 'uploads', `${'ef'.repeat(16)}.webm`)
    writeFileSync(large, Buffer.alloc(20_000_000))
    onTestFinished(() => rmSync(large))
    const file = join(source.dataDir, 'a-file')
    writeFileSync(file, '')
    const stopping = new AbortController()
    const options = { hasFiles: true, signal: stopping.signal }
    await expect(createBackup(toSource(source), new FolderTarget(join(file, 'backups')), options)).rejects.toThrow(
      'No backup can be written into',
    )
    // The server stops later.
    stopping.abort(new Error('The server stops'))
  })

  test('removes what killed processes have left, and not what another one is writing', () => {
    expect(readdirSync(target.label).sort()).toEqual([CURRENT_PART, made.name, 'mine.part'].sort())
    const folders = readdirSync(source.dataDir).filter((name) => name.startsWith('backup-'))
    expect(folders).toEqual(['backup-verify-new'])
  })
})
