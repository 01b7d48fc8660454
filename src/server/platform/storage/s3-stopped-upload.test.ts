import { Readable } from 'node:stream'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type S3Proxy, startS3Proxy } from '#server/testing/files/s3-proxy.ts'
import { type S3Server, startS3Server } from '#server/testing/files/s3-server.ts'
import { parseS3Url } from './s3-settings.ts'
import { S3Store } from './s3-store.ts'

const MB = 1024 * 1024
const NAME = `${'ab'.repeat(16)}.mp4`

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
beforeEach(() => {
  proxy.setMode('hold')
  proxy.requests.length = 0
})
afterAll(async () => {
  await proxy.close()
  await server.remove()
})

async function* readForEver() {
  for (;;) yield Buffer.alloc(MB)
}

test.each([
  ['a part', () => Readable.from(readForEver())],
  ['the last part, whose source has ended', () => Readable.from([Buffer.alloc(MB)])],
])('stops while %s is being sent, and aborts the upload', async (_what, open) => {
  const stopping = new AbortController()
  const written = store.writeStream(NAME, open(), { signal: stopping.signal })
  written.catch(() => null)
  const countParts = () => proxy.requests.filter((request) => request.includes('partNumber=')).length
  await expect.poll(countParts, { timeout: 10_000 }).toBe(1)
  stopping.abort(new Error('The server stops'))
  await expect(written).rejects.toThrow('The server stops')
  expect(countParts()).toBe(1)
  expect(proxy.requests.at(-1)).toMatch(/^DELETE .*uploadId=/)
})

/** An upload whose begin the store does not answer. */
async function startUnanswered(signal: AbortSignal): Promise<{ written: Promise<number> }> {
  proxy.setMode('hold-all')
  const written = store.writeStream(NAME, Readable.from(readForEver()), { signal })
  written.catch(() => null)
  await expect.poll(() => proxy.requests, { timeout: 10_000 }).toEqual([expect.stringMatching(/^POST .*uploads/)])
  return { written }
}

test('waits no more than five seconds for the begin of an upload', async () => {
  const stopping = new AbortController()
  const { written } = await startUnanswered(stopping.signal)
  // For this moment only: the request has timers too.
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  stopping.abort(new Error('The server stops'))
  vi.advanceTimersByTime(5_000)
  vi.useRealTimers()
  await expect(written).rejects.toThrow('The server stops')
  expect(proxy.requests).toHaveLength(1)
})

test('aborts an upload whose begin is answered after the stop', async () => {
  const stopping = new AbortController()
  const { written } = await startUnanswered(stopping.signal)
  stopping.abort(new Error('The server stops'))
  proxy.setMode('open')
  await expect(written).rejects.toThrow('The server stops')
  expect(proxy.requests).toEqual([expect.stringMatching(/^POST /), expect.stringMatching(/^DELETE .*uploadId=/)])
})
