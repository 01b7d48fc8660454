import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Database } from '#server/platform/db/connect.ts'
import { withClient } from '#server/platform/db/open-client.ts'
import { createDiskFullError, DiskSpace } from '#server/platform/storage/disk-space.ts'
import { FolderStore } from '#server/platform/storage/folder-store.ts'
import { parseS3Url } from '#server/platform/storage/s3-settings.ts'
import { S3Store } from '#server/platform/storage/s3-store.ts'
import { createTestDatabase, NEEDS_SERVER, ON_SERVER, type TestDatabase } from '#server/testing/test-db.ts'
import { FolderTarget } from './targets/folder-target.ts'
import { createBackup } from './create-backup.ts'
import { emptyDatabase } from './database/empty-database.ts'
import { readSiteObjects } from './database/site-objects.ts'
import { restoreBackup } from './restore-backup.ts'
import { verifyBackup } from './verify-backup.ts'

const FOREIGN = `
  create table shop_orders (id int primary key, total int);
  insert into shop_orders values (1, 900);
  create sequence shop_number;
  create function shop_total() returns int language sql as 'select 900'`

let source: TestDatabase
let site: TestDatabase
let target: FolderTarget
beforeAll(async () => {
  ;[source, site] = [await createTestDatabase(), await createTestDatabase()]
  target = new FolderTarget(join(source.dataDir, 'backups'))
  await query(source, `insert into users (email, first_name, last_name) values ('source@mail.example', 'A', 'B')`)
  await query(site, `insert into users (email, first_name, last_name) values ('site@mail.example', 'A', 'B')`)
  await query(site, `insert into blogs (title) values ('Of the site')`)
})
afterAll(async () => {
  await source.drop()
  await site.drop()
})

/** A restore allows no connection that stays in a pool. */
const query = ({ database }: Pick<TestDatabase, 'database'>, text: string) =>
  withClient(database, async (client) => (await client.query<Record<string, unknown>>(text)).rows)

async function backUpSource(): Promise<string> {
  const files = new FolderStore(join(source.dataDir, 'uploads'))
  const { name } = await createBackup({ ...source, files }, target, { hasFiles: true })
  return (lastBackup = join(target.label, name))
}
let lastBackup: string | undefined

let plainBackup: Promise<string> | undefined
/** One for all tests that need no certain rows in it. */
const getPlainBackup = () => (plainBackup ??= backUpSource())

function restore(path: string, { mayReplace = true, to = site as Pick<TestDatabase, 'database' | 'dataDir'> } = {}) {
  const uploadsFolder = join(to.dataDir, 'uploads')
  const place = { database: to.database, uploadsFolder, files: new FolderStore(uploadsFolder) }
  return restoreBackup(path, place, { mayReplace })
}

const readContent = async () => [
  await query(site, 'select email from users order by 1'),
  await query(site, 'select title from blogs order by 1'),
  await query(site, 'select count(*)::int as migrations from drizzle.__drizzle_migrations'),
]

/** What is in the schema, beside extensions. */
const readObjects = (database: Database) =>
  query(
    { database },
    `select 'TABLE' as kind, relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
     union all select 'SEQUENCE', relname from pg_class c where relnamespace = 'public'::regnamespace and relkind = 'S'
       and not exists (select 1 from pg_depend d where d.objid = c.oid and d.deptype in ('a', 'i'))
     union all select 'VIEW', relname from pg_class where relnamespace = 'public'::regnamespace and relkind in ('v', 'm', 'f')
     union all select 'FUNCTION', proname from pg_proc p where pronamespace = 'public'::regnamespace
       and not exists (select 1 from pg_depend d where d.objid = p.oid and d.deptype = 'e')
     union all select 'TYPE', typname from pg_type t where typnamespace = 'public'::regnamespace and typtype in ('e', 'd', 'r')
       and not exists (select 1 from pg_depend d where d.objid = t.oid and d.deptype = 'e')
     order by 1, 2`,
  )

test('every object that the migrations make is known, so that a restore removes it', async () => {
  const known = await withClient(source.database, readSiteObjects)
  expect(await readObjects(source.database)).toEqual(
    known.toSorted((a, b) => (a.kind + a.name < b.kind + b.name ? -1 : 1)).map(({ kind, name }) => ({ kind, name })),
  )
})

test('says, where uploads are in a bucket, that a copy needs one of its own', { tags: ['slow'] }, async () => {
  const settings = parseS3Url('s3://k:s@127.0.0.1:1/bucket?tls=off')
  if (!settings) throw new Error('The address is invalid')
  const place = { ...site, uploadsFolder: join(site.dataDir, 'uploads'), files: new S3Store(settings) }
  const refused = restoreBackup(await getPlainBackup(), place, { mayReplace: false })
  await expect(refused).rejects.toThrow(/^This site has content\. .* A copy of another site needs an S3_URL of its own/)
  await expect(restore(await getPlainBackup(), { mayReplace: false })).rejects.toThrow(/everything\.$/)
})

test('a restore or a check without disk space begins nothing and says how much is missing', async () => {
  const path = await getPlainBackup()
  const before = await readContent()
  const full = vi.spyOn(DiskSpace.prototype, 'requireFree').mockRejectedValue(createDiskFullError())
  onTestFinished(() => full.mockRestore())
  await expect(restore(path)).rejects.toThrow(
    /^There is not enough disk space in \S+uploads: the restored site needs \d+ MB\.$/,
  )
  await expect(verifyBackup(path, { dataDir: site.dataDir })).rejects.toThrow(
    `There is not enough disk space in ${site.dataDir}: the restored site needs`,
  )
  expect(await readContent()).toEqual(before)
})

describe.skipIf(!ON_SERVER)(`another program that is connected to the database${NEEDS_SERVER}`, () => {
  const OTHER = 'Other programs are connected to the database. Stop every server of this site'

  const FILE = `${'e'.repeat(32)}.webp`
  const uploads = (of: TestDatabase) => new FolderStore(join(of.dataDir, 'uploads'))
  let path: string
  beforeAll(async () => {
    await uploads(source).write(FILE, Buffer.from('picture'))
    path = await backUpSource()
    await uploads(source).remove(FILE)
  })

  test('refuses a restore before a file is copied', async () => {
    await withClient(site.database, async () => {
      await expect(restore(path)).rejects.toThrow(OTHER)
    })
    expect(existsSync(join(site.dataDir, 'uploads', FILE))).toBe(false)
  })

  test('refuses a restore also when it connects while files are copied', async () => {
    const before = await readContent()
    const uploadsFolder = join(site.dataDir, 'uploads')
    const files = uploads(site)
    const moveIn = files.moveIn.bind(files)
    let endConnection: () => void = () => {}
    const ended = new Promise<void>((resolve) => (endConnection = resolve))
    let other: Promise<void> | undefined
    files.moveIn = async (from, name) => {
      await new Promise<void>((resolve) => {
        other = withClient(site.database, () => {
          resolve()
          return ended
        })
      })
      await moveIn(from, name)
    }
    const restored = restoreBackup(path, { database: site.database, uploadsFolder, files }, { mayReplace: true })
    await expect(restored).rejects.toThrow(OTHER)
    endConnection()
    await other
    expect(await readContent()).toEqual(before)
  })
})

async function expectRefusalOf(add: string, remove: string) {
  await query(source, add)
  const path = await backUpSource()
  await query(source, remove)
  await query(source, 'comment on table drizzle.__drizzle_migrations is null')
  const before = await readContent()
  await expect(restore(path)).rejects.toThrow('This backup has data that this version does not know.')
  expect(await readContent()).toEqual(before)
}

test('leaves the site as it was when the archive has a column that this version does not know', () =>
  expectRefusalOf(`alter table users add column later int default 1`, 'alter table users drop column later'))

test(
  'leaves the site as it was when the archive has a table that this version does not know',
  { tags: ['slow'] },
  async () =>
    expectRefusalOf(
      `create table later_things (id int); insert into later_things values (1);
      comment on table drizzle.__drizzle_migrations is 'TABLE later_things'`,
      'drop table later_things',
    ),
)

test('keeps the audit log’s entries that the archive lacks, each once', { tags: ['slow'] }, async () => {
  const add = (to: TestDatabase, action: string, at: string) =>
    query(
      to,
      `insert into audit_log (action, subject_kind, subject_name, actor_name, created_at)
       values ('${action}', 'user', 'Mara', 'Ada', '${at}')`,
    )
  for (const to of [source, site]) await add(to, 'user.promote', '2026-01-02T03:04:05.678Z')
  await add(site, 'user.demote', '2026-01-02T03:04:05.679Z')
  await restore(await backUpSource())
  expect(await query(site, 'select id::int, action, actor_name from audit_log order by id')).toEqual([
    { id: 1, action: 'user.promote', actor_name: 'Ada' },
    { id: 2, action: 'user.demote', actor_name: 'Ada' },
  ])
})

test('goes on after the order numbers of the site that is replaced, and not after another site’s', async () => {
  const setNumbers = (to: TestDatabase, values: string) =>
    query(to, `delete from order_numbers; insert into order_numbers (year, last) values ${values}`)
  const readNumbers = () => query(site, 'select year, last from order_numbers order by year')
  await setNumbers(source, '(2025, 40), (2026, 7)')
  const path = await backUpSource()
  await query(site, `update users set joined_at = '2026-01-01'`)
  await setNumbers(site, '(2026, 3000)')
  await restore(path)
  const restored = [
    { year: 2025, last: 40 },
    { year: 2026, last: 7 },
  ]
  expect(await readNumbers()).toEqual(restored)
  await setNumbers(site, '(2025, 39), (2026, 9), (2027, 2)')
  await restore(path)
  expect(await readNumbers()).toEqual([
    { year: 2025, last: 40 },
    { year: 2026, last: 9 },
    { year: 2027, last: 2 },
  ])
})

test('keeps the tables of other programs, which no backup has', { tags: ['slow'] }, async () => {
  const path = await getPlainBackup()
  await query(site, FOREIGN)
  await query(site, 'alter table shop_orders add buyer bigint references users (id)')
  const before = await readContent()
  await expect(restore(path)).rejects.toThrow('Something else in the database depends on this site')
  expect(await readContent()).toEqual(before)

  await query(site, 'alter table shop_orders drop buyer')
  await restore(path)
  expect(await query(site, 'select email from users')).toEqual([{ email: 'source@mail.example' }])
  expect(await query(site, `select total, shop_total() from shop_orders`)).toEqual([{ total: 900, shop_total: 900 }])

  const files = new FolderStore(join(site.dataDir, 'uploads'))
  const { name } = await createBackup({ ...site, files }, target, { hasFiles: false })
  await restore(join(target.label, name), { to: source })
  expect(await query(source, `select to_regclass('shop_orders')`)).toEqual([{ to_regclass: null }])
})

// The table is left by the test above.
test('refuses an empty site whose database another program uses', { tags: ['slow'] }, async () => {
  const path = await getPlainBackup()
  await withClient(site.database, async (client) => {
    await client.query('delete from users')
    await client.query('delete from blogs')
  })
  await expect(restore(path, { mayReplace: false })).rejects.toThrow('tables of another program (shop_orders)')
  await withClient(site.database, emptyDatabase)
  await expect(restore(path)).rejects.toThrow('tables of another program (shop_orders)')
  expect(await query(site, 'select total from shop_orders')).toEqual([{ total: 900 }])
})

test('refuses a database in which another program has a table of the same name', async () => {
  // Whatever is in it.
  const path = lastBackup ?? (await getPlainBackup())
  await withClient(source.database, emptyDatabase)
  await query(source, 'create table users (id int)')
  await expect(restore(path, { to: source })).rejects.toThrow('tables of another program (users)')
})
