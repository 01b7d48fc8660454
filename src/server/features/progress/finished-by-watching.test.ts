import { eq } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { lessons } from '#server/platform/db/schema.ts'
import { createLearner } from '#server/testing/learning/learners.ts'
import { connectChat, startListening } from '#server/testing/network/socket-client.ts'
import { useTestApp } from '#server/testing/test-app.ts'

const t = useTestApp()

test('the bell shows the certificate of a course that was finished by watching', async () => {
  const learner = await createLearner(t, ['Only'])
  const change = { durationSeconds: 20, completion: 'watched', watchPercent: 90 } as const
  await t.db.update(lessons).set(change).where(eq(lessons.courseId, learner.course.id))
  await startListening(t.app)
  const page = await connectChat(t.app, learner.me)
  onTestFinished(() => page.socket.terminate())
  expect((await learner.report(0, [[0, 10]])).body.msg).toMatchObject({ isCompleted: false })
  expect((await learner.report(0, [[10, 20]])).body.msg).toMatchObject({ isCompleted: true })
  await page.waitUntil(({ frames }) => frames.some((frame) => 'type' in frame && frame.type === 'notifications'))
  expect(page.frames).toContainEqual({ type: 'notifications', unread: 1 })
})
