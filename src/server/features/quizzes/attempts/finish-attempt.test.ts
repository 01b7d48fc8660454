import { expect, test } from 'vitest'
import { quizAttempts } from '#server/platform/db/schema.ts'
import { at } from '#server/testing/at.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { lockAttempt } from './finish-attempt.ts'

const t = useTestApp()
const lock = (id: number) => t.db.transaction((tx) => lockAttempt(tx, id))

test('an attempt that was deleted or made void meanwhile is not found', async () => {
  const course = await t.make.course()
  const student = await t.make.user()
  await t.make.enrollment(student.id, course.id)
  const [attempt] = await t.db
    .insert(quizAttempts)
    .values({
      userId: student.id,
      lessonId: at(course.lessons).id,
      questions: [],
      passMark: 50,
      maxScore: 1,
      isVoid: true,
    })
    .returning()
  for (const id of [attempt?.id ?? 0, 999_999_999])
    await expect(lock(id)).rejects.toMatchObject({ code: 'attempt_not_found' })
})
