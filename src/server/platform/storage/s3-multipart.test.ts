import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { type S3Proxy, startS3Proxy } from '#server/testing/files/s3-proxy.ts'
import { type S3Server, startS3Server } from '#server/testing/files/s3-server.ts'
import { getPartBytes } from './s3-multipart.ts'
import { parseS3Url } from './s3-settings.ts'
import { S3Store } from './s3-store.ts'

const MB = 1024 * 1024
const GB = 1024 * MB
const NAME = `${'ab'.repeat(16)}.mp4`
const AWAY = { code: 'not_ready', status: 503 }

let server: S3Server
let proxy: S3Proxy
let store: S3Store
beforeAll(async () => {
  server = await startS3Server()
  proxy = await startS3Proxy(server.url)
  const settings = parseS3Url(proxy.url)
  if (!settings) throw new Error('The address of the proxy is invalid')
  store = new S3Store(settings)
})
beforeEach(() => void (proxy.requests.length = 0))
afterAll(async () => {
  await proxy.close()
  await server.remove()
})

/** Fails the test for a rejection that nothing handles, which would end the server's process. */
function watchRejections(): unknown[] {
  const unhandled: unknown[] = []
  const add = (error: unknown) => void unhandled.push(error)
  process.on('unhandledRejection', add)
  onTestFinished(() => void process.off('unhandledRejection', add))
  return unhandled
}

const isAbort = (request: string) => request.startsWith('DELETE') && request.includes('uploadId=')

test('stores a stream of unknown length in parts, and returns the length', async () => {
  const chunks = Array.from({ length: 33 }, (_, n) => Buffer.alloc(MB, n + 1))
  expect(await store.writeStream(NAME, Readable.from(chunks))).toBe(33 * MB)
  const stored = await (await store.open(NAME))?.toArray()
  expect(Buffer.concat(stored ?? []).equals(Buffer.concat(chunks))).toBe(true)
  expect(proxy.requests.filter((request) => request.includes('partNumber='))).toHaveLength(2)
})

test('stores an empty stream', async () => {
  expect(await store.writeStream(NAME, Readable.from([]))).toBe(0)
})

test(
  'rejects, and leaves nothing to fail later, when the store goes away while the stream waits for its source',
  { tags: ['slow'] },
  async () => {
    const unhandled = watchRejections()
    let hasEnded = false
    proxy.setMode('hold')
    async function* read() {
      try {
        yield Buffer.alloc(33 * MB)
        await expect.poll(() => proxy.requests.some((request) => request.includes('partNumber='))).toBe(true)
        proxy.setMode('cut')
        // Longer than all tries of a part.
        await sleep(9_000)
        yield Buffer.alloc(33 * MB)
      } finally {
        hasEnded = true
      }
    }
    await expect(store.writeStream(NAME, Readable.from(read()))).rejects.toMatchObject(AWAY)
    proxy.setMode('open')
    await expect.poll(() => hasEnded, { timeout: 5_000 }).toBe(true)
    expect(unhandled).toEqual([])
    await store.write(NAME, Buffer.from('works again'))
  },
)

test('throws the error of a source that fails, and aborts the upload', async () => {
  async function* read() {
    yield Buffer.alloc(33 * MB)
    throw new Error('The disk cannot be read')
  }
  await expect(store.writeStream(NAME, Readable.from(read()))).rejects.toThrow('The disk cannot be read')
  expect(proxy.requests.filter(isAbort)).toHaveLength(1)
})

test('throws the error of a source that fails before the store has answered', async () => {
  const unhandled = watchRejections()
  const source = new Readable({ read: () => {} })
  const written = store.writeStream(NAME, source)
  source.destroy(new Error('The disk cannot be read'))
  await expect(written).rejects.toThrow('The disk cannot be read')
  expect([unhandled, proxy.requests.filter(isAbort).length]).toEqual([[], 1])
})

test('keeps parts equal up to 250 GB, and fits 700 GB into S3’s 10,000 parts', () => {
  const sizes = Array.from({ length: 10_000 }, (_, index) => getPartBytes(index + 1))
  const equal = sizes.filter((size) => size === sizes[0])
  expect(equal.reduce((sum, size) => sum + size, 0)).toBe(250 * GB)
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeGreaterThan(700 * GB)
  expect(Math.max(...sizes)).toBe(512 * MB)
})

test.each([
  [100 * MB, 8 * MB],
  [500 * GB, Math.ceil((500 * GB) / 10_000)],
])('sends a file of %d bytes in equal parts of %d', (size, part) => {
  expect([getPartBytes(1, size), getPartBytes(9_999, size)]).toEqual([part, part])
})
