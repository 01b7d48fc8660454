import { existsSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { Upload } from 'tus-js-client'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { LESSON_FILES_PATH } from '#contract/paths.ts'
import { getUploadsFolder } from '#server/features/uploads/upload-routes.ts'
import { openFileStore } from '#server/open-storage.ts'
import { auditLog } from '#server/platform/db/schema.ts'
import { type S3Proxy, startS3Proxy } from '#server/testing/files/s3-proxy.ts'
import { type S3Server, startS3Server } from '#server/testing/files/s3-server.ts'
import { createLessonUploads, lessonFile } from '#server/testing/learning/lesson-uploads.ts'
import { createTestApp, type TestApp } from '#server/testing/test-app.ts'

// Two servers with one data folder, as WORKERS or a shared network folder make them.

const LIMITS = { answerWithinMs: 400, lockLifetimeMs: 5_000 }
/** Each request takes as long as the limit. */
const POLL = { timeout: 20_000 }
const FILE = /^\/uploads\/([0-9a-f]{32}\.(?:mp4|webm))$/

let s3: S3Server
let proxy: S3Proxy
beforeAll(async () => {
  s3 = await startS3Server()
  proxy = await startS3Proxy(s3.url)
})
afterAll(async () => {
  await proxy.close()
  await s3.remove()
})

describe.each<[string, () => Record<string, string>]>([
  ['a folder', () => ({})],
  ['an S3 bucket', () => ({ S3_URL: proxy.url })],
])('with %s', (_name, getSettings) => {
  let one: TestApp
  let other: TestApp
  let admin: { id: number; cookie: string }
  beforeAll(async () => {
    one = await createTestApp(getSettings())
    other = await one.startSecondServer({})
  })
  beforeEach(async () => {
    admin = await one.make.signedIn({ role: 'admin' })
    proxy.requests.length = 0
  })
  afterAll(async () => {
    await other.close()
    await one.close()
  })

  test('an upload that begins on one server continues on another, and is stored once', async () => {
    const [first, second] = [one, other].map((server) => createLessonUploads(server, admin.cookie))
    if (!first || !second) throw new Error('There are two servers')
    const bytes = lessonFile.mp4(30_000)
    const location = (await first.begin(bytes.length)).headers.location ?? ''
    expect((await second.part(location, 0, bytes.subarray(0, 10_000))).headers['upload-offset']).toBe('10000')
    expect((await first.ask(location)).headers['upload-offset']).toBe('10000')
    expect((await first.part(location, 10_000, bytes.subarray(10_000, 20_000))).status).toBe(204)
    const last = await second.part(location, 20_000, bytes.subarray(20_000))
    expect([last.status, last.headers['upload-offset']]).toEqual([204, '30000'])
    const name = FILE.exec(last.headers['lesson-file'] ?? '')?.[1] ?? ''
    for (const server of [first, second]) expect((await server.ask(location)).headers['lesson-file']).toContain(name)
    expect(Buffer.concat((await (await openFileStore(one.env).open(name))?.toArray()) ?? []).equals(bytes)).toBe(true)
    expect(await findAudited(one, admin.id)).toHaveLength(1)
  })

  test('requests for a complete upload on both servers store it once', async () => {
    const bytes = lessonFile.webm(20_000)
    const { location, path } = await beginWith(one, admin.cookie, bytes)
    const servers = [one, other, one, other].map((server) => createLessonUploads(server, admin.cookie))
    const answers = await Promise.all(servers.map((server) => server.ask(location)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(new Set(answers.map(({ headers }) => headers['lesson-file'])).size).toBe(1)
    expect(proxy.requests.filter((request) => request.startsWith('PUT'))).toHaveLength(one.env.s3 ? 1 : 0)
    expect(await findAudited(one, admin.id)).toHaveLength(1)
    expect(existsSync(path)).toBe(false)
  })
})

const findAudited = (t: TestApp, userId: number) => t.db.select().from(auditLog).where(eq(auditLog.actorId, userId))

/** An upload with all bytes received that nothing stores yet. */
async function beginWith(t: TestApp, cookie: string, bytes: Buffer) {
  const location = (await createLessonUploads(t, cookie).begin(bytes.length)).headers.location ?? ''
  const name = location.slice(LESSON_FILES_PATH.length + 1)
  const path = join(getUploadsFolder(t.dataDir), 'unfinished', name)
  writeFileSync(path, bytes)
  return { location, name, path }
}

describe('while the store is slow', () => {
  let one: TestApp
  let other: TestApp
  let admin: { id: number; cookie: string }
  beforeAll(async () => {
    one = await createTestApp({ S3_URL: proxy.url }, { lessonFileLimits: LIMITS })
    other = await one.startSecondServer({})
    for (const { app } of [one, other]) await app.listen({ port: 0, host: '127.0.0.1' })
  })
  beforeEach(async () => {
    admin = await one.make.signedIn({ role: 'admin' })
    proxy.requests.length = 0
    proxy.setMode('hold')
  })
  afterEach(() => proxy.setMode('open'))
  afterAll(async () => {
    await other.close()
    await one.close()
  })

  const findUnfinished = () => readdirSync(join(getUploadsFolder(one.dataDir), 'unfinished'))
  async function expectStored(uploads: ReturnType<typeof createLessonUploads>, location: string) {
    await expect.poll(async () => (await uploads.ask(location)).headers['lesson-file'], POLL).toMatch(FILE)
  }
  const countWrites = () => proxy.requests.filter((request) => request.startsWith('PUT')).length

  test('answers in time without the last byte, on both servers, and stores the file once', async () => {
    const [first, second] = [createLessonUploads(one, admin.cookie), createLessonUploads(other, admin.cookie)]
    const bytes = lessonFile.mp4(20_000)
    const location = (await first.begin(bytes.length)).headers.location ?? ''
    const startedAt = performance.now()
    const last = await first.part(location, 0, bytes)
    expect(performance.now() - startedAt).toBeLessThan(5_000)
    expect([last.status, last.headers['upload-offset'], last.headers['lesson-file']]).toEqual([204, '19999', undefined])
    for (const server of [first, second]) {
      expect((await server.ask(location)).headers['upload-offset']).toBe('19999')
      expect((await server.part(location, 19_999, bytes.subarray(19_999))).headers['upload-offset']).toBe('19999')
      expect((await server.part(location, 20_000, Buffer.from(''))).status).toBe(409)
    }
    // Longer than a lock lives without its process.
    await new Promise((resolve) => setTimeout(resolve, LIMITS.lockLifetimeMs + 1_000))
    expect((await second.ask(location)).headers['upload-offset']).toBe('19999')
    proxy.setMode('open')
    const sendLastByte = async () => (await second.part(location, 19_999, bytes.subarray(19_999))).headers
    await expect.poll(sendLastByte, POLL).toMatchObject({
      'upload-offset': '20000',
      'lesson-file': expect.stringMatching(FILE),
    })
    expect([countWrites(), findUnfinished()]).toEqual([1, []])
    expect(await findAudited(one, admin.id)).toHaveLength(1)
  })

  test('answers 409 to the last part of an upload that is given up on the other server meanwhile', async () => {
    const [first, second] = [createLessonUploads(one, admin.cookie), createLessonUploads(other, admin.cookie)]
    const bytes = lessonFile.mp4(10_000)
    const location = (await first.begin(bytes.length)).headers.location ?? ''
    const last = first.part(location, 0, bytes)
    await expect.poll(countWrites).toBe(1)
    expect((await second.giveUp(location)).status).toBe(204)
    const { status, body } = await last
    expect([status, JSON.parse(body)]).toMatchObject([409, { code: 'upload_moved_on' }])
    expect(await findAudited(one, admin.id)).toEqual([])
  })

  test('the browser’s tus library waits for the file without a retry, and then succeeds', async () => {
    const bytes = lessonFile.webm(300_000)
    const { port } = one.app.server.address() as AddressInfo
    const offsets: number[] = []
    const url = await new Promise<string | undefined>((resolve, reject) => {
      new Upload(bytes, {
        endpoint: `http://127.0.0.1:${port}${LESSON_FILES_PATH}`,
        chunkSize: 100_000,
        retryDelays: [],
        headers: { cookie: admin.cookie },
        onChunkComplete: (_size, accepted) => {
          offsets.push(accepted)
          if (offsets.length === 5) proxy.setMode('open')
        },
        onSuccess: ({ lastResponse }) => resolve(lastResponse.getHeader('lesson-file')),
        onError: reject,
      }).start()
    })
    expect(url).toMatch(FILE)
    expect(offsets.slice(0, 5)).toEqual([100_000, 200_000, 299_999, 299_999, 299_999])
    expect(offsets.at(-1)).toBe(300_000)
    expect(countWrites()).toBe(1)
  })

  test('another server takes over when the one that stored the file was killed', async () => {
    const bytes = lessonFile.mp4(10_000)
    const { location, path } = await beginWith(one, admin.cookie, bytes)
    writeFileSync(`${path}.lock-1`, '')
    proxy.setMode('open')
    const uploads = createLessonUploads(other, admin.cookie)
    expect((await uploads.ask(location)).headers['upload-offset']).toBe('9999')
    const longAgo = new Date(Date.now() - LIMITS.lockLifetimeMs)
    utimesSync(`${path}.lock-1`, longAgo, longAgo)
    await expectStored(uploads, location)
    expect(findUnfinished()).toEqual([])
  })

  test('a canceled upload is gone at once, also for the other server', async () => {
    const bytes = lessonFile.mp4(10_000)
    const { location } = await beginWith(one, admin.cookie, bytes)
    expect((await createLessonUploads(one, admin.cookie).ask(location)).headers['upload-offset']).toBe('9999')
    const uploads = createLessonUploads(other, admin.cookie)
    expect((await uploads.giveUp(location)).status).toBe(204)
    expect((await uploads.ask(location)).status).toBe(404)
    proxy.setMode('open')
    await expect.poll(findUnfinished).toEqual([])
  })

  test('a failure is answered, and the next request tries again', async () => {
    const bytes = lessonFile.mp4(10_000)
    const { location, path } = await beginWith(one, admin.cookie, bytes)
    proxy.setMode('cut')
    const uploads = createLessonUploads(one, admin.cookie)
    await expect.poll(async () => (await uploads.ask(location)).status, POLL).toBe(503)
    expect(readFileSync(path).equals(bytes)).toBe(true)
    proxy.setMode('open')
    await expectStored(createLessonUploads(other, admin.cookie), location)
  })
})
