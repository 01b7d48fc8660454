import { and, eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import type { CallOutput } from '#contract/contract.ts'
import type { AnyCallName } from '#contract/calls.ts'
import {
  courses,
  enrollments,
  lessonProgress,
  lessons,
  prerequisites,
  quizAttempts,
  sections,
  submissions,
} from '#server/platform/db/schema.ts'
import { at } from '#server/testing/at.ts'
import { buildCourseInput, buildLessonInput } from '#server/testing/learning/course-input.ts'
import type { SignedInUser } from '#server/testing/factories.ts'
import { createLearner } from '#server/testing/learning/learners.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { checkProgress } from './check-progress.ts'

const t = useTestApp()
let admin: SignedInUser
beforeAll(async () => {
  admin = await t.make.signedIn({ role: 'admin', firstName: 'Grace', lastName: 'Hopper' })
})

type Learner = Awaited<ReturnType<typeof createLearner>>
const read = <Name extends AnyCallName>(_name: Name, { body }: { body: { msg?: unknown } }) =>
  body.msg as CallOutput<Name>

/** Saves the course with these of its lessons, and so many new ones after them. */
const saveLessons = async ({ course }: Learner, ids: readonly number[], added = 0) => {
  const materials = [
    ...ids.map((id) => buildLessonInput({ id })),
    ...Array.from({ length: added }, (_, n) => buildLessonInput({ title: `New ${n}` })),
  ]
  const { body, status } = await t.send(
    'updateCourse',
    { course_id: course.id, ...buildCourseInput({ title: course.title, materials }) },
    admin.cookie,
  )
  expect(status).toBe(200)
  return (body.msg as { lesson_ids: number[] }).lesson_ids
}
const getIds = ({ course }: Learner) => course.lessons.map(({ id }) => id)

describe('a finished course', () => {
  test('stays finished when lessons are added or removed, and names those that are new', async () => {
    const learner = await createLearner(t)
    for (const index of [0, 1, 2]) await learner.complete(index)
    const finishedAt = (await learner.getEnrollment()).completedAt
    const ids = await saveLessons(learner, getIds(learner).slice(0, 2), 2)
    const { course, materials } = await learner.getCourse()
    expect(course).toMatchObject({
      progress: 100,
      finished_date: finishedAt?.toISOString(),
      can_finish: false,
      certificate_id: expect.any(String),
    })
    expect(materials.map((lesson) => [lesson.is_new, lesson.isCompleted])).toEqual([
      [false, true],
      [false, true],
      [true, false],
      [true, false],
    ])
    const tick = (id: number | undefined, value: boolean) =>
      t.send('completeCourse', { id, course_id: course.course_id, value }, learner.me.cookie)
    // A new one is ticked and unticked without reopening the course.
    expect((await tick(ids[3], true)).body.msg).toEqual({ progress: 100 })
    expect((await learner.getCourse()).materials.map((lesson) => lesson.is_new)).toEqual([false, false, true, true])
    expect((await tick(ids[3], false)).body.msg).toEqual({ progress: 100 })
    expect((await learner.getEnrollment()).completedAt).toEqual(finishedAt)
    // One that the finish counted reopens it; the certificate stays.
    expect((await tick(ids[0], false)).body.msg).toEqual({ progress: 25 })
    expect(await learner.findCertificates()).toMatchObject([{ revokedAt: null }])
    expect(await checkProgress(t.db)).toEqual([])
  })

  test('is in the list of completed courses, with 100 percent', async () => {
    const learner = await createLearner(t, ['Only'])
    await learner.complete(0)
    await saveLessons(learner, getIds(learner), 3)
    const list = async (select_data: '' | 'Completed') =>
      read('getEnrolledCourses', await t.call('getEnrolledCourses', { page: 1, select_data }, learner.me.cookie))
    const [[course], total] = await list('Completed')
    expect([course?.progress, total]).toEqual([100, [{ 'COUNT(*)': 1 }]])
    await learner.complete(0, false)
    expect(await list('Completed')).toEqual([[], [{ 'COUNT(*)': 0 }]])
    expect((await list(''))[0]).toMatchObject([{ progress: 0 }])
  })
})

describe('finishCourse', () => {
  test('is offered when the last open lesson was removed, and finishes once', async () => {
    const learner = await createLearner(t)
    await learner.complete(0)
    expect((await learner.finish()).body).toMatchObject({ code: 'not_finished' })
    await saveLessons(learner, getIds(learner).slice(0, 1))
    expect((await learner.getCourse()).course).toMatchObject({ progress: 99, can_finish: true, finished_date: null })
    // A repeated tick changes nothing.
    expect((await learner.complete(0)).body.msg).toEqual({ progress: 99 })
    const [first, second] = [await learner.finish(), await learner.finish()]
    const [certificate] = await learner.findCertificates()
    expect(first.body).toEqual({ status: true, msg: { certificate_id: certificate?.id } })
    expect(second.body).toEqual(first.body)
    expect((await learner.getCourse()).course).toMatchObject({ progress: 100, can_finish: false })
    expect((await learner.getEventKinds()).filter((kind) => kind === 'course_finished')).toHaveLength(1)
    expect(await checkProgress(t.db)).toEqual([])
  })

  test('refuses a course without lessons, and who is not enrolled', async () => {
    const learner = await createLearner(t, [])
    expect((await learner.finish()).body).toMatchObject({ code: 'not_finished' })
    await t.db.update(enrollments).set({ accessUntil: '-infinity' }).where(eq(enrollments.userId, learner.me.id))
    expect((await learner.finish()).body).toMatchObject({ code: 'not_enrolled' })
  })
})

test('shows at least 1 percent when one of 500 lessons is completed', async () => {
  const learner = await createLearner(
    t,
    Array.from({ length: 500 }, (_, n) => `Lesson ${n}`),
  )
  expect((await learner.getCourse()).course.progress).toBe(0)
  expect((await learner.complete(7)).body.msg).toEqual({ progress: 1 })
})

describe('what is watched', () => {
  const setRule = ({ course }: Learner, durationSeconds: number | null, watchPercent = 90) =>
    t.db
      .update(lessons)
      .set({ completion: 'watched', watchPercent, durationSeconds })
      .where(eq(lessons.courseId, course.id))
  /** As if the student’s last report had been so long ago. */
  const wait = async (learner: Learner, seconds: number) => {
    await t.db.execute(
      `update learning_events set created_at = created_at - interval '${seconds} seconds' where user_id = ${learner.me.id}`,
    )
  }
  const getPercent = async (learner: Learner) => at((await learner.getCourse()).materials).watched_percent

  test('is merged, and completes the lesson with the percentage of its rule', async () => {
    const learner = await createLearner(t, ['Only'])
    await setRule(learner, 40)
    const answer = await learner.report(0, [
      [0, 10.2],
      [5, 12],
      [12, 20],
    ])
    expect(answer.body.msg).toEqual({ watched_percent: 50, isCompleted: false, progress: 0 })
    expect((await learner.complete(0)).body).toMatchObject({ code: 'not_a_tick' })
    await learner.report(0, [[0, 20]])
    expect(await getPercent(learner)).toBe(50)
    await wait(learner, 10)
    const last = await learner.report(0, [[20, 36.4]])
    expect(last.body.msg).toEqual({ watched_percent: 90, isCompleted: true, progress: 100 })
    expect(await learner.getEventKinds()).toEqual(['watched', 'watched', 'lesson_completed', 'course_finished'])
    // What is earned can be ticked again.
    await learner.complete(0, false)
    expect((await learner.complete(0)).body.msg).toEqual({ progress: 100 })
    expect(await checkProgress(t.db)).toEqual([])
  })

  test('is all of a video whose last second is a part of one', async () => {
    const learner = await createLearner(t, ['Only'])
    await setRule(learner, 40.4, 100)
    const answer = await learner.report(0, [[0, 40.4]])
    expect(answer.body.msg).toEqual({ watched_percent: 100, isCompleted: true, progress: 100 })
  })

  test('is no more than the time since the last report allows', async () => {
    const learner = await createLearner(t, ['Only'])
    await setRule(learner, 3_600)
    const claim = async () => read('saveLessonPosition', await learner.report(0, [[0, 3_600]]))
    const getSeconds = async () => {
      const [row] = await t.db.select().from(lessonProgress).where(eq(lessonProgress.userId, learner.me.id))
      return row?.watched
    }
    await claim()
    expect(await getSeconds()).toBe('{[0,60)}')
    for (let n = 0; n < 5; n++) await claim()
    // A busy machine takes some seconds for these.
    const [, quick] = /,(\d+)\)/.exec((await getSeconds()) ?? '') ?? []
    expect(Number(quick)).toBeLessThan(120)
    await wait(learner, 100)
    await claim()
    const [, later] = /,(\d+)\)/.exec((await getSeconds()) ?? '') ?? []
    expect(Number(later) - Number(quick)).toBeGreaterThanOrEqual(249)
    expect(Number(later) - Number(quick)).toBeLessThan(300)
    expect(at((await learner.getCourse()).materials).isCompleted).toBe(false)
  })

  test('lends the slack once and not for each report', async () => {
    const learner = await createLearner(t, ['Only'])
    await setRule(learner, 3_600)
    await learner.report(0, [[0, 10]])
    for (let n = 1; n <= 10; n++) await learner.report(0, [[n * 100, n * 100 + 15]])
    // 15 seconds of slack, and what these requests took.
    expect(await getPercent(learner)).toBeLessThanOrEqual(2)
  })

  test('counts on when the clock was set back', async () => {
    const learner = await createLearner(t, ['Only'])
    await setRule(learner, 100)
    await learner.report(0, [[0, 10]])
    await wait(learner, -3_600)
    await learner.report(0, [[10, 20]])
    expect(await getPercent(learner)).toBe(20)
    // By the time since then.
    await learner.report(0, [[20, 100]])
    expect(await getPercent(learner)).toBeLessThan(70)
  })

  test('does not count beyond the end of the video', async () => {
    const learner = await createLearner(t, ['Only'])
    await setRule(learner, 100, 50)
    await learner.report(0, [[90, 150]])
    expect(await getPercent(learner)).toBe(10)
  })

  test('completes nothing with another rule or an unknown length', async () => {
    const learner = await createLearner(t, ['Only'])
    await t.db.update(lessons).set({ durationSeconds: 10 }).where(eq(lessons.courseId, learner.course.id))
    await learner.report(0, [[0, 10]])
    expect(await learner.getCourse()).toMatchObject({
      course: { progress: 0 },
      materials: [{ watched_percent: 100, completion: 'manual', watch_percent: null }],
    })
    const other = await createLearner(t, ['Only'])
    await setRule(other, null)
    await other.report(0, [[0, 10]])
    expect(await other.getCourse()).toMatchObject({
      course: { progress: 0 },
      // So its page offers a tick.
      materials: [{ watched_percent: 0, completion: 'manual', watch_percent: null }],
    })
  })

  test('loses nothing when two devices report at the same time', async () => {
    const learner = await createLearner(t, ['Only'])
    await setRule(learner, 20)
    await learner.report(0, [[0, 1]])
    await wait(learner, 60)
    await Promise.all([
      learner.report(0, [[1, 10]]),
      learner.report(0, [[10, 20]]),
      learner.report(0, [[10, 20]]),
      learner.report(0, []),
    ])
    expect(at((await learner.getCourse()).materials)).toMatchObject({ watched_percent: 100, isCompleted: true })
    expect(await learner.findCertificates()).toHaveLength(1)
    expect(await checkProgress(t.db)).toEqual([])
  })

  test.each([[[[0]]], [[[0, -1]]], [[['0', 1]]], [[[0, 1e9]]], [Array.from({ length: 51 }, () => [0, 1])], ['x']])(
    'is refused as %j',
    async (watched) => {
      const learner = await createLearner(t)
      expect((await learner.report(0, watched)).status).toBe(400)
    },
  )

  test('is refused in a locked lesson, as its position is', async () => {
    const learner = await createLearner(t)
    await t.db.update(courses).set({ lessonOrder: 'in_order' }).where(eq(courses.id, learner.course.id))
    for (const watched of [[[0, 5]], undefined])
      expect((await learner.report(1, watched)).body).toMatchObject({
        code: 'lesson_locked',
        locked_reason: 'in_order',
        opens_date: null,
      })
    expect(await t.db.select().from(lessonProgress).where(eq(lessonProgress.userId, learner.me.id))).toEqual([])
  })
})

describe('prerequisites', () => {
  const require = (learner: Learner, course_id: number, blocking = true) =>
    t.send(
      'updateCourse',
      {
        course_id: learner.course.id,
        ...buildCourseInput({
          title: learner.course.title,
          materials: getIds(learner).map((id) => buildLessonInput({ id })),
          prerequisites: [{ course_id, blocking }],
        }),
      },
      admin.cookie,
    )

  test('are listed with what is done, in the course and to visitors', async () => {
    const learner = await createLearner(t)
    const required = await t.make.course({ lessonTitles: ['Only'] })
    expect((await require(learner, required.id)).status).toBe(200)
    // A draft, which nobody could finish, is neither shown nor waited for.
    const draft = await t.make.course({ isPublic: false })
    await t.db.insert(prerequisites).values({ courseId: learner.course.id, requiredCourseId: draft.id })
    const expected = { course_id: required.id, title: required.title, blocking: true }
    expect((await learner.getCourse()).course.requires).toEqual([{ ...expected, done: false }])
    const page = read('getPublicCourse', await t.call('getPublicCourse', { course_id: learner.course.id }))
    expect(page.requires).toEqual([expected])
    expect((await learner.complete(0)).body).toMatchObject({ code: 'lesson_locked', locked_reason: 'prerequisites' })
    await t.make.enrollment(learner.me.id, required.id)
    await t.call(
      'completeCourse',
      { id: at(required.lessons).id, course_id: required.id, value: true },
      learner.me.cookie,
    )
    expect((await learner.getCourse()).course.requires).toEqual([{ ...expected, done: true }])
    expect((await learner.complete(0)).status).toBe(200)
  })

  test('are waived by an admin, with a reason in the log and the timeline', async () => {
    const learner = await createLearner(t)
    const required = await t.make.course()
    await require(learner, required.id)
    const waive = (cookie: string) =>
      t.call(
        'waivePrerequisites',
        { student_id: learner.me.id, course_id: learner.course.id, reason: 'Knows it already' },
        cookie,
      )
    expect((await waive(learner.me.cookie)).status).toBe(403)
    expect((await waive(admin.cookie)).body.msg).toBe('The student can open the course now')
    expect((await waive(admin.cookie)).body.msg).toBe('The prerequisites are waived already')
    const { course, materials } = await learner.getCourse()
    expect(course.requires).toMatchObject([{ done: true }])
    expect(materials.some(({ locked }) => locked)).toBe(false)
    expect(await learner.getEventKinds()).toEqual(['prerequisites_waived'])
    const name = `${learner.me.firstName} ${learner.me.lastName}`
    expect((await t.findLogMessages(admin.id)).filter((message) => message.startsWith('Waived'))).toEqual([
      `Waived the prerequisites of “${course.title}” for ${name}: Knows it already`,
    ])
  })

  test('with a cycle are refused, also when two admins close it at the same time', async () => {
    const [one, two, three] = [await createLearner(t), await createLearner(t), await createLearner(t)]
    expect((await require(one, one.course.id)).body).toMatchObject({ code: 'prerequisite_cycle' })
    await require(one, two.course.id)
    await require(two, three.course.id, false)
    expect((await require(three, one.course.id)).body).toMatchObject({ code: 'prerequisite_cycle' })
    const [four, five] = [await createLearner(t), await createLearner(t)]
    const answers = await Promise.all([require(four, five.course.id), require(five, four.course.id)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const stored = await t.db.select().from(prerequisites).where(eq(prerequisites.requiredCourseId, four.course.id))
    const other = await t.db.select().from(prerequisites).where(eq(prerequisites.requiredCourseId, five.course.id))
    expect([...stored, ...other]).toHaveLength(1)
  })
})

test('a locked lesson says why and when it opens, and shows only what the list needs', async () => {
  const learner = await createLearner(t)
  const opensAt = new Date(Date.now() + 3_600_000)
  const [section] = await t.db
    .insert(sections)
    .values({ courseId: learner.course.id, place: 0, title: 'Later', opensAt })
    .returning()
  await t.db
    .update(lessons)
    .set({ sectionId: section?.id ?? null, captionsUrl: '/uploads/x.vtt', fileName: 'secret.pdf' })
    .where(eq(lessons.id, learner.getLessonId(1)))
  const { sections: listed, materials } = await learner.getCourse()
  expect(listed).toEqual([
    { section_id: section?.id, title: 'Later', opens_after_days: null, opens_date: opensAt.toISOString() },
  ])
  expect(materials.map(({ locked }) => locked)).toEqual([false, true, false])
  expect(materials[1]).toMatchObject({
    title: 'Two',
    url: '',
    captions: '',
    file_name: '',
    section_id: section?.id,
    locked_reason: 'opens_later',
    opens_date: opensAt.toISOString(),
  })
  const report = await t.call('reportLessonProblem', { material_id: learner.getLessonId(1) }, learner.me.cookie)
  expect(report.body).toMatchObject({ code: 'lesson_locked' })
})

describe('an admin', () => {
  const change = (learner: Learner, index: number, value: boolean, cookie = admin.cookie) =>
    t.call(
      'setLessonProgress',
      {
        ...{ student_id: learner.me.id, course_id: learner.course.id, material_id: learner.getLessonId(index) },
        ...{ value, reason: 'Shown in class' },
      },
      cookie,
    )
  const readProgress = async ({ me, course }: Learner) =>
    read(
      'getStudentProgress',
      await t.call('getStudentProgress', { student_id: me.id, course_id: course.id }, admin.cookie),
    )

  test('completes and reopens lessons of any rule, with a reason in the log and the timeline', async () => {
    const learner = await createLearner(t, ['One', 'Two'])
    await t.db
      .update(lessons)
      .set({ completion: 'passed', kind: 'quiz' })
      .where(eq(lessons.courseId, learner.course.id))
    expect((await change(learner, 0, true, learner.me.cookie)).status).toBe(403)
    expect((await change(learner, 0, true)).body.msg).toEqual({ progress: 50 })
    expect((await change(learner, 0, true)).body.msg).toEqual({ progress: 50 })
    expect((await change(learner, 1, true)).body.msg).toEqual({ progress: 100 })
    expect(await learner.findCertificates()).toHaveLength(1)
    expect((await change(learner, 1, false)).body.msg).toEqual({ progress: 50 })
    const { events, ...shown } = await readProgress(learner)
    expect(shown).toEqual({
      student: {
        student_id: learner.me.id,
        name: `${learner.me.firstName} ${learner.me.lastName}`,
        email: learner.me.email,
      },
      course: { course_id: learner.course.id, title: learner.course.title },
      progress: 50,
      finished_date: null,
      prerequisites_waived: false,
      materials: [
        { material_id: learner.getLessonId(0), title: 'One', kind: 'quiz', isCompleted: true, watched_percent: 0 },
        { material_id: learner.getLessonId(1), title: 'Two', kind: 'quiz', isCompleted: false, watched_percent: 0 },
      ],
    })
    expect(events.map(({ text, actor_name, reason }) => [text, actor_name, reason])).toEqual([
      ['The course is open again', 'Grace Hopper', 'Shown in class'],
      ['Reopened “Two”', 'Grace Hopper', 'Shown in class'],
      ['Finished the course', 'Grace Hopper', 'Shown in class'],
      ['Completed “Two”', 'Grace Hopper', 'Shown in class'],
      ['Completed “One”', 'Grace Hopper', 'Shown in class'],
    ])
    const log = (await t.findLogMessages(admin.id)).filter((message) => message.includes(learner.course.title))
    const end = `of “${learner.course.title}” for ${learner.me.firstName} ${learner.me.lastName}: Shown in class`
    expect(log).toEqual([`Completed “One” ${end}`, `Completed “Two” ${end}`, `Reopened “Two” ${end}`])
    expect(await checkProgress(t.db)).toEqual([])
  })

  test('reopens a watched lesson, which is then completed by watching it again and not by the rest of it', async () => {
    const learner = await createLearner(t, ['Only'])
    await t.db
      .update(lessons)
      .set({ completion: 'watched', watchPercent: 80, durationSeconds: 20 })
      .where(eq(lessons.courseId, learner.course.id))
    await learner.report(0, [[0, 16]], 16)
    expect((await change(learner, 0, false)).body.msg).toEqual({ progress: 0 })
    expect(at((await learner.getCourse()).materials)).toMatchObject({ watched_percent: 0, position: 0 })
    const rest = await learner.report(0, [[16, 20]], 20)
    expect(rest.body.msg).toEqual({ watched_percent: 20, isCompleted: false, progress: 0 })
    expect((await learner.complete(0)).body).toMatchObject({ code: 'not_a_tick' })
    const again = await learner.report(0, [[0, 12]], 12)
    expect(again.body.msg).toEqual({ watched_percent: 80, isCompleted: true, progress: 100 })
    expect(await checkProgress(t.db)).toEqual([])
  })

  test('sees what an admin did whose account was deleted since as an admin’s', async () => {
    const learner = await createLearner(t, ['One', 'Two'])
    const leaving = await t.make.signedIn({ role: 'admin' })
    const ids = { student_id: learner.me.id, course_id: learner.course.id, reason: 'Shown in class' }
    const input = { ...ids, material_id: learner.getLessonId(0), value: true }
    expect((await t.call('setLessonProgress', input, leaving.cookie)).status).toBe(200)
    await learner.complete(1)
    await t.call('deleteUser', { user_id: leaving.id }, admin.cookie)
    expect((await t.call('deleteFromTrash', { kind: 'user', id: leaving.id }, admin.cookie)).status).toBe(200)
    expect((await readProgress(learner)).events.map(({ text, actor_name }) => [text, actor_name])).toEqual([
      ['Finished the course', null],
      ['Completed “Two”', null],
      ['Completed “One”', 'Deleted admin'],
    ])
  })

  test('sees reports about one lesson in a row as one, and removed lessons without a title', async () => {
    const learner = await createLearner(t)
    await learner.report(0, [[0, 20]])
    await learner.report(0, [[20, 30]])
    await learner.complete(1)
    await saveLessons(learner, [learner.getLessonId(0)])
    expect((await readProgress(learner)).events).toMatchObject([
      { kind: 'lesson_completed', material_title: null, text: 'Completed a lesson that was removed' },
      { kind: 'watched', material_title: 'A lesson', text: 'Watched 0:00–0:30 of “A lesson”' },
    ])
  })

  test('resets a student’s progress: ticks, watched parts, attempts and work, but not the certificate', async () => {
    const learner = await createLearner(t, ['One', 'Two'])
    const own = { userId: learner.me.id, lessonId: learner.getLessonId(0) }
    await learner.report(0, [[0, 20]], 20)
    for (const index of [0, 1]) await learner.complete(index)
    await t.db
      .insert(quizAttempts)
      .values({ ...own, questions: [], passMark: 1, maxScore: 1, score: 1, isPassed: true, submittedAt: new Date() })
    await t.db.insert(submissions).values({ ...own, status: 'accepted' })
    const input = { student_id: learner.me.id, course_id: learner.course.id, reason: 'Starts again' }
    expect((await t.call('resetProgress', input, learner.me.cookie)).status).toBe(403)
    expect((await t.call('resetProgress', input, admin.cookie)).body.msg).toBe('The progress was reset')
    const { course, materials, completed } = await learner.getCourse()
    expect([course.progress, course.finished_date, completed]).toEqual([0, null, []])
    expect(materials[0]).toMatchObject({ watched_percent: 0, position: 0 })
    expect(course.certificate_id).toEqual(expect.any(String))
    const isOwn = (table: typeof quizAttempts | typeof submissions) =>
      and(eq(table.userId, own.userId), eq(table.lessonId, own.lessonId))
    expect(await t.db.select().from(quizAttempts).where(isOwn(quizAttempts))).toMatchObject([{ isVoid: true }])
    expect(await t.db.select().from(submissions).where(isOwn(submissions))).toMatchObject([{ status: 'returned' }])
    expect(await checkProgress(t.db)).toEqual([])
    for (const index of [0, 1]) await learner.complete(index)
    expect(await learner.findCertificates()).toHaveLength(1)
    await learner.report(0, [[0, 20]])
    expect(await checkProgress(t.db)).toEqual([])
  })

  test('gets 404 for a missing student or course, and 403 for a student who is not enrolled', async () => {
    const learner = await createLearner(t)
    const other = await t.make.user()
    const ids = (student_id: number, course_id: number) => ({ student_id, course_id, reason: 'x' })
    for (const name of ['getStudentProgress', 'resetProgress', 'waivePrerequisites'] as const) {
      const send = async (student_id: number, course_id: number) =>
        (await t.send(name, ids(student_id, course_id), admin.cookie)).body.code
      expect([
        await send(999_999_999, learner.course.id),
        await send(learner.me.id, 999_999_999),
        await send(other.id, learner.course.id),
      ]).toEqual(['user_not_found', 'course_not_found', 'not_enrolled'])
      // The admin, whom the call's usual text would address.
      if (name !== 'getStudentProgress')
        expect((await t.send(name, ids(other.id, learner.course.id), admin.cookie)).body.msg).toBe(
          'The student is not enrolled in this course',
        )
    }
    expect(
      (await t.send('resetProgress', { ...ids(other.id, learner.course.id), reason: ' ' }, admin.cookie)).status,
    ).toBe(400)
  })

  test('lists the students of a course, the latest active first, and finds one by name', async () => {
    const course = await t.make.course({ lessonTitles: ['One', 'Two'] })
    const students = [
      await t.make.signedIn({ firstName: 'Ada', lastName: 'Byron' }),
      await t.make.signedIn({ firstName: 'Alan' }),
      await t.make.signedIn({ firstName: 'Edsger' }),
    ]
    for (const { id } of students) await t.make.enrollment(id, course.id)
    const [ada, alan, edsger] = students
    for (const student of [ada, alan])
      await t.call('completeCourse', { id: at(course.lessons).id, course_id: course.id, value: true }, student?.cookie)
    await t.db
      .update(enrollments)
      .set({ accessUntil: '-infinity', createdAt: new Date(0) })
      .where(eq(enrollments.userId, edsger?.id ?? 0))
    const list = async (search_text = '') =>
      t.call('getCourseStudents', { course_id: course.id, page: 1, search_text }, admin.cookie)
    const { body } = await list()
    expect(body.nextPage).toBeNull()
    expect(body.msg).toMatchObject([
      { student_id: alan?.id, progress: 50, last_active_date: expect.any(String), has_access: true },
      { student_id: ada?.id, name: 'Ada Byron', email: ada?.email, progress: 50, finished_date: null },
      { student_id: edsger?.id, progress: 0, last_active_date: null, has_access: false },
    ])
    const reset = { student_id: ada?.id ?? 0, course_id: course.id, reason: 'Starts again' }
    expect((await t.call('resetProgress', reset, admin.cookie)).status).toBe(200)
    const [first, second] = body.msg as CallOutput<'getCourseStudents'>
    expect((await list()).body.msg).toMatchObject([first, { ...second, progress: 0 }, { student_id: edsger?.id }])
    expect((await list('byron ada')).body.msg).toMatchObject([{ student_id: ada?.id }])
    expect((await list('bryon')).body.msg).toMatchObject([{ student_id: ada?.id }])
    expect(
      (await t.call('getCourseStudents', { course_id: course.id, page: 1, search_text: '' }, ada?.cookie)).status,
    ).toBe(403)
    const missing = await t.call(
      'getCourseStudents',
      { course_id: 999_999_999, page: 1, search_text: '' },
      admin.cookie,
    )
    expect([missing.status, missing.body.code]).toEqual([404, 'course_not_found'])
  })
})
