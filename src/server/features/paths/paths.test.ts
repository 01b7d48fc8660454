import { and, eq } from 'drizzle-orm'
import { beforeAll, expect, it } from 'vitest'
import type { AdminPath, Path, PathPage } from '#contract/schemas/learning/paths.ts'
import {
  certificates,
  courses,
  enrollments,
  learningPaths,
  lessons,
  prerequisites,
} from '#server/platform/db/schema.ts'
import type { SignedInUser } from '#server/testing/factories.ts'
import { TINY_PNG } from '#server/testing/files/picture-form.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { finishPaths } from './finish-paths.ts'

const t = useTestApp()
let admin: SignedInUser
let student: SignedInUser
let courseIds: number[]

beforeAll(async () => {
  admin = await t.make.signedIn({ role: 'admin' })
})

const FORM = { title: 'Web developer', goal: 'Build and publish websites', public: true }

async function addPath(values: object = {}): Promise<number> {
  courseIds = []
  for (let place = 0; place < 2; place++) courseIds.push((await t.make.course({ priceCents: 5_000 })).id)
  student = await t.make.signedIn()
  const { status, body } = await t.send('addPath', { ...FORM, course_ids: courseIds, ...values }, admin.cookie)
  expect(status).toBe(200)
  return (body.msg as { id: number }).id
}

const getPage = async (path_id: number, cookie?: string) =>
  (await t.call('getPathData', { path_id }, cookie)).body.msg as PathPage
const getStatus = async (path_id: number, cookie?: string) => (await t.call('getPathData', { path_id }, cookie)).status
const listIds = async () => {
  const { body } = await t.call('getPaths', { page: 1 })
  return (body.msg as Path[]).map(({ path_id }) => path_id)
}

const finishCourse = (userId: number, courseId: number) =>
  t.db.transaction(async (tx) => {
    await tx
      .update(enrollments)
      .set({ completedAt: new Date(), completedLessons: 3 })
      .where(and(eq(enrollments.userId, userId), eq(enrollments.courseId, courseId)))
    await finishPaths(tx, userId, courseId)
  })

it('shows a path with its courses in order to everyone', async () => {
  const path_id = await addPath({ price: 80, level: 'Beginner', description: 'From the first page on.' })
  await t.db
    .update(lessons)
    .set({ durationSeconds: 600 })
    .where(eq(lessons.courseId, courseIds[0] ?? 0))
  expect(await listIds()).toContain(path_id)
  expect(await getPage(path_id)).toMatchObject({
    path: {
      path_id,
      ...{ title: FORM.title, goal: FORM.goal },
      price: 80,
      courses_price: 100,
      courses: 2,
      duration: 1_800,
    },
    courses: courseIds.map((course_id, index) => ({
      course_id,
      duration: index === 0 ? 1_800 : 0,
      locked: false,
      finished: false,
    })),
    progress: 0,
    joined: false,
    can_finish: false,
    certificate_id: null,
  })
})

it('hides drafts, deleted paths and paths without a public course', async () => {
  const path_id = await addPath()
  await t.call('joinPath', { path_id }, student.cookie)
  const expectSeen = async (visitor: number, joined: number) => {
    expect(await getStatus(path_id)).toBe(visitor)
    expect(await getStatus(path_id, student.cookie)).toBe(joined)
    expect((await listIds()).includes(path_id)).toBe(visitor === 200)
  }
  await expectSeen(200, 200)
  const draft = { path_id, ...FORM, course_ids: courseIds, public: false }
  await t.call('updatePath', draft, admin.cookie)
  await expectSeen(404, 200)
  expect(await getStatus(path_id, admin.cookie)).toBe(200)
  await t.call('updatePath', { ...draft, public: true }, admin.cookie)
  for (const course_id of courseIds) await t.call('deleteCourse', { course_id }, admin.cookie)
  await expectSeen(404, 200)
  expect((await t.call('joinPath', { path_id }, (await t.make.signedIn()).cookie)).body.code).toBe('path_not_found')
  await t.call('deletePath', { path_id }, admin.cookie)
  await expectSeen(404, 404)
  expect(await getStatus(path_id, admin.cookie)).toBe(404)
})

it('leaves out drafts and archived courses, and counts without them', async () => {
  const path_id = await addPath()
  const [first = 0, second = 0] = courseIds
  const draft = await t.make.course({ isPublic: false })
  const archived = await t.make.course({ archivedAt: new Date() })
  const saved = await t.call(
    'updatePath',
    { path_id, ...FORM, course_ids: [draft.id, second, archived.id, first] },
    admin.cookie,
  )
  expect(saved.status).toBe(200)
  expect((await getPage(path_id)).courses.map(({ course_id }) => course_id)).toEqual([second, first])
  const { body } = await t.call('getPathForm', { path_id }, admin.cookie)
  expect(body.msg).toMatchObject({
    courses: [{ course_id: draft.id, public: false }, { course_id: second }, { course_id: first }],
  })
  // The form does not show the archived course, and saving the form does not lose it.
  await t.call('updatePath', { path_id, ...FORM, course_ids: [first, second] }, admin.cookie)
  await t.db.update(courses).set({ archivedAt: null }).where(eq(courses.id, archived.id))
  await t.call('updatePath', { path_id, ...FORM, course_ids: [first, second, archived.id] }, admin.cookie)
  expect((await getPage(path_id)).path.courses).toBe(3)
})

it('shows the progress, locks the next course of an ordered path, and ends with a certificate', async () => {
  const path_id = await addPath({ ordered: true })
  const [first = 0, last = 0] = courseIds
  for (const courseId of courseIds) await t.make.enrollment(student.id, courseId)
  const read = () => getPage(path_id, student.cookie)
  expect((await read()).courses.map(({ locked }) => locked)).toEqual([false, false])
  await t.call('joinPath', { path_id }, student.cookie)
  expect(await read()).toMatchObject({ joined: true, progress: 0, courses: [{ locked: false }, { locked: true }] })
  await finishCourse(student.id, first)
  // Another call of the student drops the cached answer, as completing does.
  await t.call('joinPath', { path_id }, student.cookie)
  expect(await read()).toMatchObject({ progress: 50, courses: [{ finished: true }, { locked: false }] })
  await finishCourse(student.id, last)
  await t.call('joinPath', { path_id }, student.cookie)
  const page = await read()
  expect(page).toMatchObject({ progress: 100, can_finish: false })
  const [certificate] = await t.db.select().from(certificates).where(eq(certificates.userId, student.id))
  expect(certificate).toMatchObject({ kind: 'path', title: FORM.title })
  expect(page.certificate_id).toBe(certificate?.id)
})

it('keeps the next course open after the refund of the one before', async () => {
  const path_id = await addPath({ ordered: true })
  for (const courseId of courseIds) await t.make.enrollment(student.id, courseId)
  await t.call('joinPath', { path_id }, student.cookie)
  await finishCourse(student.id, courseIds[0] ?? 0)
  await t.db
    .update(enrollments)
    .set({ accessUntil: '-infinity' })
    .where(and(eq(enrollments.userId, student.id), eq(enrollments.courseId, courseIds[0] ?? 0)))
  await t.call('joinPath', { path_id }, student.cookie)
  expect(await getPage(path_id, student.cookie)).toMatchObject({ courses: [{ finished: false }, { locked: false }] })
})

it('names the course that blocks, not a finished one before it whose access has ended', async () => {
  const path_id = await addPath({ ordered: true })
  const [first = 0, second = 0] = courseIds
  const third = await t.make.course()
  await t.send('updatePath', { path_id, ...FORM, ordered: true, course_ids: [first, second, third.id] }, admin.cookie)
  for (const courseId of courseIds) await t.make.enrollment(student.id, courseId)
  await t.call('joinPath', { path_id }, student.cookie)
  await finishCourse(student.id, first)
  await t.db
    .update(enrollments)
    .set({ accessUntil: '-infinity' })
    .where(and(eq(enrollments.userId, student.id), eq(enrollments.courseId, first)))
  await t.call('joinPath', { path_id }, student.cookie)
  const page = await getPage(path_id, student.cookie)
  expect(page).toMatchObject({
    courses: [
      { finished: false },
      { locked: false, opens_after: null },
      { locked: true, opens_after: page.courses[1]?.title },
    ],
  })
})

it('shows a course as open whose order a prerequisite contradicts, and what that one waits for', async () => {
  const path_id = await addPath({ ordered: true })
  const [first = 0, last = 0] = courseIds
  await t.db.insert(prerequisites).values({ courseId: first, requiredCourseId: last })
  for (const courseId of courseIds) await t.make.enrollment(student.id, courseId)
  await t.call('joinPath', { path_id }, student.cookie)
  const page = await getPage(path_id, student.cookie)
  expect(page.courses).toMatchObject([
    { locked: true, opens_after: page.courses[1]?.title },
    { locked: false, opens_after: null },
  ])
  await t.db.delete(prerequisites).where(eq(prerequisites.courseId, first))
})

it('locks no course of a path that is a draft again', async () => {
  const path_id = await addPath({ ordered: true })
  for (const courseId of courseIds) await t.make.enrollment(student.id, courseId)
  await t.call('joinPath', { path_id }, student.cookie)
  await t.call('updatePath', { path_id, ...FORM, ordered: true, public: false, course_ids: courseIds }, admin.cookie)
  expect(await getPage(path_id, student.cookie)).toMatchObject({ courses: [{ locked: false }, { locked: false }] })
})

it('shows in its courses at once what the order of a changed or deleted path requires', async () => {
  const path_id = await addPath({ ordered: true })
  const [first = 0, last = 0] = courseIds
  for (const courseId of courseIds) await t.make.enrollment(student.id, courseId)
  await t.call('joinPath', { path_id }, student.cookie)
  const readRequired = async () => {
    const answers = await Promise.all(
      courseIds.map((course_id) => t.call('getCourseData', { course_id }, student.cookie)),
    )
    return answers.map(({ body }) =>
      (body.msg as { msg: { course: { requires: { course_id: number }[] } } }).msg.course.requires.map(
        ({ course_id }) => course_id,
      ),
    )
  }
  expect(await readRequired()).toEqual([[], [first]])
  await t.send('updatePath', { path_id, ...FORM, ordered: true, course_ids: [last, first] }, admin.cookie)
  expect(await readRequired()).toEqual([[last], []])
  await t.call('deletePath', { path_id }, admin.cookie)
  expect(await readRequired()).toEqual([[], []])
})

it('finishes a path whose courses were finished before it was joined', async () => {
  const path_id = await addPath()
  for (const courseId of courseIds) {
    await t.make.enrollment(student.id, courseId)
    await finishCourse(student.id, courseId)
  }
  expect(await getPage(path_id, student.cookie)).toMatchObject({ progress: 99, joined: false })
  const { body } = await t.call('joinPath', { path_id }, student.cookie)
  expect(body.msg).toBe('You have finished this path')
  expect(await getPage(path_id, student.cookie)).toMatchObject({ progress: 100, joined: true })
})

it('offers to finish a path after its last open course was removed, and keeps it finished when one is added', async () => {
  const path_id = await addPath()
  const [first = 0] = courseIds
  await t.make.enrollment(student.id, first)
  await t.call('joinPath', { path_id }, student.cookie)
  await finishCourse(student.id, first)
  await t.call('updatePath', { path_id, ...FORM, course_ids: [first] }, admin.cookie)
  expect(await getPage(path_id, student.cookie)).toMatchObject({ progress: 99, can_finish: true })
  await t.call('joinPath', { path_id }, student.cookie)
  expect(await getPage(path_id, student.cookie)).toMatchObject({ progress: 100, can_finish: false })
  await t.call('updatePath', { path_id, ...FORM, course_ids: courseIds }, admin.cookie)
  expect(await getPage(path_id, student.cookie)).toMatchObject({
    progress: 100,
    courses: [{ finished: true }, { finished: false }],
  })
})

it('joining at the moment the last course is finished finishes the path', async () => {
  for (let round = 0; round < 5; round++) {
    const path_id = await addPath()
    const [first = 0, last = 0] = courseIds
    for (const courseId of courseIds) await t.make.enrollment(student.id, courseId)
    await finishCourse(student.id, first)
    await Promise.all([
      finishCourse(student.id, last),
      t.call('joinPath', { path_id }, student.cookie),
      t.call('joinPath', { path_id }, student.cookie),
    ])
    const issued = await t.db.select().from(certificates).where(eq(certificates.pathId, path_id))
    expect(issued).toHaveLength(1)
  }
})

it('joins once, leaves, and writes both into the log', async () => {
  const path_id = await addPath()
  const join = async (value: boolean) => (await t.call('joinPath', { path_id, value }, student.cookie)).body.msg
  expect(await join(true)).toBe('You have started this path')
  expect(await join(true)).toBe('You are on this path already')
  expect(await join(false)).toBe('You have left this path. Your courses and progress are kept')
  expect(await join(false)).toBe('You are not on this path')
  expect(await t.findLogMessages(student.id)).toEqual([
    `Started the path “${FORM.title}”`,
    `Left the path “${FORM.title}”`,
  ])
})

it.each([
  ['no title', { title: ' ' }, 'invalid_input'],
  ['no goal', { goal: '' }, 'invalid_input'],
  ['a negative price', { price: -1 }, 'invalid_input'],
  ['a price with three decimals', { price: 1.005 }, 'invalid_input'],
  ['a course twice', { course_ids: [1, 1] }, 'invalid_input'],
  ['an unknown level', { level: 'Expert' }, 'invalid_input'],
  ['nothing to publish', { course_ids: [] }, 'invalid_input'],
  ['an unknown course', { course_ids: [999_999_999] }, 'course_not_found'],
])('refuses a form with %s and writes nothing', async (_title, values, code) => {
  const path_id = await addPath()
  const before = await getPage(path_id)
  const count = await t.db.$count(learningPaths)
  const form = { ...FORM, course_ids: courseIds, ...values }
  expect((await t.send('addPath', form, admin.cookie)).body.code).toBe(code)
  expect((await t.send('updatePath', { path_id, ...form }, admin.cookie)).body.code).toBe(code)
  expect(await t.db.$count(learningPaths)).toBe(count)
  expect(await getPage(path_id)).toEqual(before)
})

it('does not publish a path of drafts only', async () => {
  const draft = await t.make.course({ isPublic: false })
  const form = { ...FORM, course_ids: [draft.id] }
  expect((await t.call('addPath', form, admin.cookie)).body).toMatchObject({
    code: 'invalid_input',
    msg: 'Add a public course before you publish the path',
  })
  expect((await t.call('addPath', { ...form, public: false }, admin.cookie)).status).toBe(200)
})

it('returns 404 for the form of a path that does not exist, and saves none', async () => {
  const path_id = 999_999_999
  for (const { status, body } of [
    await t.call('getPathForm', { path_id }, admin.cookie),
    await t.call('updatePath', { path_id, ...FORM, course_ids: courseIds }, admin.cookie),
  ])
    expect([status, body.code]).toEqual([404, 'path_not_found'])
})

it('refuses to save over a newer version', async () => {
  const path_id = await addPath()
  const save = (version: number) =>
    t.call('updatePath', { path_id, version, ...FORM, course_ids: courseIds }, admin.cookie)
  const answers = await Promise.all([save(1), save(1)])
  expect(answers.map(({ body }) => body.code ?? 'saved').sort()).toEqual(['changed_meanwhile', 'saved'])
  expect((await t.call('getPathForm', { path_id }, admin.cookie)).body.msg).toMatchObject({ version: 2 })
})

it('lists drafts for admins, with students, and searches and filters them', async () => {
  const path_id = await addPath({ title: 'Xylophone builder', public: false })
  const list = async (input: object) =>
    ((await t.send('getPathsAdmin', { page: 1, ...input }, admin.cookie)).body.msg as AdminPath[]).filter(
      (path) => path.path_id === path_id,
    )
  expect(await list({})).toMatchObject([{ public: false, students: 0, courses: 2 }])
  expect(await list({ search_text: 'xylophone' })).toHaveLength(1)
  expect(await list({ search_text: 'trombone' })).toHaveLength(0)
  expect(await list({ select_data: 'Draft' })).toHaveLength(1)
  expect(await list({ select_data: 'Public' })).toHaveLength(0)
  await t.call('updatePath', { path_id, ...FORM, course_ids: courseIds }, admin.cookie)
  await t.call('joinPath', { path_id }, student.cookie)
  expect(await list({ select_data: 'Public' })).toMatchObject([{ students: 1 }])
})

it('has a picture of its own, which goes with the path', async () => {
  const path_id = await addPath()
  const send = (cookie: string) => t.upload({ id: path_id, image: TINY_PNG }, cookie)
  expect((await send(student.cookie)).status).toBe(403)
  const { image_url } = (await send(admin.cookie)).body.msg as { image_url: string }
  expect((await getPage(path_id)).path.image_url).toBe(image_url)
  await t.call('deletePath', { path_id }, admin.cookie)
  expect((await send(admin.cookie)).status).toBe(404)
})

it('finds a path by some words of a goal and by level, and plans its weeks', async () => {
  const path_id = await addPath({ title: 'Zookeeper', goal: 'Look after penguins', level: 'Advanced' })
  await t.db
    .update(lessons)
    .set({ durationSeconds: 3_600 })
    .where(eq(lessons.courseId, courseIds[0] ?? 0))
  const find = async (input: object) =>
    (await t.send('findPath', { goal: '', hours_per_week: 2, ...input })).body.msg as { path: Path; weeks: object[] }[]
  const [found] = await find({ goal: 'I want to work with Penguins!', level: 'Advanced' })
  expect(found?.path.path_id).toBe(path_id)
  expect(found?.weeks).toMatchObject([
    { week: 1, courses: [{ course_id: courseIds[0], minutes: 120 }] },
    { week: 2, courses: [{ minutes: 60 }, { course_id: courseIds[1], minutes: 0 }] },
  ])
  expect(await find({ goal: 'Look after penguins.', level: 'Advanced' })).toHaveLength(1)
  // Two letters are a word of their own, as in “Zookeeper, with AI”, and no part of another, as of “training”.
  expect(await find({ goal: 'AI', level: 'Advanced' })).toEqual([])
  await t.db.update(learningPaths).set({ description: 'Training with AI.' }).where(eq(learningPaths.id, path_id))
  expect(await find({ goal: 'Something about AI', level: 'Advanced' })).toHaveLength(1)
  expect(await find({ goal: 'ra in', level: 'Advanced' })).toEqual([])
  expect(await find({ goal: 'penguins', level: 'Beginner' })).toEqual([])
  expect(await find({ goal: 'submarines' })).toEqual([])
  expect(await find({ goal: 'the and for' })).toEqual([])
  expect((await find({ level: 'Advanced' })).map(({ path }) => path.path_id)).toEqual([path_id])
  // By the title or the text of a course, or by the title of a lesson.
  await t.db
    .update(courses)
    .set({ title: 'Feeding walruses', description: 'With a bucket of herrings.' })
    .where(eq(courses.id, courseIds[1] ?? 0))
  await t.db
    .update(lessons)
    .set({ title: 'Why narwhals are slow' })
    .where(eq(lessons.courseId, courseIds[0] ?? 0))
  for (const goal of ['walruses', 'catch a herring', 'Narwhal'])
    expect((await find({ goal })).map(({ path }) => path.path_id)).toEqual([path_id])
})

it.each([0, 61, 1.5, '5'])('refuses %s hours a week', async (hours_per_week) => {
  expect((await t.send('findPath', { goal: '', hours_per_week })).status).toBe(400)
})
