import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { BackupError } from '#server/features/backups/archive/archive-format.ts'
import { readEnv } from '#server/env.ts'
import { connect } from '#server/platform/db/connect.ts'
import { FolderStore } from '#server/platform/storage/folder-store.ts'
import { createFactories } from '#server/testing/factories.ts'
import { createTestDatabase, type TestDatabase } from '#server/testing/test-db.ts'
import { runBackupCommand } from './backup-commands.ts'
import { CommandError } from './commands.ts'
import { backUpDatabase } from './run-backup.ts'

type Command = Parameters<typeof runBackupCommand>[0]

let own: TestDatabase
let folder: string
/** The path of a backup that tests copy, because making one takes seconds. */
let prepared: string
const getSettings = (changes: Record<string, string> = {}) => ({
  DATA_DIR: own.dataDir,
  ...(own.databaseUrl && { DATABASE_URL: own.databaseUrl }),
  ...changes,
})
beforeAll(async () => {
  own = await createTestDatabase()
  folder = join(own.dataDir, 'backups')
  const make = createFactories(own.database.db)
  await make.user({ email: 'mara@mail.example' })
  await make.post({ title: 'First' })
  await new FolderStore(join(own.dataDir, 'uploads')).write(`${'a'.repeat(32)}.webp`, Buffer.from('picture'))
  // A restore allows no other connection.
  await own.database.close()
  const name = await makeBackup()
  prepared = join(own.dataDir, name)
  copyFileSync(join(folder, name), prepared)
})
afterAll(() => own.drop())
beforeEach(() => rmSync(folder, { recursive: true, force: true }))

const run = (command: Command, ...args: string[]) => runBackupCommand(command, args, getSettings())

/** The embedded database is started for each, so one has as many statements as there are to make. */
async function query(text: string): Promise<Record<string, unknown>[]> {
  const database = await connect(readEnv(getSettings()))
  try {
    const { rows } = await database.pool.query<Record<string, unknown>>(text)
    return rows
  } finally {
    await database.close()
  }
}

async function makeBackup(): Promise<string> {
  const text = await run('backup')
  return /learn-lantern-\S+\.tar/.exec(text)?.[0] ?? ''
}

/** In the folder of backups. Returns its name. */
function copyPrepared(): string {
  mkdirSync(folder, { recursive: true })
  copyFileSync(prepared, join(folder, basename(prepared)))
  return basename(prepared)
}

const readTitles = async () => (await query('select title from blogs order by id')).map(({ title }) => title)

describe('a downgrade', { tags: ['slow'] }, () => {
  test('restores over what a newer version has changed, without a backup of that when it is told to', async () => {
    const name = copyPrepared()
    await query(`insert into blogs (title) values ('By the newer version');
      create table later_things (user_id bigint references users (id));
      comment on table drizzle.__drizzle_migrations is 'TABLE later_things';
      insert into drizzle.__drizzle_migrations (hash, created_at) values ('x', 9999999999999)`)
    await expect(run('restore', name, '--replace')).rejects.toThrow(
      `npm run restore -- ${name} --replace --without-safety-backup`,
    )
    expect(await readTitles()).toEqual(['First', 'By the newer version'])

    expect(await run('restore', name, '--replace', '--without-safety-backup')).toMatch(/^Restored \d+ rows/)
    expect(readdirSync(folder)).toEqual([name])
    expect(
      await query(`select actor_name, after ->> 'backup' as backup,
        array(select title from blogs) as titles, to_regclass('later_things') as later,
        -- An upgrade that is tried again knows which tables were its own.
        obj_description('drizzle.__drizzle_migrations'::regclass) ~ 'TABLE users' as knows_tables
        from audit_log where action = 'site.restore'`),
    ).toEqual([{ actor_name: 'Command line', backup: name, titles: ['First'], later: null, knows_tables: true }])
  })
})

describe('a restore', { tags: ['slow'] }, () => {
  test('names the backup of before, also when it fails, and leaves the site as it was', async () => {
    const file = join(own.dataDir, 'cut.tar')
    copyFileSync(prepared, file)
    truncateSync(file, 4_000)
    const printed: string[] = []
    const failure = runBackupCommand('restore', [file, '--replace'], getSettings(), {
      print: (text) => printed.push(text),
    })
    const [sentence] = [/The backup of before the restore is (learn-lantern-\S+\.tar) in \S+backups\./]
    await expect(failure).rejects.toThrow(sentence)
    await expect(failure).rejects.toThrow('This file is not a complete backup of Learn Lantern, or it is damaged.')
    expect(printed).toEqual([expect.stringMatching(sentence)])
    expect(readdirSync(folder)).toEqual([sentence.exec(printed[0] ?? '')?.[1]])
    expect(await readTitles()).toEqual(['First'])
    rmSync(file)
  })

  test('can be interrupted, and nothing is left of it', async () => {
    const name = copyPrepared()
    const stopping = new AbortController()
    const print = () => stopping.abort(new CommandError('Interrupted.'))
    const options = { print, signal: stopping.signal }
    await expect(runBackupCommand('restore', [name, '--replace'], getSettings(), options)).rejects.toThrow(
      /^Interrupted\. The backup of before the restore is /,
    )
    await expect(runBackupCommand('backup', [], getSettings(), options)).rejects.toThrow('Interrupted.')
    await expect(runBackupCommand('verify-backup', [name], getSettings(), options)).rejects.toThrow('Interrupted.')
    expect(readdirSync(folder).filter((file) => !file.endsWith('.tar'))).toEqual([])
    expect(readdirSync(own.dataDir).filter((file) => file.startsWith('backup-'))).toEqual([])
    expect(await readTitles()).toEqual(['First'])
  })

  test('into an empty site that is interrupted says that its uploads may be left', async () => {
    const stopping = new AbortController()
    const moving = vi.spyOn(FolderStore.prototype, 'moveIn').mockImplementation(async () => {
      stopping.abort(new CommandError('Interrupted.'))
    })
    onTestFinished(() => moving.mockRestore())
    const settings = { DATA_DIR: join(own.dataDir, 'empty') }
    await expect(runBackupCommand('restore', [prepared], settings, { signal: stopping.signal })).rejects.toThrow(
      'Interrupted. Some uploads of the backup may have been copied: add --replace to try again.',
    )
  })
})

describe('a backup', { tags: ['slow'] }, () => {
  test('is written into the file that is named, and replaces none', async () => {
    const file = join(own.dataDir, 'mine', 'monday.tar')
    expect(await run('backup', file)).toMatch(/^Backup monday\.tar is in \S+mine: /)
    const bytes = readFileSync(file)
    await expect(run('backup', file)).rejects.toThrow(`${file} exists already.`)
    expect(readFileSync(file).equals(bytes)).toBe(true)
    expect(await run('verify-backup', file)).toMatch(/^The backup is complete/)
    await expect(run('backup', `${own.dataDir}/mine`)).rejects.toThrow('is a folder. Name a file, or use --to')
  })

  test('is audited, and a restore test of it is recorded', async () => {
    const name = await makeBackup()
    const read = () =>
      query(`select restored_at is not null as tested, (select count(*)::int from audit_log
        where action = 'site.backup' and after ->> 'backup' = '${name}') as entries from backups where name = '${name}'`)
    expect(await read()).toEqual([{ tested: false, entries: 1 }])
    expect(await run('verify-backup', name)).toContain('The System page says that it was tested.')
    expect(await read()).toEqual([{ tested: true, entries: 1 }])
  })

  test('of an empty database is refused as that', async () => {
    const env = readEnv({ DATA_DIR: join(own.dataDir, 'unused') })
    const database = await connect(env)
    onTestFinished(() => database.close())
    await expect(backUpDatabase({ env, signal: undefined }, database)).rejects.toThrow('The database is empty')
  })

  test('says in one sentence what it can’t read or write', async () => {
    const file = join(own.dataDir, 'a-file')
    writeFileSync(file, '')
    await expect(run('backup', '--to', join(file, 'backups'))).rejects.toThrow(
      `No backup can be written into ${file}/backups (ENOTDIR: not a directory, mkdir '${file}/backups').`,
    )
    mkdirSync(folder, { recursive: true })
    await expect(run('restore', folder)).rejects.toThrow(`${folder} can’t be read (EISDIR`)
    const name = basename(prepared)
    await expect(runBackupCommand('restore', [name], getSettings({ BACKUP_TO: file }))).rejects.toThrow(
      `The backups in ${file} can’t be listed (ENOTDIR`,
    )
    const away = getSettings({ S3_URL: 's3://k:s@127.0.0.1:1/bucket?tls=off' })
    await expect(runBackupCommand('backup', [], away)).rejects.toThrow(BackupError)
    expect(existsSync(folder) ? readdirSync(folder) : []).toEqual([])
  })
})
