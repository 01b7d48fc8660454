import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { runCommand } from '#server/cli/commands.ts'
import { courses, users } from '#server/platform/db/schema.ts'
import { createLocalBus } from '#server/platform/bus/bus.ts'
import { disabledThrottles } from '#server/platform/throttle/throttles.ts'
import { createLearner } from '#server/testing/learning/learners.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { checkProgress } from './check-progress.ts'

const t = useTestApp()
const PLACES = { user: 0, course: 0, done: 0, watched: 0, open: 0 }

const runCheck = () =>
  runCommand({ db: t.db, throttles: disabledThrottles, bus: createLocalBus({ onBusMessage: () => {} }) }, [
    'check-progress',
  ])

/** A student who has finished one course and begun another. */
beforeEach(async () => {
  await t.db.delete(courses)
  await t.db.delete(users)
  const finished = await createLearner(t, ['Only'])
  await finished.complete(0)
  const begun = await createLearner(t)
  await begun.complete(0)
  await begun.report(1, [
    [0, 20],
    [30, 40],
  ])
  await begun.complete(2)
  await begun.complete(2, false)
  const { me, course, getLessonId } = begun
  Object.assign(PLACES, {
    ...{ user: me.id, course: course.id },
    ...{ done: getLessonId(0), watched: getLessonId(1), open: getLessonId(2) },
  })
})

test('finds no difference after ticks, reports and a finish', async () => {
  expect(await checkProgress(t.db)).toEqual([])
  expect(await runCheck()).toBe('Progress and its events agree.')
})

test.each([
  [
    'a tick without an event',
    'update lesson_progress set completed_at = now() where lesson_id = $open',
    'the events say never',
  ],
  [
    'a tick that was lost',
    'update lesson_progress set completed_at = null where lesson_id = $done',
    'completed never, the events say 2',
  ],
  [
    'progress that was lost',
    'delete from lesson_progress where lesson_id = $done',
    'completed never, the events say 2',
  ],
  [
    'another time of a tick',
    `update lesson_progress set completed_at = completed_at + interval '1 second' where lesson_id = $done`,
    'the events say 2',
  ],
  ['an event that was lost', `delete from learning_events where lesson_id = $done`, 'the events say never'],
  [
    'more that was watched',
    `update lesson_progress set watched = '{[0,40)}' where lesson_id = $watched`,
    'watched {[0,40)}, the events say {[0,20),[30,40)}',
  ],
  [
    'less that was watched',
    `update lesson_progress set watched = '{}' where lesson_id = $watched`,
    'watched {}, the events say',
  ],
  [
    'a wrong count',
    'update enrollments set completed_lessons = 2 where course_id = $course',
    '2 lessons completed, the events say 1',
  ],
  [
    'a finish without an event',
    'update enrollments set completed_at = now() where course_id = $course',
    'the events say never',
  ],
  [
    'a finish that was lost',
    'update enrollments set completed_at = null where course_id <> $course',
    'finished never, the events say 2',
  ],
  [
    'an event after a reset',
    `insert into learning_events (user_id, course_id, kind) values ($user, $course, 'progress_reset')`,
    '1 lessons completed, the events say 0',
  ],
  [
    'a wrong number of lessons',
    'update courses set lessons_count = 4 where id = $course',
    'it has 3 lessons and counts 4',
  ],
])('finds %s', async (_title, statement, text) => {
  const broken = Object.entries(PLACES).reduce(
    (query, [name, id]) => query.replaceAll(`$${name}`, String(id)),
    statement,
  )
  await t.db.execute(sql.raw(broken))
  expect(await checkProgress(t.db)).toContainEqual(expect.stringContaining(text))
  // In slices of one user each.
  expect((await checkProgress(t.db, 1)).sort()).toEqual((await checkProgress(t.db)).sort())
  await expect(runCheck()).rejects.toThrow(text)
})

test('names the student and the lesson', async () => {
  await t.db.execute(sql`delete from lesson_progress where lesson_id = ${PLACES.done}`)
  expect((await checkProgress(t.db))[0]).toMatch(
    new RegExp(`^user ${PLACES.user}, lesson ${PLACES.done}: completed never`),
  )
})
