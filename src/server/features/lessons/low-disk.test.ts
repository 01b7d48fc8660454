import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { SUBMISSION_FILES_PATH } from '#contract/paths.ts'
import { lessons } from '#server/platform/db/schema.ts'
import { getUploadsFolder } from '#server/features/uploads/upload-routes.ts'
import { at } from '#server/testing/at.ts'
import { createLessonUploads, lessonFile } from '#server/testing/learning/lesson-uploads.ts'
import { TINY_PNG } from '#server/testing/files/picture-form.ts'
import { type TestApp, createTestApp } from '#server/testing/test-app.ts'

const MB = 1_000_000
const RESERVE = 500 * MB
const REFUSED = { code: 'too_large', msg: 'There is not enough disk space for this file' }

let t: TestApp
let usage: { freeBytes: number; totalBytes: number }
let admin: { id: number; cookie: string }
let uploads: ReturnType<typeof createLessonUploads>
beforeAll(async () => {
  t = await createTestApp({}, { readDiskUsage: async () => usage })
})
beforeEach(async () => {
  usage = { freeBytes: RESERVE + 10 * MB, totalBytes: 4_000 * MB }
  admin = await t.make.signedIn({ role: 'admin' })
  uploads = createLessonUploads(t, admin.cookie)
})
afterAll(() => t.close())

const findUnfinished = () => readdirSync(join(getUploadsFolder(t.dataDir), 'unfinished'))

describe('on a disk that is almost full', () => {
  test('refuses a lesson file that would take from the reserve', async () => {
    const { status, body } = await uploads.begin(10 * MB + 1)
    expect([status, JSON.parse(body)]).toEqual([413, expect.objectContaining(REFUSED)])
    expect(findUnfinished()).toEqual([])
    const begun = await uploads.begin(10 * MB)
    expect(begun.status).toBe(201)
    await uploads.giveUp(begun.headers.location ?? '')
  })

  test('counts the open uploads of all admins, and frees a canceled one at once', async () => {
    const other = createLessonUploads(t, (await t.make.signedIn({ role: 'admin' })).cookie)
    const { headers } = await uploads.begin(8 * MB)
    expect((await other.begin(3 * MB)).status).toBe(413)
    expect((await uploads.giveUp(headers.location ?? '')).status).toBe(204)
    const begun = await other.begin(3 * MB)
    expect(begun.status).toBe(201)
    await other.giveUp(begun.headers.location ?? '')
  })

  test('counts only what an open upload has yet to write', async () => {
    const bytes = lessonFile.mp4(8 * MB)
    const { headers } = await uploads.begin(bytes.length)
    await uploads.part(headers.location ?? '', 0, bytes.subarray(0, 6 * MB))
    usage.freeBytes -= 6 * MB
    const begun = await uploads.begin(2 * MB)
    expect(begun.status).toBe(201)
    for (const { location } of [headers, begun.headers]) await uploads.giveUp(location ?? '')
  })

  test('lets two uploads that begin at once take the space only once', async () => {
    const begun = await Promise.all([uploads.begin(6 * MB), uploads.begin(6 * MB)])
    expect(begun.map(({ status }) => status).sort()).toEqual([201, 413])
    for (const { headers } of begun) if (headers.location) await uploads.giveUp(headers.location)
  })

  test('refuses the next part and frees the upload when something else has filled the disk', async () => {
    const bytes = lessonFile.mp4(4 * MB)
    const { headers } = await uploads.begin(bytes.length)
    const location = headers.location ?? ''
    expect((await uploads.part(location, 0, bytes.subarray(0, 2 * MB))).status).toBe(204)
    usage.freeBytes = RESERVE + 1 * MB
    const { status, body } = await uploads.part(location, 2 * MB, bytes.subarray(2 * MB))
    expect([status, JSON.parse(body)]).toEqual([413, expect.objectContaining(REFUSED)])
    expect(findUnfinished()).toEqual([])
  })

  test('refuses a file for an assignment that would take from the reserve', async () => {
    const course = await t.make.course({ lessonTitles: ['Essay'] })
    const lessonId = at(course.lessons).id
    await t.db.update(lessons).set({ kind: 'assignment' }).where(eq(lessons.id, lessonId))
    const student = await t.make.signedIn()
    await t.make.enrollment(student.id, course.id)
    const send = (size: number) =>
      t.app.inject({
        ...{ method: 'POST', url: `${SUBMISSION_FILES_PATH}?material_id=${lessonId}`, payload: Buffer.alloc(size) },
        headers: { 'content-type': 'application/octet-stream', cookie: student.cookie },
      })
    const refused = await send(10 * MB + 1)
    expect([refused.statusCode, refused.json()]).toEqual([413, expect.objectContaining(REFUSED)])
    expect(findUnfinished()).toEqual([])
    expect((await send(10 * MB)).statusCode).toBe(201)
  })

  test('refuses a picture that would take from the reserve, and goes on working', async () => {
    usage.freeBytes = RESERVE
    const before = readdirSync(getUploadsFolder(t.dataDir))
    const { status, body } = await t.upload({ id: admin.id, image: TINY_PNG }, admin.cookie)
    expect([status, body]).toEqual([413, { status: false, ...REFUSED }])
    expect(readdirSync(getUploadsFolder(t.dataDir))).toEqual(before)
    expect((await t.call('session', {}, admin.cookie)).status).toBe(200)
    usage.freeBytes = RESERVE + 1 * MB
    expect((await t.upload({ id: admin.id, image: TINY_PNG }, admin.cookie)).status).toBe(200)
  })
})
