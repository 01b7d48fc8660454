import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import type { LessonContent } from '#contract/schemas/learning/lessons.ts'
import { courses, lessons, submissions } from '#server/platform/db/schema.ts'
import { at } from '#server/testing/at.ts'
import { changeMeanwhile } from '#server/testing/change-meanwhile.ts'
import type { SignedInUser } from '#server/testing/factories.ts'
import { useTestApp } from '#server/testing/test-app.ts'

const t = useTestApp()
let me: SignedInUser
let course: Awaited<ReturnType<typeof t.make.course>>
let lessonId: number
beforeEach(async () => {
  me = await t.make.signedIn()
  course = await t.make.course()
  lessonId = at(course.lessons).id
})

const change = (values: Partial<typeof lessons.$inferInsert>) =>
  t.db.update(lessons).set(values).where(eq(lessons.id, lessonId))
const get = (cookie?: string, material_id = lessonId) => t.call('getLesson', { material_id }, cookie)
const MARKED = {
  kind: 'article',
  url: 'https://media.example/marker.mp4',
  captionsUrl: '/uploads/marker.vtt',
  content: '<p>marker</p>',
  fileName: 'marker.pdf',
} as const

test('returns an article with its code to a student of the course', async () => {
  await t.make.enrollment(me.id, course.id)
  const code =
    '<div class="ql-code-block-container" spellcheck="false"><div class="ql-code-block" data-language="sql">select 1</div></div>'
  await change({ kind: 'article', url: '', content: `<h2>Joins</h2><p>Text</p>${code}` })
  expect((await get(me.cookie)).body.msg).toEqual({
    material_id: lessonId,
    title: 'One',
    subtitle: 'One, said shortly',
    kind: 'article',
    url: '',
    captions: '',
    file_name: '',
    content: `<h2>Joins</h2><p>Text</p>${code}`,
    assignment: null,
  })
})

test('sanitizes on the way out what was stored otherwise', async () => {
  await t.make.enrollment(me.id, course.id)
  await change({
    kind: 'article',
    content:
      '<p onclick="alert(1)">Text<script>alert(1)</script></p><img src="x" onerror="alert(1)"><iframe src="https://a.example"></iframe>',
  })
  const { content } = (await get(me.cookie)).body.msg as LessonContent
  expect(content).toBe('<p>Text</p>')
})

test('returns an assignment with the student’s own submissions, newest first', async () => {
  const other = await t.make.user()
  for (const { id } of [me, other]) await t.make.enrollment(id, course.id)
  await change({ kind: 'assignment', url: '', content: '<p>Draw a join.</p>', submissionForm: 'text' })
  await t.db.insert(submissions).values([
    { userId: me.id, lessonId, text: 'First try', status: 'returned', feedback: 'Draw it', gradedAt: new Date() },
    { userId: me.id, lessonId, text: 'Second try' },
    { userId: other.id, lessonId, text: 'marker' },
  ])
  const answer = await get(me.cookie)
  const { content, assignment } = answer.body.msg as LessonContent
  expect(content).toBe('<p>Draw a join.</p>')
  expect(assignment?.form).toBe('text')
  expect(assignment?.submissions.map(({ text, status, feedback }) => [text, status, feedback])).toEqual([
    ['Second try', 'waiting', ''],
    ['First try', 'returned', 'Draw it'],
  ])
  expect(JSON.stringify(answer.body)).not.toContain('marker')
})

test('returns a preview to a visitor, without the quiz’s questions', async () => {
  await change({ ...MARKED, isPreview: true })
  expect((await get()).body.msg).toMatchObject({ kind: 'article', content: '<p>marker</p>' })
  await change({ kind: 'quiz', url: '', content: 'marker' })
  const quiz = await get()
  expect([quiz.status, JSON.stringify(quiz.body)]).toEqual([200, expect.not.stringContaining('<p>')])
})

test('returns nothing of a lesson that is not open', async () => {
  await change(MARKED)
  const strangers = [undefined, me.cookie]
  for (const cookie of strangers) {
    const answer = await get(cookie)
    expect([answer.status, answer.body.code]).toEqual([403, 'not_enrolled'])
    expect(JSON.stringify(answer.body)).not.toContain('marker')
  }
  await t.make.enrollment(me.id, course.id)
  await change({ place: 9 })
  await t.db.update(courses).set({ lessonOrder: 'in_order' }).where(eq(courses.id, course.id))
  const locked = await get(me.cookie)
  expect([locked.status, locked.body.code]).toEqual([403, 'lesson_locked'])
  expect(JSON.stringify(locked.body)).not.toContain('marker')
  const admin = await t.make.signedIn({ role: 'admin' })
  expect((await get(admin.cookie)).status).toBe(200)
})

test('returns 404 for a lesson that is deleted meanwhile', async () => {
  await t.make.enrollment(me.id, course.id)
  changeMeanwhile(t.database, 'from "lessons" inner join "courses"', `DELETE FROM lessons WHERE id = ${lessonId}`)
  const { status, body } = await get(me.cookie)
  expect([status, body.code]).toEqual([404, 'lesson_not_found'])
})

test('returns 404 for an unknown lesson and for a preview of a draft', async () => {
  expect((await get(me.cookie, 999_999_999)).body.code).toBe('lesson_not_found')
  await change({ isPreview: true })
  await t.db.update(courses).set({ isPublic: false }).where(eq(courses.id, course.id))
  for (const cookie of [undefined, me.cookie]) expect((await get(cookie)).body.code).toBe('lesson_not_found')
})
