import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { createDiskFullError, DiskSpace } from '#server/platform/storage/disk-space.ts'
import { FolderStore } from '#server/platform/storage/folder-store.ts'
import { parseS3Url, type S3Settings } from '#server/platform/storage/s3-settings.ts'
import { S3Store } from '#server/platform/storage/s3-store.ts'
import { type S3Proxy, startS3Proxy } from '#server/testing/files/s3-proxy.ts'
import { type S3Server, startS3Server } from '#server/testing/files/s3-server.ts'
import { createTestDatabase, type TestDatabase } from '#server/testing/test-db.ts'
import { BackupError } from '../archive/archive-format.ts'
import { inspectArchive } from '../archive/inspect-archive.ts'
import type { BackupTarget } from './backup-target.ts'
import { createBackupTarget } from './create-backup-target.ts'
import { FolderTarget } from './folder-target.ts'
import { createBackup } from '../create-backup.ts'

const NAME = 'learn-lantern-20260101T030000Z-1a2b.tar'

let server: S3Server
let dataDir: string
let target: BackupTarget
let source: TestDatabase
beforeAll(async () => {
  server = await startS3Server()
  dataDir = mkdtempSync(join(tmpdir(), 'lantern-s3-target-'))
  target = createBackupTarget(parse(server.url), dataDir)
  source = await createTestDatabase()
})
afterAll(async () => {
  await source.drop()
  await server.remove()
  rmSync(dataDir, { recursive: true, force: true })
})

function parse(url: string): S3Settings {
  const settings = parseS3Url(url)
  if (!settings) throw new Error('The address of the test server is invalid')
  return settings
}

const backUp = () =>
  createBackup({ ...source, files: new FolderStore(join(source.dataDir, 'uploads')) }, target, { hasFiles: false })

test('lends a copy in the data folder, and removes it', async () => {
  expect(await target.write(NAME, Readable.from([Buffer.from('backup')]))).toBe(6)
  const path = await target.read(NAME, async (copy) => {
    expect([readFileSync(copy, 'utf8'), dirname(dirname(copy))]).toEqual(['backup', dataDir])
    return copy
  })
  expect([existsSync(path), readdirSync(dataDir)]).toEqual([false, []])
  await expect(target.read(NAME.replace('1a2b', 'ffff'), async () => null)).rejects.toThrow(BackupError)
})

test('stops a download', async () => {
  await target.write(NAME, Readable.from([Buffer.from('backup')]))
  const read = target.read(NAME, async () => 'read', AbortSignal.abort(new BackupError('The server stopped.')))
  await expect(read).rejects.toThrow('The server stopped.')
  expect(readdirSync(dataDir)).toEqual([])
})

test('stops a check that reads without a copy', async () => {
  await target.write(NAME, Readable.from([Buffer.from('backup')]))
  const proxy = await openProxy()
  proxy.setMode('stall')
  const stopping = new AbortController()
  const { signal } = stopping
  const proxied = createBackupTarget(parse(proxy.url), dataDir)
  const check = proxied.readOnce(NAME, (archive) => inspectArchive(archive, signal), signal)
  setTimeout(() => stopping.abort(new BackupError('The server stopped.')), 500)
  await expect(check).rejects.toThrow('The server stopped.')
})

test('goes on with a download that the store has broken off', async () => {
  await target.write(NAME, Readable.from([Buffer.from('backup')]))
  const proxy = await openProxy()
  const proxied = createBackupTarget(parse(proxy.url), dataDir)
  proxy.setMode('break')
  expect(await proxied.read(NAME, async (path) => readFileSync(path, 'utf8'))).toBe('backup')
  expect(proxy.requests.filter((request) => request === `GET /lantern/${NAME}`)).toHaveLength(3)
})

test('a backup goes on with files whose store has broken off', async () => {
  const proxy = await openProxy()
  const files = new S3Store(parse(proxy.url.replace('?', '/uploads?')))
  const name = `${'a'.repeat(32)}.webp`
  await files.write(name, Buffer.from('picture'))
  // A list, and then the file.
  proxy.setMode('cut')
  setTimeout(() => proxy.setMode('break'), 500)
  const folder = new FolderTarget(join(dataDir, 'backups'))
  const made = await createBackup({ ...source, files }, folder, { hasFiles: true })
  expect(made.files).toBe(1)
  expect(proxy.requests.filter((request) => request === `GET /lantern/uploads/${name}`)).toHaveLength(2)
  rmSync(folder.label, { recursive: true })
})

async function openProxy(): Promise<S3Proxy> {
  const proxy = await startS3Proxy(server.url)
  onTestFinished(() => proxy.close())
  return proxy
}

test('a backup is checked without a copy in the data folder, and a copy without space says where it is missing', async () => {
  const file = join(dataDir, 'a-file')
  writeFileSync(file, '')
  const files = new FolderStore(join(source.dataDir, 'uploads'))
  const { name } = await createBackup({ ...source, files }, createBackupTarget(parse(server.url), join(file, 'data')), {
    hasFiles: false,
  })
  const full = vi.spyOn(DiskSpace.prototype, 'requireFree').mockRejectedValue(createDiskFullError())
  onTestFinished(() => full.mockRestore())
  await expect(target.read(name, async () => null)).rejects.toThrow(
    `There is not enough disk space in ${dataDir}: the copy of the backup needs 1 MB.`,
  )
  rmSync(file)
})

test('removes the copy that a killed server has left a day ago, and no newer one', async () => {
  const [old, recent] = [mkdtempSync(join(dataDir, 'backup-copy-')), mkdtempSync(join(dataDir, 'backup-copy-'))]
  const then = new Date(Date.now() - 25 * 3_600_000)
  utimesSync(old, then, then)
  await target.write(NAME, Readable.from([Buffer.from('backup')]))
  await target.read(NAME, async () => null)
  expect([existsSync(old), existsSync(recent)]).toEqual([false, true])
})

test(
  'a backup fails with a sentence for admins while the store is away, and the next one succeeds',
  { tags: ['slow'] },
  async () => {
    await server.close()
    await expect(backUp()).rejects.toThrow('The S3 store does not answer, or it refuses the keys of its address.')
    await server.restart()
    const { name, bytes } = await backUp()
    expect(await target.list()).toContain(name)
    expect(await target.read(name, async (path) => readFileSync(path).length)).toBe(bytes)
  },
)
