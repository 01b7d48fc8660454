import { statSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getUploadsFolder } from '#server/features/uploads/upload-routes.ts'
import { createPictureForm, TINY_PNG } from '#server/testing/files/picture-form.ts'
import { type S3Proxy, startS3Proxy } from '#server/testing/files/s3-proxy.ts'
import { type S3Server, startS3Server } from '#server/testing/files/s3-server.ts'
import { buildCourseInput, buildLessonInput } from '#server/testing/learning/course-input.ts'
import { createLessonUploads, lessonFile } from '#server/testing/learning/lesson-uploads.ts'
import { createTestApp, type TestApp } from '#server/testing/test-app.ts'

let server: S3Server
let proxy: S3Proxy
let withFolder: TestApp
let withBucket: TestApp
beforeAll(async () => {
  server = await startS3Server()
  proxy = await startS3Proxy(server.url)
  withFolder = await createTestApp()
  withBucket = await createTestApp({ S3_URL: proxy.url })
})
afterAll(async () => {
  await withBucket.close()
  await withFolder.close()
  await proxy.close()
  await server.remove()
})

/** A course with a video and its captions. */
async function addCourse(t: TestApp) {
  const { cookie } = await t.make.signedIn({ role: 'admin' })
  const upload = async (bytes: Buffer) =>
    (await createLessonUploads(t, cookie).whole(bytes)).headers['lesson-file'] ?? ''
  const files = { url: await upload(lessonFile.mp4()), captions: await upload(lessonFile.vtt()) }
  const lesson = { ...buildLessonInput(), ...files }
  const { body } = await t.send('addCourse', buildCourseInput({ materials: [lesson] }), cookie)
  const course_id = (body.msg as { id: number }).id
  const save = (...materials: object[]) =>
    t.send('updateCourse', { course_id, ...buildCourseInput({ materials }) }, cookie)
  const addPicture = async () => {
    const { headers, payload } = await createPictureForm({ image: TINY_PNG })
    const url = '/api/addContentPicture'
    const response = await t.app.inject({ method: 'POST', url, headers: { ...headers, cookie }, payload })
    return (response.json() as { msg: { image_url: string } }).msg.image_url
  }
  return { lesson, upload, save, addPicture }
}

test('marks only the files that the course did not name before', async () => {
  const { lesson, upload, save } = await addCourse(withFolder)
  const added = await upload(lessonFile.webm())
  const longAgo = new Date('2026-01-01')
  const paths = [lesson.url, lesson.captions, added].map((url) =>
    join(getUploadsFolder(withFolder.dataDir), url.slice('/uploads/'.length)),
  )
  for (const path of paths) utimesSync(path, longAgo, longAgo)
  expect((await save(lesson, buildLessonInput({ url: added }))).status).toBe(200)
  expect(paths.map((path) => statSync(path).mtimeMs > longAgo.getTime())).toEqual([false, false, true])
})

const articleWith = (picture: string) => ({
  ...{ kind: 'article', title: 'Read', url: '' },
  content: `<p>About lamps.<img src="/uploads/${picture}" alt=""></p>`,
})

test('asks the bucket nothing when files and pictures stay the same, and for a picture that is gone once', async () => {
  const { lesson, save, addPicture } = await addCourse(withBucket)
  const [kept, dropped] = [articleWith(await addPicture()), articleWith(await addPicture())]
  expect((await save(lesson, kept, dropped)).status).toBe(200)
  proxy.requests.length = 0
  expect((await save({ ...lesson, title: 'Another title' }, kept, dropped)).status).toBe(200)
  expect(proxy.requests).toEqual([])
  expect((await save(lesson, kept)).status).toBe(200)
  expect(proxy.requests).toHaveLength(1)
})

test('a save is answered while the bucket is slow to remove what it dropped', async () => {
  const { lesson, save } = await addCourse(withBucket)
  proxy.setMode('hold')
  try {
    expect((await save(buildLessonInput({ title: lesson.title }))).status).toBe(200)
  } finally {
    proxy.setMode('open')
  }
})
