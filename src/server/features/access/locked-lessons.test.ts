import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { lessons } from '#server/platform/db/schema.ts'
import {
  ALL_OPENINGS,
  buildLessonBody,
  findOpenings,
  type LockedCourse,
} from '#server/testing/learning/find-openings.ts'
import {
  createLockedCourse,
  hasSecret,
  LOCK_REASONS,
  LOCKED_KINDS,
  LOCKED_VIDEO,
  LOCKS,
  writeLockedFiles,
} from '#server/testing/learning/locked-course.ts'
import { connectChat } from '#server/testing/network/socket-client.ts'
import { useTestApp } from '#server/testing/test-app.ts'

const t = useTestApp()
let locked: LockedCourse
beforeAll(() => writeLockedFiles(t))
beforeEach(async () => {
  await t.db.delete(lessons)
  locked = await createLockedCourse(t)
})

test.each(LOCK_REASONS)(
  'nothing of a lesson that is locked as %s reaches a student, by a call, a file or a socket',
  async (reason) => {
    const { student, course, getId } = locked
    await LOCKS[reason](t, course.id)
    const socket = await connectChat(t.app, student)
    // The course itself is reviewed by all its students.
    expect(await findOpenings(t, locked)).toEqual(reason === 'not_enrolled' ? [] : ['addReview'])
    for (const index of LOCKED_KINDS.keys())
      socket.send({ type: 'getLesson', ...buildLessonBody(locked, getId(index + 1)) })
    await socket.waitUntil((client) => client.errors().length === LOCKED_KINDS.length)
    expect(hasSecret(JSON.stringify(socket.frames))).toBe(false)
    await socket.close()
  },
)

test('the same walk finds what an open lesson shows', async () => {
  expect((await findOpenings(t, locked)).toSorted()).toEqual(ALL_OPENINGS.toSorted())
})

test('a file that several lessons use opens with any of them', async () => {
  await LOCKS.in_order(t, locked.course.id)
  const get = async () => {
    const { statusCode, body } = await t.app.inject({
      url: `/uploads/${LOCKED_VIDEO}`,
      headers: { cookie: locked.student.cookie },
    })
    return statusCode === 200 ? 'open' : (JSON.parse(body) as { code: string }).code
  }
  expect(await get()).toBe('lesson_locked')
  await t.db
    .update(lessons)
    .set({ url: `/uploads/${LOCKED_VIDEO}` })
    .where(eq(lessons.id, locked.getId(0)))
  expect(await get()).toBe('open')
})
