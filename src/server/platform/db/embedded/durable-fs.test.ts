import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs, { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { packTar } from 'modern-tar/fs'
import { Client } from 'pg'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { copyTemplate } from '#server/testing/template.ts'
import { NEEDS_EMBEDDED, ON_SERVER } from '#server/testing/test-db.ts'
import { EMBEDDED_PROGRAM } from './embedded-program.ts'
import { openPGlite } from './open-pglite.ts'

const fail = (line: string) => {
  throw new Error(line)
}

let dataDir = ''
beforeEach(() => void (dataDir = mkdtempSync(join(tmpdir(), 'lantern-durable-'))))
afterEach(() => {
  vi.restoreAllMocks()
  rmSync(dataDir, { recursive: true })
})

async function makeDatabase(): Promise<string> {
  await copyTemplate(dataDir)
  return join(dataDir, 'database')
}

/** Readable by everyone, as an archive may be. */
async function packDatabase(): Promise<string> {
  const folder = await makeDatabase()
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    fs.chmodSync(join(entry.parentPath, entry.name), entry.isDirectory() ? 0o755 : 0o644)
  }
  const packed = join(dataDir, 'packed.tar.gz')
  await pipeline(packTar(folder), createGzip({ level: 1 }), fs.createWriteStream(packed))
  rmSync(folder, { recursive: true })
  return packed
}

async function countSyncs(act: () => Promise<unknown>) {
  const counted = { files: 0, folders: 0 }
  const { fsyncSync } = fs
  const spy = vi.spyOn(fs, 'fsyncSync').mockImplementation((file) => {
    counted[fs.fstatSync(file).isDirectory() ? 'folders' : 'files']++
    fsyncSync(file)
  })
  // Also replaces `import { fsyncSync }` in other modules.
  syncBuiltinESMExports()
  await act()
  spy.mockRestore()
  syncBuiltinESMExports()
  return counted
}

const insert = (db: PGlite) => db.exec(`INSERT INTO system_log (message) VALUES ('a')`)

describe.skipIf(ON_SERVER)(`the files of the embedded database${NEEDS_EMBEDDED}`, () => {
  test('are synced with each commit and checkpoint', async () => {
    const db = await openPGlite(await makeDatabase(), { onFatal: fail })
    expect((await countSyncs(() => insert(db))).files).toBe(1)
    expect((await countSyncs(() => insert(db))).files).toBe(1)
    expect((await countSyncs(() => db.query('SELECT count(*) FROM system_log'))).files).toBe(0)
    const checkpoint = await countSyncs(() => db.exec('CHECKPOINT'))
    expect(checkpoint.files).toBeGreaterThan(2)
    expect(checkpoint.folders).toBeGreaterThan(0)
    await db.close()
  })

  test('are not synced when nobody keeps them', async () => {
    const db = await openPGlite(await makeDatabase(), { onFatal: fail, isTemporary: true })
    const act = async () => {
      await insert(db)
      await db.exec('CHECKPOINT')
    }
    expect(await countSyncs(act)).toEqual({ files: 0, folders: 0 })
    await db.close()
  })

  test('are not synced by PGlite itself, so the addition is still needed', { tags: ['slow'] }, async () => {
    const startParams = [...PGlite.defaultStartParams.filter((param) => param !== '-F'), '-c', 'wal_sync_method=fsync']
    const db = await PGlite.create({ dataDir: await makeDatabase(), extensions: { pg_trgm }, startParams })
    const act = async () => {
      await insert(db)
      await db.exec('CHECKPOINT')
    }
    expect(await countSyncs(act)).toEqual({ files: 0, folders: 0 })
    await db.close()
  })

  async function expectCompleteDatabase(packed: string) {
    const folder = join(dataDir, 'database')
    fs.mkdirSync(`${folder}.new`)
    fs.writeFileSync(`${folder}.new/PG_VERSION`, '17')
    const umask = process.umask(0o077)
    const synced = await countSyncs(async () => {
      const db = await openPGlite(folder, { onFatal: fail, packed })
      const { rows } = await db.query(`SELECT tablename FROM pg_tables WHERE tablename = 'system_log'`)
      expect(rows).toHaveLength(packed === '' ? 0 : 1)
      await db.close()
    })
    process.umask(umask)
    expect(readdirSync(dataDir).filter((name) => !packed.endsWith(name))).toEqual(['database'])
    const entries = readdirSync(folder, { recursive: true }).length
    expect(synced.files + synced.folders).toBeGreaterThan(entries)
    expect(statSync(folder).mode & 0o777).toBe(0o700)
    const open = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => {
      const mode = statSync(join(entry.parentPath, entry.name)).mode & 0o777
      // pg_internal.init caches the system catalog and is rewritten at each start.
      return mode !== (entry.isDirectory() ? 0o700 : 0o600) && entry.name !== 'pg_internal.init'
    })
    expect(open.map((entry) => entry.name)).toEqual([])
  }

  test('are created completely, synced and readable by the owner only, from an archive', async () =>
    expectCompleteDatabase(await packDatabase()))

  test('are created completely, synced and readable by the owner only, by PGlite', { tags: ['slow'] }, () =>
    expectCompleteDatabase(''),
  )

  test('end the process without acknowledging a write when the disk fails', async () => {
    const { child, client } = await startWithFailingDisk()
    await client.query(`INSERT INTO system_log (message) VALUES ('before')`)
    fs.writeFileSync(join(dataDir, 'disk-fails'), '')
    const died = once(child, 'exit')
    await expect(client.query(`INSERT INTO system_log (message) VALUES ('never')`)).rejects.toThrow(/terminated/)
    expect((await died)[0]).toBe(70)

    const db = await openPGlite(join(dataDir, 'database'), { onFatal: fail })
    const { rows } = await db.query<{ message: string }>('SELECT message FROM system_log')
    expect(rows.map((row) => row.message)).toContain('before')
    await db.close()
  })
})

/** Starts the real process; its fsync fails once the file `disk-fails` exists. */
async function startWithFailingDisk() {
  await makeDatabase()
  const trap = `
    import fs from 'node:fs'
    const real = fs.fsyncSync
    fs.fsyncSync = (file) => {
      if (fs.existsSync(${JSON.stringify(join(dataDir, 'disk-fails'))})) throw Object.assign(new Error('EIO: i/o error, fsync'), { code: 'EIO' })
      real(file)
    }`
  const trapUrl = `data:text/javascript,${encodeURIComponent(trap)}`
  const child = spawn(process.execPath, ['--import', trapUrl, EMBEDDED_PROGRAM, dataDir], {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  await once(child, 'message')
  const client = new Client({ host: dataDir, user: 'postgres', database: 'postgres' })
  client.on('error', () => {})
  await client.connect()
  return { child, client }
}
