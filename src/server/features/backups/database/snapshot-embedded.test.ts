import { constants, copyFileSync, mkdtempSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect, type Database } from '#server/platform/db/connect.ts'
import { BackupError } from '../archive/archive-format.ts'
import { withEmbeddedSnapshot } from './snapshot-embedded.ts'

/** More than any disk has left. The file is sparse. */
const TOO_LARGE = 8e12

let dataDir: string
let database: Database
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'lantern-snapshot-'))
  database = await connect({ dataDir })
})
afterAll(async () => {
  await database.close()
  rmSync(dataDir, { recursive: true })
})

const findSnapshots = () => readdirSync(dataDir).filter((name) => name.startsWith('backup-snapshot-'))

function canClone(): boolean {
  const path = join(tmpdir(), `lantern-clone-${process.pid}`)
  try {
    writeFileSync(path, 'x')
    copyFileSync(path, `${path}-copy`, constants.COPYFILE_FICLONE_FORCE)
    return true
  } catch {
    return false
  } finally {
    for (const name of [path, `${path}-copy`]) rmSync(name, { force: true })
  }
}

const CLONES = canClone()
const NEEDS_COPIES = CLONES ? ' (skipped: this file system clones files, which takes no space)' : ''

test.skipIf(CLONES)(`a copy that the disk has no space for is not begun, and says why${NEEDS_COPIES}`, async () => {
  await database.pool.query('create table kept as select 1 as n')
  const large = join(dataDir, 'database/large')
  writeFileSync(large, '')
  truncateSync(large, TOO_LARGE)
  const failure = withEmbeddedSnapshot(database, dataDir, async () => null)
  await expect(failure).rejects.toThrow(BackupError)
  await expect(failure).rejects.toThrow(
    /^There is not enough disk space in \S+: the copy of the database that a backup is made from needs \d+ MB\.$/,
  )
  expect(findSnapshots()).toEqual([])
  rmSync(large)
  const read = (copy: Database) => copy.pool.query('select n from kept')
  expect((await withEmbeddedSnapshot(database, dataDir, read)).rows).toEqual([{ n: 1 }])
  expect(findSnapshots()).toEqual([])
})
