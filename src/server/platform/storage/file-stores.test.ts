import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { AppError } from '#contract/errors.ts'
import { startS3Proxy } from '#server/testing/files/s3-proxy.ts'
import { type S3Server, startS3Server } from '#server/testing/files/s3-server.ts'
import type { FileStore, StoredFile } from './file-store.ts'
import { FolderStore } from './folder-store.ts'
import { parseS3Url, type S3Settings } from './s3-settings.ts'
import { S3Store } from './s3-store.ts'
import { parseRange } from './send-stored-file.ts'

let folder: string
let server: S3Server
let settings: S3Settings
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lantern-stores-'))
  server = await startS3Server()
  settings = toSettings(server.url)
})
afterAll(async () => {
  await server.remove()
  rmSync(folder, { recursive: true, force: true })
})

function toSettings(url: string): S3Settings {
  const parsed = parseS3Url(url)
  if (!parsed) throw new Error('The address of the test server is invalid')
  return parsed
}

const readAll = async (stream: Readable | null) => (stream ? Buffer.concat(await stream.toArray()) : null)
const toList = (files: AsyncIterable<StoredFile>): Promise<StoredFile[]> => Readable.from(files).toArray()
const toName = (digit: string, end = '.webp') => digit.repeat(32) + end

const STORES: [string, () => FileStore][] = [
  ['a folder', () => new FolderStore(join(folder, 'uploads'))],
  ['an S3 bucket', () => new S3Store(settings)],
  ['a folder of an S3 bucket', () => new S3Store({ ...settings, prefix: 'site-a/' })],
]

describe.each(STORES)('%s', (_name, create) => {
  let store: FileStore
  beforeEach(async () => {
    store = create()
    for (const prefix of ['', 'submissions/']) for (const { name } of await list(prefix)) await store.remove(name)
  })
  const list = (prefix?: string) => toList(store.list(prefix))

  test('keeps what is written, and gives it whole or in part', async () => {
    const bytes = Buffer.from('0123456789')
    await store.write(toName('a'), bytes)
    expect(await readAll(await store.open(toName('a')))).toEqual(bytes)
    expect((await readAll(await store.open(toName('a'), { range: { start: 2, end: 4 } })))?.toString()).toBe('234')
    const found = await store.stat(toName('a'))
    expect(found).toMatchObject({ name: toName('a'), size: 10 })
    expect(Math.abs(Date.now() - (found?.modifiedAt ?? 0))).toBeLessThan(60_000)
  })

  test('knows nothing of files that it does not have', async () => {
    expect(await store.stat(toName('a'))).toBeNull()
    expect(await store.open(toName('a'))).toBeNull()
    expect(await store.touch(toName('a'))).toBe(false)
    await store.remove(toName('a'))
    expect(await list()).toEqual([])
    expect(await list('submissions/')).toEqual([])
  })

  test('lists the files of one folder only', async () => {
    const names = ['1', '2', '3'].map((digit) => toName(digit))
    for (const name of [...names, `submissions/${toName('4', '-7')}`]) await store.write(name, Buffer.from(name))
    expect((await list()).map(({ name }) => name).sort()).toEqual(names)
    expect(await list('submissions/')).toMatchObject([{ name: `submissions/${toName('4', '-7')}`, size: 46 }])
    await store.remove(toName('2'))
    expect((await list()).map(({ name }) => name).sort()).toEqual([toName('1'), toName('3')])
  })

  test.each([
    ['small', 11],
    // More than one part of a multipart upload.
    ['large', 17_000_000],
  ])('takes a %s file of this machine', async (_size, size) => {
    const path = join(folder, 'incoming')
    const bytes = Buffer.alloc(size, 'lantern')
    writeFileSync(path, bytes)
    await store.moveIn(path, toName('b', '.webm'))
    expect(existsSync(path)).toBe(false)
    expect((await readAll(await store.open(toName('b', '.webm'))))?.equals(bytes)).toBe(true)
  })

  test('marks a file as new without changing it', async () => {
    await store.write(toName('c'), Buffer.from('picture'))
    const before = (await store.stat(toName('c')))?.modifiedAt ?? 0
    expect(await store.touch(toName('c'))).toBe(true)
    const after = await store.stat(toName('c'))
    // `touch` sets whole milliseconds.
    expect(after?.modifiedAt).toBeGreaterThanOrEqual(Math.floor(before))
    expect((await readAll(await store.open(toName('c'))))?.toString()).toBe('picture')
  })
})

test('a file of a folder that can’t be looked at is an error and not a missing file', async () => {
  const store = new FolderStore(join(folder, 'looped'))
  mkdirSync(store.folder)
  symlinkSync(toName('a'), join(store.folder, toName('a')))
  await expect(store.stat(toName('a'))).rejects.toThrow('ELOOP')
  await expect(store.touch(toName('a'))).rejects.toThrow('ELOOP')
})

test('a folder is read in pieces of the size that is asked for', async () => {
  const store = new FolderStore(join(folder, 'pieces'))
  await store.write(toName('a'), Buffer.alloc(100_000))
  const pieces = (await (await store.open(toName('a'), { chunkBytes: 40_000 }))?.toArray()) as Buffer[]
  expect(pieces.map(({ length }) => length)).toEqual([40_000, 40_000, 20_000])
})

test.each([
  [1, 0],
  [13, 1],
])('marking a file of a bucket of %d hours as new copies it %d times', async (hours, copies) => {
  const proxy = await startS3Proxy(server.url)
  onTestFinished(() => proxy.close())
  const store = new S3Store(toSettings(proxy.url))
  const name = toName('f', '.mp4')
  await store.write(name, Buffer.from('video'))
  proxy.requests.length = 0
  vi.spyOn(store, 'stat').mockResolvedValueOnce({ name, size: 5, modifiedAt: Date.now() - hours * 3_600_000 })
  expect(await store.touch(name)).toBe(true)
  expect(proxy.requests).toEqual(Array.from({ length: copies }, () => `PUT /lantern/${name}`))
})

test('a list of a bucket leaves out its folders, which may have the objects of another site', async () => {
  const proxy = await startS3Proxy(server.url)
  onTestFinished(() => proxy.close())
  await toList(new S3Store(toSettings(proxy.url)).list())
  expect(proxy.requests).toEqual([expect.stringContaining('delimiter=%2F')])
})

describe('an S3 store that is away', () => {
  const getError = async (work: Promise<unknown>) => {
    const error: unknown = await work.catch((failure: unknown) => failure)
    return error instanceof AppError ? [error.code, error.status, error.message] : error
  }
  const AWAY = ['not_ready', 503, 'The file storage does not answer. Try again in a moment']

  test('fails every use in the same way, loses nothing, and works again', async () => {
    const store = new S3Store(settings)
    await store.write(toName('d'), Buffer.from('kept'))
    const path = join(folder, 'waiting')
    writeFileSync(path, 'not stored yet')
    await server.close()
    expect(await getError(store.stat(toName('d')))).toEqual(AWAY)
    expect(await getError(store.open(toName('d')))).toEqual(AWAY)
    expect(await getError(store.touch(toName('d')))).toEqual(AWAY)
    expect(await getError(store.remove(toName('d')))).toEqual(AWAY)
    expect(await getError(store.write(toName('e'), Buffer.from('x')))).toEqual(AWAY)
    expect(await getError(toList(store.list()))).toEqual(AWAY)
    expect(await getError(store.moveIn(path, toName('e')))).toEqual(AWAY)
    expect(existsSync(path)).toBe(true)
    await server.restart()
    expect((await readAll(await store.open(toName('d'))))?.toString()).toBe('kept')
    await store.moveIn(path, toName('e'))
    expect((await readAll(await store.open(toName('e'))))?.toString()).toBe('not stored yet')
  })

  test('is what wrong keys and a missing bucket look like', async () => {
    const wrongKey = new S3Store({ ...settings, secretAccessKey: 'wrong' })
    expect(await getError(wrongKey.stat(toName('d')))).toEqual(AWAY)
    expect(await getError(wrongKey.write(toName('d'), Buffer.from('x')))).toEqual(AWAY)
    const noBucket = new S3Store({ ...settings, endpoint: settings.endpoint.replace('lantern', 'other') })
    expect(await getError(noBucket.write(toName('d'), Buffer.from('x')))).toEqual(AWAY)
    expect(await getError(toList(noBucket.list()))).toEqual(AWAY)
  })
})

test.each<[string, Partial<S3Settings> | null]>([
  [
    's3://key:se%2Fcret@s3.example.org/bucket?region=eu-central-1',
    {
      accessKeyId: 'key',
      secretAccessKey: 'se/cret',
      endpoint: 'https://s3.example.org/bucket',
      region: 'eu-central-1',
    },
  ],
  ['s3://k:s@s3.example.org/bucket?path-style=off', { endpoint: 'https://bucket.s3.example.org', prefix: '' }],
  ['s3://k:s@127.0.0.1:9000/bucket/a/b/?tls=off', { endpoint: 'http://127.0.0.1:9000/bucket', prefix: 'a/b/' }],
  ['s3://k:s@s3.example.org/bucket', { label: 's3://s3.example.org/bucket', region: 'us-east-1' }],
  ['s3://k:se%25cret@s3.example.org/bucket', { secretAccessKey: 'se%cret' }],
  ['s3://k:se%cret@s3.example.org/bucket', null],
  ['s3://k:se/cret@s3.example.org/bucket', null],
  ['s3://s3.example.org/bucket', null],
  ['s3://k:s@s3.example.org/', null],
  ['s3://k:s@s3.example.org/UPPER', null],
  ['s3://k:s@s3.example.org/bucket?regoin=x', null],
  ['https://k:s@s3.example.org/bucket', null],
  ['nonsense', null],
])('reads the address %s', (url, expected) => {
  const parsed = parseS3Url(url)
  if (expected === null) expect(parsed).toBeNull()
  else expect(parsed).toMatchObject(expected)
})

test.each<[string | undefined, ReturnType<typeof parseRange>]>([
  [undefined, null],
  ['bytes=0-3', { start: 0, end: 3 }],
  ['bytes=4-', { start: 4, end: 9 }],
  ['bytes=-3', { start: 7, end: 9 }],
  ['bytes=-30', { start: 0, end: 9 }],
  ['bytes=8-99', { start: 8, end: 9 }],
  ['bytes=10-', 'none'],
  ['bytes=-0', 'none'],
  // As with every server, several ranges or nonsense get the whole file.
  ['bytes=0-1,4-5', null],
  ['bytes=5-2', null],
  ['bytes=-', null],
  ['lines=1-2', null],
])('reads the range %s of ten bytes', (header, expected) => {
  expect(parseRange(header, 10)).toEqual(expected)
})
