import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { lessons } from '#server/platform/db/schema.ts'
import { at } from '#server/testing/at.ts'
import { type TestApp, createTestApp } from '#server/testing/test-app.ts'
import { getUploadsFolder } from './upload-routes.ts'

const PICTURE = `${'a1'.repeat(16)}.webp`
const VIDEO = `${'c3'.repeat(16)}.webm`
const PREVIEW = `${'d4'.repeat(16)}.webm`
const BYTES = Buffer.from(Array.from({ length: 1_000 }, (_, n) => n % 251))

let t: TestApp
let course: Awaited<ReturnType<TestApp['make']['course']>>
beforeAll(async () => {
  t = await createTestApp()
  const folder = getUploadsFolder(t.dataDir)
  mkdirSync(folder, { recursive: true })
  for (const name of [PICTURE, VIDEO, PREVIEW]) writeFileSync(join(folder, name), BYTES)
  // Files that must not be served, inside and above the folder.
  writeFileSync(join(folder, 'notes.txt'), 'secret')
  writeFileSync(join(folder, `${'e5'.repeat(16)}.svg`), '<svg onload="alert(1)"/>')
  mkdirSync(join(folder, `${'f6'.repeat(16)}.webp`))
  writeFileSync(join(t.dataDir, 'secret.txt'), 'secret')
  writeFileSync(join(t.dataDir, PICTURE.replace('a1', 'ff')), 'secret')
  course = await t.make.course()
  await t.db
    .update(lessons)
    .set({ url: `/uploads/${VIDEO}` })
    .where(eq(lessons.id, at(course.lessons, 0).id))
  await t.db
    .update(lessons)
    .set({ url: `/uploads/${PREVIEW}`, isPreview: true })
    .where(eq(lessons.id, at(course.lessons, 1).id))
})
afterAll(() => t.close())

const get = (name: string, headers: Record<string, string> = {}) => t.app.inject({ url: `/uploads/${name}`, headers })

test('serves a picture to everyone, cached for a year and sandboxed', async () => {
  const response = await get(PICTURE)
  expect(response.statusCode).toBe(200)
  expect(response.rawPayload.equals(BYTES)).toBe(true)
  expect(response.headers).toMatchObject({
    'content-type': 'image/webp',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    'cache-control': 'public, max-age=31536000, immutable',
    'accept-ranges': 'bytes',
  })
})

test.each([
  '..%2f..%2fsecret.txt',
  '..%2fsecret.txt',
  '%2e%2e%2fsecret.txt',
  '..%5csecret.txt',
  '..\\secret.txt',
  '....%2f%2fsecret.txt',
  '%252e%252e%252fsecret.txt',
  '..%c0%afsecret.txt',
  '../secret.txt',
  './../secret.txt',
  `..%2f${PICTURE.replace('a1', 'ff')}`,
  `${PICTURE}%00`,
  `${PICTURE}%00.txt`,
  `%00${PICTURE}`,
  `${PICTURE}%0a`,
  `${PICTURE}.`,
  `${PICTURE}%20`,
  `${PICTURE}::$DATA`,
  `${PICTURE}/x`,
  `.%2f${PICTURE}`,
  `%2f${PICTURE}`,
  PICTURE.toUpperCase(),
  PICTURE.replace('.webp', '.WEBP'),
  PICTURE.replace('.webp', '.html'),
  'notes.txt',
  `${'e5'.repeat(16)}.svg`,
  'lock',
  '.',
  '..',
  '',
  '%2e',
  '%2e%2e',
  '%2e%2e%2f',
  '/etc/passwd',
  '%2fetc%2fpasswd',
  'C:%5cboot.ini',
  'con.webp',
  '*',
  '%',
  '%zz',
  '%E0%A4%A',
  `${'a'.repeat(10_000)}.webp`,
  `${'f6'.repeat(16)}.webp`,
  `${'00'.repeat(16)}.webp`,
])('returns 400 or 404 for the name %s', async (name) => {
  const response = await get(name)
  expect([400, 404]).toContain(response.statusCode)
  expect(response.json()).toEqual({
    status: false,
    code: expect.stringMatching(/not_found|invalid_input/),
    msg: expect.any(String),
  })
  expect(response.body).not.toContain('secret')
  expect(response.headers['cache-control']).toBe('no-store')
})

test('serves a lesson’s video to enrolled students and admins, and previews to everybody', async () => {
  const [learner, outsider, admin] = [
    await t.make.signedIn(),
    await t.make.signedIn(),
    await t.make.signedIn({ role: 'admin' }),
  ]
  await t.make.enrollment(learner.id, course.id)
  const status = async (name: string, cookie?: string) => {
    const response = await get(name, cookie ? { cookie } : {})
    if (response.statusCode !== 200) expect(response.body).not.toContain(BYTES.toString('latin1').slice(100, 120))
    return response.statusCode
  }
  const cookies = [undefined, outsider.cookie, learner.cookie, admin.cookie]
  expect(await Promise.all(cookies.map((cookie) => status(VIDEO, cookie)))).toEqual([401, 403, 200, 200])
  expect(await Promise.all(cookies.map((cookie) => status(PREVIEW, cookie)))).toEqual([200, 200, 200, 200])
})

test('returns 503 for a lesson file in maintenance to all but admins, and still serves pictures', async () => {
  const [student, admin] = [await t.make.signedIn(), await t.make.signedIn({ role: 'admin' })]
  await t.call('setMaintenance', { status: false }, admin.cookie)
  const statuses = [
    (await get(PREVIEW)).statusCode,
    (await get(PREVIEW, { cookie: student.cookie })).statusCode,
    (await get(PREVIEW, { cookie: admin.cookie })).statusCode,
    (await get(PICTURE)).statusCode,
  ]
  await t.call('setMaintenance', { status: true }, admin.cookie)
  expect(statuses).toEqual([503, 503, 200, 200])
})

test('serves a video without a lesson to admins only', async () => {
  const orphan = `${'b2'.repeat(16)}.mp4`
  writeFileSync(join(getUploadsFolder(t.dataDir), orphan), BYTES)
  const [student, admin] = [await t.make.signedIn(), await t.make.signedIn({ role: 'admin' })]
  expect((await get(orphan, { cookie: student.cookie })).statusCode).toBe(403)
  expect((await get(orphan, { cookie: admin.cookie })).statusCode).toBe(200)
})

test('serves byte ranges that shared caches must not store', async () => {
  const me = await t.make.signedIn()
  await t.make.enrollment(me.id, course.id)
  const part = (range: string) => get(VIDEO, { cookie: me.cookie, range })
  const middle = await part('bytes=100-199')
  expect(middle.statusCode).toBe(206)
  expect(middle.headers).toMatchObject({
    'content-range': 'bytes 100-199/1000',
    'content-length': '100',
    'content-type': 'video/webm',
  })
  expect(middle.headers['cache-control']).toMatch(/^private/)
  expect(middle.rawPayload.equals(BYTES.subarray(100, 200))).toBe(true)
  expect((await part('bytes=-10')).rawPayload.equals(BYTES.subarray(990))).toBe(true)
  expect((await part('bytes=990-')).headers['content-range']).toBe('bytes 990-999/1000')
  for (const invalidRange of [
    'bytes=5000-6000',
    'bytes=200-100',
    'lines=1-2',
    'bytes=a-b',
    `bytes=${'0-1,'.repeat(2_000)}0-1`,
  ]) {
    const response = await part(invalidRange)
    expect([invalidRange.slice(0, 20), response.statusCode < 500]).toEqual([invalidRange.slice(0, 20), true])
    expect(response.rawPayload.length).toBeLessThan(20_000)
  }
})

test('returns 416 for a range beyond the end', async () => {
  const me = await t.make.signedIn()
  await t.make.enrollment(me.id, course.id)
  const response = await get(VIDEO, { cookie: me.cookie, range: 'bytes=1000-' })
  expect([response.statusCode, response.json(), response.headers['content-range']]).toEqual([
    416,
    { status: false, code: 'no_such_part', msg: 'The file has no such range' },
    'bytes */1000',
  ])
})

test('returns the whole file when If-Range does not match', async () => {
  const me = await t.make.signedIn()
  await t.make.enrollment(me.id, course.id)
  const { etag, 'last-modified': changed } = (await get(VIDEO, { cookie: me.cookie })).headers
  const part = (ifRange: string) => get(VIDEO, { cookie: me.cookie, range: 'bytes=0-9', 'if-range': ifRange })
  expect((await part(String(changed))).statusCode).toBe(206)
  for (const other of ['"another"', 'Thu, 01 Jan 1970 00:00:00 GMT']) {
    const response = await part(other)
    expect([response.statusCode, response.rawPayload.length]).toEqual([200, 1_000])
  }
  expect([200, 206]).toContain((await part(String(etag))).statusCode)
})

test('answers HEAD under the same access rules', async () => {
  const [learner, outsider] = [await t.make.signedIn(), await t.make.signedIn()]
  await t.make.enrollment(learner.id, course.id)
  const head = (name: string, cookie?: string) =>
    t.app.inject({ method: 'HEAD', url: `/uploads/${name}`, headers: cookie ? { cookie } : {} })
  const answer = await head(VIDEO, learner.cookie)
  expect([answer.statusCode, answer.body, answer.headers['content-length'], answer.headers['accept-ranges']]).toEqual([
    200,
    '',
    '1000',
    'bytes',
  ])
  expect([(await head(VIDEO)).statusCode, (await head(VIDEO, outsider.cookie)).statusCode]).toEqual([401, 403])
})

test('serves captions as text to users who may watch the lesson', async () => {
  const [captions, orphan] = [`${'c4'.repeat(16)}.vtt`, `${'c5'.repeat(16)}.vtt`]
  for (const name of [captions, orphan]) writeFileSync(join(getUploadsFolder(t.dataDir), name), 'WEBVTT')
  await t.db
    .update(lessons)
    .set({ captionsUrl: `/uploads/${captions}` })
    .where(eq(lessons.id, at(course.lessons, 0).id))
  const [learner, outsider, admin] = [
    await t.make.signedIn(),
    await t.make.signedIn(),
    await t.make.signedIn({ role: 'admin' }),
  ]
  await t.make.enrollment(learner.id, course.id)
  const statuses = async (name: string) =>
    Promise.all(
      [undefined, outsider.cookie, learner.cookie, admin.cookie].map(
        async (cookie) => (await get(name, cookie ? { cookie } : {})).statusCode,
      ),
    )
  expect(await statuses(captions)).toEqual([401, 403, 200, 200])
  expect(await statuses(orphan)).toEqual([401, 403, 403, 200])
  const { headers } = await get(captions, { cookie: learner.cookie })
  expect(headers).toMatchObject({
    'content-type': expect.stringMatching(/^text\/vtt/),
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, max-age=3600',
  })
})

test('returns 404 for unfinished uploads and their folder', async () => {
  const admin = await t.make.signedIn({ role: 'admin' })
  for (const name of [
    'unfinished',
    'unfinished/',
    `unfinished%2f${'a1'.repeat(16)}-1-1`,
    `unfinished/${'a1'.repeat(16)}-1-1`,
  ]) {
    expect((await get(name, { cookie: admin.cookie })).statusCode).toBe(404)
  }
})

test('returns 304 for an unchanged file', async () => {
  const { headers } = await get(PICTURE)
  const again = await get(PICTURE, { 'if-none-match': String(headers.etag) })
  expect([again.statusCode, again.body]).toEqual([304, ''])
})

test('returns 404 for folder listings and for writes', async () => {
  for (const method of ['POST', 'PUT', 'DELETE', 'PATCH'] as const) {
    expect((await t.app.inject({ method, url: `/uploads/${PICTURE}`, payload: {} })).statusCode).toBe(404)
  }
  for (const url of ['/uploads', '/uploads/']) expect((await t.app.inject(url)).statusCode).toBe(404)
})

test('shows a PDF in pages of this site and sends another document as a download under its lesson’s name', async () => {
  const [pdf, file] = [`${'b1'.repeat(16)}.pdf`, `${'b2'.repeat(16)}.file`]
  for (const name of [pdf, file]) writeFileSync(join(getUploadsFolder(t.dataDir), name), '<script>alert(1)</script>')
  const { lessons: own, id } = await t.make.course()
  const student = await t.make.signedIn()
  await t.make.enrollment(student.id, id)
  const fileNames = ['Лампы "и" свет’(1).pdf', 'setup\u202egnp.html']
  for (const [index, name] of [pdf, file].entries())
    await t.db
      .update(lessons)
      .set({ kind: 'file', url: `/uploads/${name}`, fileName: fileNames[index] ?? '' })
      .where(eq(lessons.id, at(own, index).id))
  const responses = await Promise.all([pdf, file].map((name) => get(name, { cookie: student.cookie })))
  const names = fileNames.map((name) => encodeURIComponent(name).replaceAll('(', '%28').replaceAll(')', '%29'))
  expect(responses.map(({ statusCode, headers }) => [statusCode, headers])).toMatchObject([
    [
      200,
      {
        'content-type': 'application/pdf',
        'content-disposition': `inline; filename*=UTF-8''${names[0]}`,
        'content-security-policy': expect.stringContaining("frame-ancestors 'self'"),
        'x-content-type-options': 'nosniff',
      },
    ],
    [
      200,
      {
        'content-type': 'application/octet-stream',
        'content-disposition': `attachment; filename*=UTF-8''${names[1]}`,
        'content-security-policy': "default-src 'none'; sandbox",
        'x-content-type-options': 'nosniff',
      },
    ],
  ])
  const stranger = await t.make.signedIn()
  for (const name of [pdf, file]) {
    expect((await get(name, { cookie: stranger.cookie })).statusCode).toBe(403)
    expect((await get(name)).statusCode).toBe(401)
  }
})

test('answers an error instead of a document without the headers of the file', async () => {
  const name = `${'b4'.repeat(16)}.file`
  const { lessons: own, id } = await t.make.course()
  const student = await t.make.signedIn()
  await t.make.enrollment(student.id, id)
  await t.db
    .update(lessons)
    .set({ kind: 'file', url: `/uploads/${name}`, fileName: 'lamps.zip' })
    .where(eq(lessons.id, at(own, 0).id))
  const expectNoFile = ({ headers }: Awaited<ReturnType<typeof get>>) => {
    expect(headers).not.toHaveProperty('content-disposition')
    expect(headers['content-security-policy']).toMatch(/^default-src 'self'.*frame-ancestors 'self'/)
    expect(headers['content-security-policy']).not.toContain('sandbox')
  }
  const missing = await get(name, { cookie: student.cookie })
  expect([missing.statusCode, missing.json()]).toMatchObject([404, { status: false }])
  expectNoFile(missing)
  const admin = await t.make.signedIn({ role: 'admin' })
  await t.call('setMaintenance', { status: false }, admin.cookie)
  const inMaintenance = await get(name, { cookie: student.cookie, 'sec-fetch-mode': 'navigate' })
  await t.call('setMaintenance', { status: true }, admin.cookie)
  expect(inMaintenance.statusCode).toBe(503)
  expectNoFile(inMaintenance)
})

test('serves a file that several lessons use once any of them is open, and says why none is', async () => {
  const name = `${'b3'.repeat(16)}.webm`
  writeFileSync(join(getUploadsFolder(t.dataDir), name), BYTES)
  const student = await t.make.signedIn()
  const [inOrder, free] = [await t.make.course({ lessonOrder: 'in_order' }), await t.make.course()]
  await t.make.enrollment(student.id, inOrder.id)
  for (const { lessons: own } of [inOrder, free])
    await t.db
      .update(lessons)
      .set({ url: `/uploads/${name}` })
      .where(eq(lessons.id, at(own, 1).id))
  const locked = await get(name, { cookie: student.cookie })
  expect([locked.statusCode, locked.json()]).toEqual([
    403,
    {
      ...{ status: false, code: 'lesson_locked', locked_reason: 'in_order', opens_date: null },
      msg: expect.any(String),
    },
  ])
  await t.make.enrollment(student.id, free.id)
  expect((await get(name, { cookie: student.cookie })).statusCode).toBe(200)
})
