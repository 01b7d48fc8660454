import { expect, test } from 'vitest'
import { useTestApp } from '#server/testing/test-app.ts'
import { readQuiz } from './require-quiz.ts'

const t = useTestApp()

test('a lesson that was deleted, or is no quiz any more, has no questions', async () => {
  const course = await t.make.course()
  for (const lessonId of [course.lessons[0]?.id ?? 0, 999_999_999])
    await expect(readQuiz(t.db, lessonId)).rejects.toMatchObject({ code: 'lesson_not_found' })
})

test('a lesson of another kind is no sample for a student who may open it', async () => {
  const course = await t.make.course({ priceCents: 0 })
  const { cookie } = await t.make.signedIn()
  await t.call('enrollCourse', { course_id: course.id }, cookie)
  const { status, body } = await t.call('getSampleQuiz', { material_id: course.lessons[0]?.id ?? 0 }, cookie)
  expect([status, body.code]).toEqual([404, 'lesson_not_found'])
})
