import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { NO_DETAILS } from '#contract/schemas/learning/course-details.ts'
import { lessons } from '#server/platform/db/schema.ts'
import { at } from '#server/testing/at.ts'
import { type TestApp, createTestApp } from '#server/testing/test-app.ts'

let t: TestApp
let admin: { id: number; cookie: string }
beforeAll(async () => {
  t = await createTestApp()
  admin = await t.make.signedIn({ role: 'admin' })
})
afterAll(() => t.close())

test.each([
  {},
  { course_id: 0 },
  { course_id: -1 },
  { course_id: 1.5 },
  { course_id: 'x' },
  { course_id: [1] },
  { course_id: null },
])('returns 400 for %j', async (body) => {
  expect((await t.send('getCourseForm', body, admin.cookie)).status).toBe(400)
})

test('returns 404 for a missing course', async () => {
  const answer = await t.call('getCourseForm', { course_id: 999_999_999 }, admin.cookie)
  expect([answer.status, answer.body.msg]).toEqual([404, 'No Course Found'])
})

test('returns a draft with its lessons in order, their URLs and the version', async () => {
  const course = await t.make.course({ isPublic: false, version: 7, priceCents: 1050, tabs: 'a,b' })
  await t.make.enrollment((await t.make.user()).id, course.id)
  const captions = `/uploads/${'ab'.repeat(16)}.vtt`
  await t.db
    .update(lessons)
    .set({ place: 9, captionsUrl: captions, durationSeconds: 12.5, isPreview: true })
    .where(eq(lessons.id, at(course.lessons).id))
  const { body } = await t.call('getCourseForm', { course_id: String(course.id) }, admin.cookie)
  const [one, two, three] = course.lessons
  expect(body.msg).toEqual({
    course: expect.objectContaining({
      course_id: course.id,
      title: course.title,
      price: 10.5,
      tabs: 'a,b',
      public: false,
      students: 1,
      lessons: 3,
    }),
    materials: [
      expect.objectContaining({ material_id: two?.id, captions: '', preview: false, duration: null }),
      expect.objectContaining({ material_id: three?.id }),
      {
        material_id: one?.id,
        title: 'One',
        subtitle: 'One, said shortly',
        url: one?.url,
        created_date: one?.createdAt.toISOString(),
        duration: 12.5,
        preview: true,
        captions,
        section_id: null,
        kind: 'video',
        file_name: '',
        completion: 'manual',
        watch_percent: null,
        content: '',
        quiz: null,
        submission_form: 'both',
      },
    ],
    details: NO_DETAILS,
    lesson_order: 'free',
    prerequisites: [],
    sections: [],
    version: 7,
  })
})
