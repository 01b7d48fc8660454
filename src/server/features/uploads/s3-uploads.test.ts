import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { LESSON_FILE_HEADER, SUBMISSION_FILES_PATH } from '#contract/paths.ts'
import { runCleanup } from '#server/cleanup-jobs.ts'
import { openFileStore } from '#server/open-storage.ts'
import { lessons, users } from '#server/platform/db/schema.ts'
import { Pictures } from '#server/platform/storage/pictures.ts'
import { S3Store } from '#server/platform/storage/s3-store.ts'
import { at } from '#server/testing/at.ts'
import { createLessonUploads, lessonFile } from '#server/testing/learning/lesson-uploads.ts'
import { TINY_PNG } from '#server/testing/files/picture-form.ts'
import { type S3Server, startS3Server } from '#server/testing/files/s3-server.ts'
import { createTestApp, type TestApp } from '#server/testing/test-app.ts'
import { getUploadsFolder } from './upload-routes.ts'

// What users notice of S3_URL: nothing, until the store is away.

let server: S3Server
let t: TestApp
beforeAll(async () => {
  server = await startS3Server()
  t = await createTestApp({ S3_URL: server.url })
})
afterAll(async () => {
  await t.close()
  await server.remove()
})

const AWAY = [503, 'not_ready', 'The file storage does not answer. Try again in a moment']
const get = (url: string, headers: Record<string, string> = {}) => t.app.inject({ url, headers })
const getFolder = () => getUploadsFolder(t.dataDir)
const openStore = () => openFileStore(t.env)
const getStoredNames = async () => {
  const names: string[] = []
  for await (const { name } of openStore().list()) names.push(name)
  return names
}

async function uploadPicture() {
  const user = await t.make.signedIn()
  const { status, body } = await t.upload({ id: user.id, image: TINY_PNG }, user.cookie)
  return { user, status, body, url: `/uploads/${String((body.msg as { image_url?: string }).image_url)}` }
}

test('a picture is stored in the bucket and served with the same headers as from a folder', async () => {
  const { url } = await uploadPicture()
  expect(await getStoredNames()).toEqual([url.slice('/uploads/'.length)])
  expect(readdirSync(getFolder())).toEqual(['unfinished'])
  const response = await get(url)
  expect([response.statusCode, response.rawPayload.subarray(8, 12).toString()]).toEqual([200, 'WEBP'])
  expect(response.headers).toMatchObject({
    'content-type': 'image/webp',
    'content-length': String(response.rawPayload.length),
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    'cache-control': 'public, max-age=31536000, immutable',
  })
  expect((await get(url, { 'if-none-match': String(response.headers.etag) })).statusCode).toBe(304)
  const head = await t.app.inject({ method: 'HEAD', url })
  expect([head.statusCode, head.rawPayload.length]).toEqual([200, 0])
  expect(head.headers['content-length']).toBe(String(response.rawPayload.length))
  expect((await get(`/uploads/${'0'.repeat(32)}.webp`)).json()).toMatchObject({ code: 'file_not_found' })
})

test('a lesson’s video is uploaded in parts, seekable, and only for those who may watch it', async () => {
  const admin = await t.make.signedIn({ role: 'admin' })
  const uploads = createLessonUploads(t, admin.cookie)
  const bytes = lessonFile.webm(50_000)
  const address = (await uploads.begin(bytes.length)).headers.location ?? ''
  expect((await uploads.part(address, 0, bytes.subarray(0, 20_000))).headers['upload-offset']).toBe('20000')
  const { headers } = await uploads.part(address, 20_000, bytes.subarray(20_000))
  const url = headers[LESSON_FILE_HEADER.toLowerCase()] ?? ''
  expect(readdirSync(join(getFolder(), 'unfinished'))).toEqual([])
  expect((await uploads.ask(address)).headers[LESSON_FILE_HEADER.toLowerCase()]).toBe(url)

  const course = await t.make.course()
  await t.db
    .update(lessons)
    .set({ url })
    .where(eq(lessons.id, at(course.lessons).id))
  const [student, stranger] = [await t.make.signedIn(), await t.make.signedIn()]
  await t.make.enrollment(student.id, course.id)
  expect((await get(url)).json()).toMatchObject({ code: 'not_signed_in' })
  expect((await get(url, { cookie: stranger.cookie })).json()).toMatchObject({ code: 'not_enrolled' })
  const whole = await get(url, { cookie: student.cookie })
  expect([whole.rawPayload.equals(bytes), whole.headers['content-type']]).toEqual([true, 'video/webm'])
  const part = await get(url, { cookie: student.cookie, range: 'bytes=100-199' })
  expect([part.statusCode, part.headers['content-range'], part.rawPayload.equals(bytes.subarray(100, 200))]).toEqual([
    206,
    'bytes 100-199/50000',
    true,
  ])
  const beyond = await get(url, { cookie: student.cookie, range: 'bytes=50000-' })
  expect([beyond.statusCode, beyond.json().code, beyond.headers['content-range']]).toEqual([
    416,
    'no_such_part',
    'bytes */50000',
  ])
})

test('a submission is handed in and downloaded by its author', async () => {
  const course = await t.make.course()
  const { id } = at(course.lessons)
  await t.db.update(lessons).set({ kind: 'assignment', completion: 'accepted', url: '' }).where(eq(lessons.id, id))
  const student = await t.make.signedIn()
  await t.make.enrollment(student.id, course.id)
  const { cookie = '' } = student
  const { headers } = await t.app.inject({
    ...{ method: 'POST', url: `${SUBMISSION_FILES_PATH}?material_id=${id}`, payload: Buffer.from('My homework') },
    headers: { 'content-type': 'application/octet-stream', cookie },
  })
  const work = { material_id: id, file_url: String(headers.location), file_name: 'essay.txt' }
  expect((await t.send('submitAssignment', work, cookie)).status).toBe(200)
  const download = await get(String(headers.location), { cookie })
  expect([download.body, download.headers['content-type']]).toEqual(['My homework', 'application/octet-stream'])
})

test('a file that is removed while it is looked up is not found', async () => {
  const { url } = await uploadPicture()
  const stat = vi.spyOn(S3Store.prototype, 'stat').mockImplementationOnce(async (name) => {
    await openStore().remove(name)
    return { name, size: 4, modifiedAt: 0 }
  })
  const response = await get(url)
  expect([response.statusCode, response.json().code]).toEqual([404, 'file_not_found'])
  expect(stat).toHaveBeenCalledOnce()
  stat.mockRestore()
})

test('the cleanup removes nothing that is used or new', async () => {
  const before = await getStoredNames()
  const files = openStore()
  await runCleanup({ db: t.db, pictures: new Pictures(files), files, outboxFolder: join(t.dataDir, 'outbox') })
  expect(await getStoredNames()).toEqual(before)
})

test('while the store is away, uploads and files say so, nothing half done is kept, and an upload continues later', async () => {
  const { url, user } = await uploadPicture()
  const admin = await t.make.signedIn({ role: 'admin' })
  const uploads = createLessonUploads(t, admin.cookie)
  const bytes = lessonFile.webm(5_000)
  const address = (await uploads.begin(bytes.length)).headers.location ?? ''
  await server.close()
  const failed = await t.upload({ id: user.id, image: TINY_PNG }, user.cookie)
  expect([failed.status, failed.body.code, failed.body.msg]).toEqual(AWAY)
  expect(`/uploads/${at(await t.db.select().from(users).where(eq(users.id, user.id))).imageUrl}`).toBe(url)
  const picture = await get(url)
  expect([picture.statusCode, picture.json().code, picture.json().msg]).toEqual(AWAY)
  expect(picture.headers['retry-after']).toBe('5')
  expect(picture.headers['cache-control']).not.toContain('immutable')
  const part = await uploads.part(address, 0, bytes)
  expect([part.status, JSON.parse(part.body).code]).toEqual([503, 'not_ready'])
  // The rest of the site works.
  expect((await t.call('getCourses', { page: 1 })).status).toBe(200)

  await server.restart()
  const { status, headers } = await uploads.ask(address)
  expect(status).toBe(200)
  const file = headers[LESSON_FILE_HEADER.toLowerCase()] ?? ''
  const stored = await get(file, { cookie: admin.cookie ?? '' })
  expect(stored.rawPayload.equals(bytes)).toBe(true)
  expect((await get(url)).statusCode).toBe(200)
})
