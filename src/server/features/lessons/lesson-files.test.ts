import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { type ClientRequest, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { Upload } from 'tus-js-client'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { LESSON_FILES_PATH } from '#contract/paths.ts'
import { FolderStore } from '#server/platform/storage/folder-store.ts'
import { lessons, site } from '#server/platform/db/schema.ts'
import { at } from '#server/testing/at.ts'
import { lessonFile, createLessonUploads } from '#server/testing/learning/lesson-uploads.ts'
import { type TestApp, createTestApp } from '#server/testing/test-app.ts'
import { removeUnusedLessonFiles } from './remove-unused-lesson-files.ts'
import { getUploadsFolder } from '#server/features/uploads/upload-routes.ts'

const FILE = /^\/uploads\/([0-9a-f]{32}\.(webm|mp4|vtt|pdf|file))$/
const GB_2 = 2 * 1024 ** 3

let t: TestApp
let folder: string
let admin: { id: number; cookie: string }
let mine: ReturnType<typeof createLessonUploads>
beforeAll(async () => {
  t = await createTestApp()
  folder = getUploadsFolder(t.dataDir)
})
beforeEach(async () => {
  admin = await t.make.signedIn({ role: 'admin' })
  mine = createLessonUploads(t, admin.cookie)
})
afterAll(() => t.close())

const unfinished = () => readdirSync(join(folder, 'unfinished'))
const finished = () => readdirSync(folder).filter((name) => name !== 'unfinished')
const getFilePath = (headers: Record<string, string>) =>
  join(folder, FILE.exec(headers['lesson-file'] ?? '')?.[1] ?? 'none')

/** Status and error code of a refused request. */
function getError({ status, body }: { status: number; body: string }) {
  const envelope = JSON.parse(body) as { status: boolean; code: string; msg: string }
  expect(envelope).toEqual({ status: false, code: expect.any(String), msg: expect.any(String) })
  return [status, envelope.code]
}

describe('access', () => {
  test('refuses every request of visitors and students', async () => {
    const location = (await mine.begin(100)).headers.location ?? ''
    const actors = [
      createLessonUploads(t, undefined),
      createLessonUploads(t, 'sid=nonsense'),
      createLessonUploads(t, (await t.make.signedIn()).cookie),
    ]
    const expected = [
      [401, 'not_signed_in'],
      [401, 'not_signed_in'],
      [403, 'not_allowed'],
    ]
    for (const [place, actor] of actors.entries()) {
      expect(getError(await actor.begin(100))).toEqual(expected[place])
      expect(getError(await actor.part(location, 0, Buffer.from('x')))).toEqual(expected[place])
      expect(getError(await actor.giveUp(location))).toEqual(expected[place])
      expect((await actor.ask(location)).status).toBe(expected[place]?.[0])
    }
    expect((await mine.ask(location)).headers['upload-offset']).toBe('0')
  })

  test('returns 404 for another admin’s upload', async () => {
    const location = (await mine.begin(100)).headers.location ?? ''
    const other = await t.make.signedIn({ role: 'admin' })
    const theirs = createLessonUploads(t, other.cookie)
    for (const url of [location, location.replace(`-${admin.id}-`, `-${other.id}-`)]) {
      expect((await theirs.ask(url)).status).toBe(404)
      expect(getError(await theirs.part(url, 0, Buffer.from('x')))).toEqual([404, 'file_not_found'])
      expect(getError(await theirs.giveUp(url))).toEqual([404, 'file_not_found'])
    }
    expect((await mine.ask(location)).headers['upload-offset']).toBe('0')
  })

  test('returns 403 to a page of another site', async () => {
    for (const headers of [
      { origin: 'https://evil.example' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
    ]) {
      expect(
        getError(await createLessonUploads(t, admin.cookie, headers as Record<string, string>).begin(100)),
      ).toEqual([403, 'cross_site'])
    }
    expect(
      (
        await createLessonUploads(t, admin.cookie, {
          origin: 'http://localhost:3000',
          'sec-fetch-site': 'same-origin',
        }).begin(100)
      ).status,
    ).toBe(201)
  })

  test('accepts admins during maintenance and returns 503 to students', async () => {
    const own = await createTestApp()
    await own.db
      .insert(site)
      .values({ running: false })
      .onConflictDoUpdate({ target: site.id, set: { running: false } })
    const ownAdmin = await own.make.signedIn({ role: 'admin' })
    expect((await createLessonUploads(own, ownAdmin.cookie).begin(100)).status).toBe(201)
    expect(getError(await createLessonUploads(own, (await own.make.signedIn()).cookie).begin(100))).toEqual([
      503,
      'maintenance',
    ])
    await own.close()
  })

  test('counts new uploads against the limit for writes', async () => {
    const own = await createTestApp({ THROTTLE: 'on' })
    const busy = createLessonUploads(own, (await own.make.signedIn({ role: 'admin' })).cookie)
    const statuses: number[] = []
    for (let n = 0; n < 121; n++) statuses.push((await busy.begin(10)).status)
    expect(statuses.filter((status) => status === 201)).toHaveLength(120)
    const answer = await busy.begin(10)
    expect(getError(answer)).toEqual([429, 'too_often'])
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
    await own.close()
  })
})

describe('file types', () => {
  test.each([
    ['an MP4', lessonFile.mp4(), 'mp4'],
    ['an MP4 whose own brand is unknown but compatible', lessonFile.mp4(10_000, 'XXXX', 'isomavc1'), 'mp4'],
    ['an MP4 smaller than the detected header', lessonFile.mp4(40), 'mp4'],
    ['a WebM', lessonFile.webm(), 'webm'],
    ['captions', lessonFile.vtt(), 'vtt'],
    ['captions with a byte order mark', Buffer.concat([Buffer.from('\ufeff'), lessonFile.vtt()]), 'vtt'],
    ['empty captions', lessonFile.vtt(''), 'vtt'],
    ['captions of 1 MB', lessonFile.vtt(`\n${'x'.repeat(1024 * 1024 - 7)}`), 'vtt'],
  ])('stores %s under a random name, readable by the server’s user only', async (_name, bytes, end) => {
    const { status, headers } = await mine.whole(bytes)
    expect([status, headers['upload-offset'], FILE.exec(headers['lesson-file'] ?? '')?.[2]]).toEqual([
      204,
      String(bytes.length),
      end,
    ])
    expect(readFileSync(getFilePath(headers)).equals(bytes)).toBe(true)
    expect(statSync(getFilePath(headers)).mode & 0o777).toBe(0o600)
    expect(unfinished().filter((name) => name.includes(`-${admin.id}-`))).toEqual([])
  })

  test.each([
    ['an HTML page', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['a picture', Buffer.from('\x89PNG\r\n\x1a\n'.repeat(10), 'latin1')],
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')],
    ['a Matroska video', lessonFile.webm(10_000, 'matroska')],
    ['a QuickTime video', lessonFile.mp4(10_000, 'qt  ', 'qt  ')],
    ['a HEIC picture', lessonFile.mp4(10_000, 'heic', 'mif1heic')],
    ['an audio file', lessonFile.mp4(10_000, 'M4A ', 'M4A mp42')],
    ['text that only begins like WebVTT', Buffer.from('WEBVTTX\n\n00:00.000 --> 00:02.000\nHello')],
    ['captions that are not in UTF-8', Buffer.concat([lessonFile.vtt(), Buffer.from([0xff, 0xfe])])],
    ['captions with a NUL', lessonFile.vtt('\n\0')],
    ['one byte', Buffer.from('x')],
  ])('returns 415 for %s and removes it', async (_name, bytes) => {
    const before = finished()
    expect(getError(await mine.whole(bytes))).toEqual([415, 'not_a_lesson_file'])
    expect([finished(), unfinished().filter((name) => name.includes(`-${admin.id}-`))]).toEqual([before, []])
  })

  test('returns 413 for captions above 1 MB and files above 2 GB', async () => {
    expect(getError(await mine.whole(lessonFile.vtt(`\n${'x'.repeat(1024 * 1024 - 6)}`)))).toEqual([413, 'too_large'])
    expect(getError(await mine.begin(GB_2 + 1))).toEqual([413, 'too_large'])
    expect([201, 413]).toContain((await mine.begin(GB_2)).status)
    expect(getError(await mine.begin(0))).toEqual([415, 'not_a_lesson_file'])
  })

  test.each([
    ['a PDF', Buffer.from('%PDF-1.7\n'), 'pdf'],
    ['an HTML page', Buffer.from('<!doctype html><script>alert(1)</script>'), 'file'],
    ['a file that only contains a PDF', Buffer.from('<script>alert(1)</script>%PDF-1.7'), 'file'],
    ['a video', lessonFile.mp4(), 'file'],
    ['one byte', Buffer.from('x'), 'file'],
  ])('stores %s that is declared as a document as one', async (_name, bytes, end) => {
    const { status, headers } = await mine.wholeDocument(bytes)
    expect([status, FILE.exec(headers['lesson-file'] ?? '')?.[2]]).toEqual([204, end])
    expect(readFileSync(getFilePath(headers)).equals(bytes)).toBe(true)
  })

  test('returns 413 for a document above 100 MB', async () => {
    const limit = 100 * 1024 * 1024
    const document = { 'upload-metadata': `purpose ${btoa('document')}` }
    expect([201, 413]).toContain((await mine.begin(limit, document)).status)
    expect(getError(await mine.begin(limit + 1, document))).toEqual([413, 'too_large'])
  })

  test('refuses an unplayable video with its first part', async () => {
    const location = (await mine.begin(1_000_000)).headers.location ?? ''
    expect(getError(await mine.part(location, 0, lessonFile.mp4(5_000, 'qt  ', 'qt  ')))).toEqual([
      415,
      'not_a_lesson_file',
    ])
    expect((await mine.ask(location)).status).toBe(404)
  })

  test('ignores the file name and type that the upload declares', async () => {
    const name = Buffer.from('../../evil.html').toString('base64')
    const { headers } = await mine.begin(500, {
      'upload-metadata': `filename ${name},filetype ${Buffer.from('text/html').toString('base64')}`,
      host: 'evil.example',
      'x-forwarded-host': 'evil.example',
    })
    expect(headers.location).toMatch(/^\/api\/lessonFiles\/[0-9a-f]{32}-\d+-500$/)
    const { headers: end } = await mine.part(headers.location ?? '', 0, lessonFile.webm(500))
    expect(end['lesson-file']).toMatch(/^\/uploads\/[0-9a-f]{32}\.webm$/)
  })
})

describe('protocol', () => {
  test('appends parts and returns the offset after each', async () => {
    const bytes = lessonFile.mp4(9_000)
    const created = await mine.begin(bytes.length)
    expect([created.status, created.body, created.headers['tus-resumable'], created.headers['cache-control']]).toEqual([
      201,
      '',
      '1.0.0',
      'no-store',
    ])
    const location = created.headers.location ?? ''
    for (const offset of [0, 10, 5_000]) {
      const state = await mine.ask(location)
      expect([
        state.status,
        state.headers['upload-offset'],
        state.headers['upload-length'],
        state.headers['lesson-file'],
      ]).toEqual([200, String(offset), '9000', undefined])
      const sent = await mine.part(location, offset, bytes.subarray(offset, { 0: 10, 10: 5_000 }[offset]))
      expect(sent.status).toBe(204)
    }
    // The last response may have been lost: asking again returns the same.
    const state = await mine.ask(location)
    expect(state.headers).toMatchObject({
      'upload-offset': '9000',
      'upload-length': '9000',
      'lesson-file': expect.stringMatching(FILE),
    })
    expect(readFileSync(getFilePath(state.headers)).equals(bytes)).toBe(true)
    expect(getError(await mine.part(location, 9_000, Buffer.from('more')))).toEqual([409, 'upload_moved_on'])
    expect(getError(await mine.giveUp(location))).toEqual([404, 'file_not_found'])
  })

  test('returns 409 for a part at another offset and 400 for one beyond the end', async () => {
    const location = (await mine.begin(100)).headers.location ?? ''
    await mine.part(location, 0, Buffer.from('12345'))
    for (const offset of [0, 4, 6, 100, 999])
      expect(getError(await mine.part(location, offset, Buffer.from('x')))).toEqual([409, 'upload_moved_on'])
    expect(getError(await mine.part(location, 5, Buffer.alloc(96)))).toEqual([400, 'invalid_input'])
    expect((await mine.ask(location)).headers['upload-offset']).toBe('5')
  })

  test.each(['-1', '1.5', '1e3', 'x', '', '9'.repeat(16), '0x10', ' 5'])(
    'returns 400 for %j as offset and length',
    async (text) => {
      expect([400, 415]).toContain((await mine.begin(text)).status)
      const location = (await mine.begin(100)).headers.location ?? ''
      const { status } = await mine.part(location, text, Buffer.from('x'))
      expect(status).toBe(text === ' 5' ? status : 400)
      expect(status).toBeLessThan(500)
    },
  )

  test('returns an error in the API’s format without the tus headers', async () => {
    const location = (await mine.begin(100)).headers.location ?? ''
    expect(getError(await createLessonUploads(t, admin.cookie, { 'tus-resumable': '0.2.2' }).begin(100))).toEqual([
      400,
      'invalid_input',
    ])
    // Without a body nothing parses it.
    const empty = await t.app.inject({
      ...{ method: 'PATCH', url: location },
      headers: { 'tus-resumable': '1.0.0', 'upload-offset': '0', cookie: admin.cookie },
    })
    expect(empty.json()).toMatchObject({ code: 'unsupported_body' })
    expect(getError(await mine.part(location, 0, Buffer.from('x'), { 'content-type': 'application/json' }))).toEqual([
      415,
      'unsupported_body',
    ])
    expect(getError(await mine.part(location, 0, Buffer.from('x'), { 'content-type': 'text/plain' }))).toEqual([
      415,
      'unsupported_body',
    ])
    const plain = await t.app.inject({
      method: 'POST',
      url: LESSON_FILES_PATH,
      headers: { cookie: admin.cookie, 'tus-resumable': '1.0.0' },
    })
    expect(getError({ status: plain.statusCode, body: plain.body })).toEqual([400, 'invalid_input'])
  })

  test.each([
    'x',
    '..%2f..%2fsecret',
    `${'a1'.repeat(16)}-1-1`,
    `${'a1'.repeat(16)}`,
    '%00',
    '%zz',
    `${'a'.repeat(5_000)}`,
    `${'a1'.repeat(16)}-1-1%2f..%2fx`,
  ])('finds no upload named %s', async (name) => {
    const url = `${LESSON_FILES_PATH}/${name}`
    for (const { status } of [await mine.ask(url), await mine.part(url, 0, Buffer.from('x')), await mine.giveUp(url)])
      expect([400, 404]).toContain(status)
  })

  test('finishes an upload whose server stopped after the last byte when its state is requested', async () => {
    const bytes = lessonFile.webm(7_000)
    const location = (await mine.begin(bytes.length)).headers.location ?? ''
    writeFileSync(join(folder, 'unfinished', location.slice(LESSON_FILES_PATH.length + 1)), bytes)
    const state = await mine.ask(location)
    expect([state.status, state.headers['upload-offset']]).toEqual([200, '7000'])
    expect(readFileSync(getFilePath(state.headers)).equals(bytes)).toBe(true)
  })

  test('removes a canceled upload', async () => {
    const location = (await mine.begin(100)).headers.location ?? ''
    await mine.part(location, 0, Buffer.from('12345'))
    expect((await mine.giveUp(location)).status).toBe(204)
    expect((await mine.ask(location)).status).toBe(404)
    expect(getError(await mine.giveUp(location))).toEqual([404, 'file_not_found'])
  })

  test('stores the bytes once when ten requests send the same part at once', async () => {
    const bytes = lessonFile.webm(8_000)
    const location = (await mine.begin(bytes.length)).headers.location ?? ''
    const answers = await Promise.all(Array.from({ length: 10 }, () => mine.part(location, 0, bytes)))
    expect(answers.every(({ status }) => status < 500)).toBe(true)
    const { headers } = await mine.ask(location)
    if (headers['lesson-file'] === undefined)
      await mine.part(location, Number(headers['upload-offset']), bytes.subarray(Number(headers['upload-offset'])))
    expect(readFileSync(getFilePath((await mine.ask(location)).headers)).equals(bytes)).toBe(true)
  })
})

describe('over a network connection', () => {
  let address: string
  beforeAll(async () => {
    await t.app.listen({ port: 0, host: '127.0.0.1' })
    address = `http://127.0.0.1:${(t.app.server.address() as AddressInfo).port}`
  })

  const getOffset = async (location: string) => Number((await mine.ask(location)).headers['upload-offset'])

  /** Announces all bytes but sends only the first of them. */
  function sendPartly(location: string, bytes: Buffer, count: number): ClientRequest {
    const connection = request(address + location, {
      method: 'PATCH',
      headers: {
        cookie: admin.cookie,
        'tus-resumable': '1.0.0',
        'upload-offset': '0',
        'content-type': 'application/offset+octet-stream',
        'content-length': bytes.length,
      },
    })
    connection.on('error', () => null)
    connection.write(bytes.subarray(0, count))
    return connection
  }

  test('keeps the bytes received before the connection broke and continues from there', async () => {
    const bytes = lessonFile.mp4(300_000)
    const location = (await mine.begin(bytes.length)).headers.location ?? ''
    const connection = sendPartly(location, bytes, 100_000)
    const closed = new Promise((resolve) => connection.on('close', resolve))
    await expect.poll(() => getOffset(location)).toBe(100_000)
    connection.destroy()
    await closed
    expect(await getOffset(location)).toBe(100_000)
    const { headers } = await mine.part(location, 100_000, bytes.subarray(100_000))
    expect(readFileSync(getFilePath(headers)).equals(bytes)).toBe(true)
  })

  test('continues an upload at once while an older connection hangs', async () => {
    const bytes = lessonFile.mp4(50_000)
    const location = (await mine.begin(bytes.length)).headers.location ?? ''
    const hanging = sendPartly(location, bytes, 20_000)
    await expect.poll(() => getOffset(location)).toBe(20_000)
    const { status, headers } = await mine.part(location, 20_000, bytes.subarray(20_000))
    expect(status).toBe(204)
    expect(readFileSync(getFilePath(headers)).equals(bytes)).toBe(true)
    hanging.destroy()
  })

  test('accepts an upload in many parts from the browser’s tus library', async () => {
    const bytes = lessonFile.webm(1_000_000)
    const url = await new Promise<string | undefined>((resolve, reject) => {
      new Upload(bytes, {
        endpoint: address + LESSON_FILES_PATH,
        chunkSize: 300_000,
        headers: { cookie: admin.cookie },
        onSuccess: ({ lastResponse }) => resolve(lastResponse.getHeader('lesson-file')),
        onError: reject,
      }).start()
    })
    expect(readFileSync(getFilePath({ 'lesson-file': url ?? '' })).equals(bytes)).toBe(true)
  })
})

test('removes unused files after eight days, and keeps files that a lesson names', async () => {
  const own = mkdtempSync(join(tmpdir(), 'lantern-lesson-files-'))
  const course = await t.make.course()
  const name = (digits: string, end: string) => `${digits.repeat(16)}.${end}`
  const put = (file: string, ageDays: number) => {
    writeFileSync(join(own, file), 'x')
    const then = new Date(Date.now() - ageDays * 86_400_000)
    utimesSync(join(own, file), then, then)
  }
  await t.db
    .update(lessons)
    .set({ url: `/uploads/${name('aa', 'mp4')}`, captionsUrl: `/uploads/${name('bb', 'vtt')}` })
    .where(eq(lessons.courseId, course.id))
  for (const file of [
    name('aa', 'mp4'),
    name('bb', 'vtt'),
    name('cc', 'webm'),
    name('dd', 'vtt'),
    name('ee', 'webp'),
    'notes.txt',
  ])
    put(file, 8.1)
  put(name('ff', 'mp4'), 7.9)
  expect(await removeUnusedLessonFiles(t.db, new FolderStore(own), 0)).toBe(2)
  expect(readdirSync(own).sort()).toEqual(
    [name('aa', 'mp4'), name('bb', 'vtt'), name('ee', 'webp'), name('ff', 'mp4'), 'notes.txt'].sort(),
  )
  expect(at(await t.db.select().from(lessons).where(eq(lessons.courseId, course.id))).url).toContain('/uploads/')
  expect(existsSync(join(own, name('aa', 'mp4')))).toBe(true)
  rmSync(own, { recursive: true })
})
