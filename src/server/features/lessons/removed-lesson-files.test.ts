import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test, vi } from 'vitest'
import { getUploadsFolder } from '#server/features/uploads/upload-routes.ts'
import { FolderStore } from '#server/platform/storage/folder-store.ts'
import { at } from '#server/testing/at.ts'
import { buildCourseInput, buildLessonInput } from '#server/testing/learning/course-input.ts'
import { createLessonUploads, lessonFile } from '#server/testing/learning/lesson-uploads.ts'
import { TINY_PNG } from '#server/testing/files/picture-form.ts'
import { useTestApp } from '#server/testing/test-app.ts'

const t = useTestApp()
let admin: { id: number; cookie: string }
beforeEach(async () => {
  admin = await t.make.signedIn({ role: 'admin' })
})

/** Returns the URL of the stored file. */
async function upload(bytes: Buffer): Promise<string> {
  const { headers } = await createLessonUploads(t, admin.cookie).whole(bytes)
  return headers['lesson-file'] ?? ''
}

const isStored = (url: string) => existsSync(join(getUploadsFolder(t.dataDir), url.replace('/uploads/', '')))

async function addCourse(materials: object[]): Promise<number> {
  const { body } = await t.send('addCourse', buildCourseInput({ materials }), admin.cookie)
  return (body.msg as { id: number }).id
}

const save = (course_id: number, materials: object[]) =>
  t.send('updateCourse', { course_id, ...buildCourseInput({ materials }) }, admin.cookie)

test('removes a lesson’s video and captions with the lesson, and a replaced video', async () => {
  const [kept, replaced, removed, captions, replacement] = [
    await upload(lessonFile.mp4()),
    await upload(lessonFile.webm()),
    await upload(lessonFile.mp4()),
    await upload(lessonFile.vtt()),
    await upload(lessonFile.mp4()),
  ]
  const id = await addCourse([
    buildLessonInput({ url: kept }),
    buildLessonInput({ url: replaced }),
    buildLessonInput({ url: removed, captions }),
  ])
  const refused = await save(id, [buildLessonInput({ url: '/uploads/nonsense' })])
  expect(refused.status).toBe(400)
  expect([kept, replaced, removed, captions].map(isStored)).toEqual([true, true, true, true])
  const { status } = await save(id, [buildLessonInput({ url: kept }), buildLessonInput({ url: replacement })])
  expect(status).toBe(200)
  expect([kept, replacement].map(isStored)).toEqual([true, true])
  expect([replaced, removed, captions].map(isStored)).toEqual([false, false, false])
})

test('saves a course when the files of a removed lesson cannot be deleted', async () => {
  const removed = await upload(lessonFile.mp4())
  const id = await addCourse([buildLessonInput({ url: removed })])
  const remove = vi.spyOn(FolderStore.prototype, 'remove').mockRejectedValueOnce(new Error('The store is away'))
  expect((await save(id, [])).status).toBe(200)
  expect([remove.mock.calls.length, isStored(removed)]).toEqual([1, true])
  remove.mockRestore()
})

test('keeps a file that another course’s lesson names', async () => {
  const shared = await upload(lessonFile.mp4())
  const courses = [
    await addCourse([buildLessonInput({ url: shared })]),
    await addCourse([buildLessonInput({ url: shared })]),
  ]
  await save(at(courses), [])
  expect(isStored(shared)).toBe(true)
  await save(at(courses, 1), [])
  expect(isStored(shared)).toBe(false)
})

test('keeps the cover and the files of a course in the trash', async () => {
  const url = await upload(lessonFile.mp4())
  const id = await addCourse([buildLessonInput({ url })])
  const { body } = await t.upload({ id, image: TINY_PNG }, admin.cookie)
  const { image_url } = body.msg as { image_url: string }
  await t.call('deleteCourse', { course_id: id }, admin.cookie)
  expect([image_url, url].map(isStored)).toEqual([true, true])
})
