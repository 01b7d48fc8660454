import { rmSync, statSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { courses, lessons, systemLog } from '#server/platform/db/schema.ts'
import { getUploadsFolder } from '#server/features/uploads/upload-routes.ts'
import { at } from '#server/testing/at.ts'
import { buildCourseInput, buildLessonInput } from '#server/testing/learning/course-input.ts'
import { lessonFile, createLessonUploads } from '#server/testing/learning/lesson-uploads.ts'
import { type TestApp, createTestApp } from '#server/testing/test-app.ts'

let t: TestApp
let admin: Awaited<ReturnType<TestApp['make']['signedIn']>>
beforeAll(async () => {
  t = await createTestApp()
  admin = await t.make.signedIn({ role: 'admin' })
})
afterAll(() => t.close())

const add = (changes: object = {}) => t.send('addCourse', buildCourseInput(changes), admin.cookie)
const save = (course_id: number, changes: object = {}) =>
  t.send('updateCourse', { course_id, ...buildCourseInput(changes) }, admin.cookie)
const addAndGetId = async (changes: object = {}) => ((await add(changes)).body.msg as { id: number }).id
const getCourse = async (id: number) => at(await t.db.select().from(courses).where(eq(courses.id, id)))
const getLessons = (id: number) =>
  t.db.select().from(lessons).where(eq(lessons.courseId, id)).orderBy(asc(lessons.place))
const send = async (bytes: Buffer) =>
  String((await createLessonUploads(t, admin.cookie).whole(bytes)).headers['lesson-file'])
const buildTabs = (n: number) => Array.from({ length: n }, (_, place) => `tab${place}`).join(' ')

describe.each([
  [
    'title',
    ['x', 'x'.repeat(200), 'é'.repeat(200), ' y '],
    ['', ' ', 'x'.repeat(201), 'a\u0000b', 'a\nb', '\ud800', 7, null, undefined, ['x'], {}, true],
  ],
  [
    'description',
    ['', 'x'.repeat(20_000), 'a\n\nb'],
    ['x'.repeat(20_001), 'a\u0000b', '\ud800', 7, null, undefined, ['x'], {}],
  ],
  [
    'price',
    [0, 0.01, 99_999.99, 100_000, '0', '80.5', '100000'],
    [-0.01, 100_000.01, 1.005, '1.005', '-1', '1e3', '', ' ', 'free', '0x10', null, undefined, [1], {}, true, 1e308],
  ],
  ['discount', [0, 0.01, 99.99, 100, '12.5'], [-0.01, 100.01, 12.345, '101', 'half', '', null, undefined, [1], true]],
  [
    'category',
    ['Cybersecurity Basics', 'DevOps and Continuous Integration/Delivery'],
    ['', 'Cooking', 'cybersecurity basics', null, undefined, 7, ['Cybersecurity Basics']],
  ],
  [
    'tabs',
    ['', ' ', buildTabs(20), 'x'.repeat(40), 'a,b'],
    [buildTabs(21), 'x'.repeat(41), 'a\u0000b', '\ud800', 'x '.repeat(500), null, undefined, 7, ['a']],
  ],
  ['public', [false, undefined], [null, 'true', 0, 1, [true]]],
  [
    'materials',
    [[], [buildLessonInput()], Array.from({ length: 500 }, () => buildLessonInput())],
    [Array.from({ length: 501 }, () => buildLessonInput()), null, undefined, {}, 'x', [null], ['x'], [[]]],
  ],
])('%s', (field, good, bad) => {
  test.each(good.map((value) => [value]))('may be %j', async (value) => {
    const { status, body } = await add({ [field]: value })
    expect([status, body.msg]).toEqual([200, expect.objectContaining({ id: expect.any(Number) })])
  })

  test.each(bad.map((value) => [value]))('may not be %j', async (value) => {
    const before = await t.db.$count(courses)
    const { status, body } = await add({ [field]: value })
    expect([status, body]).toEqual([400, { status: false, code: 'invalid_input', msg: expect.any(String) }])
    expect(await t.db.$count(courses)).toBe(before)
  })
})

describe.each([
  ['title', ['x', 'x'.repeat(200)], ['', ' ', 'x'.repeat(201), 'a\nb', 7, null, undefined, ['x']]],
  ['subtitle', ['', ' ', undefined, 'x', 'x'.repeat(300)], ['x'.repeat(301), 'a\u0000b', 'a\nb', 7, null, ['x']]],
  [
    'url',
    ['http://media.example/x.mp4', `https://media.example/${'x'.repeat(2_026)}`, ' https://media.example/x '],
    [
      '',
      'x',
      '//media.example/x',
      `https://media.example/${'x'.repeat(2_027)}`,
      'ftp://media.example/x',
      'javascript:alert(1)',
      'https://media.example/\u0000',
      'https://media.example/\ud800',
      '/uploads/x.webm',
      `/uploads/${'a1'.repeat(16)}.vtt`,
      7,
      null,
      undefined,
    ],
  ],
  ['duration', [null, undefined, 0, 5e-324, 12.5, 360_000], [-1, 360_001, '12', [1], true]],
  ['preview', [true, false, undefined], ['true', 1, null, [true]]],
  [
    'captions',
    ['', undefined],
    [
      'x',
      'https://media.example/x.vtt',
      `/uploads/${'a1'.repeat(16)}.webm`,
      `/uploads/../${'a1'.repeat(16)}.vtt`,
      `/uploads/${'A1'.repeat(16)}.vtt`,
      null,
      7,
      [''],
    ],
  ],
  ['id', [null, undefined], ['x', 0, -1, 1.5, [1], {}, true]],
])('a lesson’s %s', (field, good, bad) => {
  test.each(good.map((value) => [value]))('may be %j', async (value) => {
    expect((await add({ materials: [buildLessonInput({ [field]: value })] })).status).toBe(200)
  })

  test.each(bad.map((value) => [value]))('may not be %j', async (value) => {
    expect(await add({ materials: [buildLessonInput({ [field]: value })] })).toMatchObject({
      status: 400,
      body: { code: 'invalid_input' },
    })
  })
})

describe('publishing', () => {
  const NEEDS_A_LESSON = {
    status: 400,
    body: { code: 'invalid_input', msg: 'Add a lesson before you publish the course' },
  }

  test('needs a lesson', async () => {
    const before = await t.db.$count(courses)
    expect(await add({ public: true })).toMatchObject(NEEDS_A_LESSON)
    expect(await t.db.$count(courses)).toBe(before)
    const id = await addAndGetId({ public: false })
    expect(await save(id, { public: true })).toMatchObject(NEEDS_A_LESSON)
    expect((await getCourse(id)).isPublic).toBe(false)
    expect((await save(id, { public: true, materials: [buildLessonInput()] })).status).toBe(200)
    expect((await getCourse(id)).isPublic).toBe(true)
  })

  test('is refused when the last lesson is left out', async () => {
    const id = await addAndGetId({ public: true, materials: [buildLessonInput()] })
    expect(await save(id, { public: true })).toMatchObject(NEEDS_A_LESSON)
    expect(await getLessons(id)).toHaveLength(1)
    expect((await save(id, { public: false })).status).toBe(200)
  })

  test('happens without a lesson when only the spec’s fields are sent', async () => {
    const id = await addAndGetId()
    expect((await getCourse(id)).isPublic).toBe(true)
    expect((await save(id, { title: 'Still here' })).status).toBe(200)
    expect(await getCourse(id)).toMatchObject({ isPublic: true, title: 'Still here' })
  })
})

test('a lesson without a subtitle is stored with an empty one', async () => {
  const { subtitle: _, ...lesson } = buildLessonInput()
  const id = await addAndGetId({ materials: [lesson] })
  expect(await getLessons(id)).toMatchObject([{ subtitle: '' }])
})

describe('a lesson’s files', () => {
  test('are stored with the lesson and returned in the form', async () => {
    const [url, captions] = [await send(lessonFile.mp4()), await send(lessonFile.vtt())]
    const id = await addAndGetId({ materials: [buildLessonInput({ url, captions, duration: 3 })] })
    expect(await getLessons(id)).toMatchObject([{ url, captionsUrl: captions, durationSeconds: 3 }])
    const { body } = await t.call('getCourseForm', { course_id: id }, admin.cookie)
    expect(body.msg).toMatchObject({ materials: [{ url, captions }] })
  })

  test('and the preview mark are kept for a client that sends neither, until the video changes', async () => {
    const [url, captions] = [await send(lessonFile.mp4()), await send(lessonFile.vtt())]
    const id = await addAndGetId({ materials: [buildLessonInput({ url, captions, preview: true })] })
    const lessonId = at(await getLessons(id)).id
    const saveLesson = (changes: object) =>
      save(id, { materials: [buildLessonInput({ id: lessonId, url, ...changes })] })
    await saveLesson({ title: 'Renamed' })
    expect(await getLessons(id)).toMatchObject([{ title: 'Renamed', captionsUrl: captions, isPreview: true }])
    await saveLesson({ url: 'https://media.example/other.webm' })
    expect(await getLessons(id)).toMatchObject([{ captionsUrl: '', isPreview: true }])
  })

  test('and the preview mark are removed when they are sent empty, or left out with the kind', async () => {
    const url = await send(lessonFile.mp4())
    for (const changes of [{ captions: '', preview: false }, { kind: 'video' }]) {
      const captions = await send(lessonFile.vtt())
      const id = await addAndGetId({ materials: [buildLessonInput({ url, captions, preview: true })] })
      const lessonId = at(await getLessons(id)).id
      await save(id, { materials: [buildLessonInput({ id: lessonId, url, ...changes })] })
      expect(await getLessons(id)).toMatchObject([{ captionsUrl: '', isPreview: false }])
    }
  })

  test('return 400 and write nothing when a new one is missing on the disk', async () => {
    const url = await send(lessonFile.webm())
    const missing = await send(lessonFile.vtt())
    const id = await addAndGetId({ materials: [buildLessonInput({ url })] })
    const before = [await getCourse(id), await getLessons(id)]
    rmSync(join(getUploadsFolder(t.dataDir), missing.slice('/uploads/'.length)))
    const [lesson] = await getLessons(id)
    const answer = await save(id, {
      title: 'Changed',
      materials: [buildLessonInput({ id: lesson?.id, url, captions: missing })],
    })
    expect([answer.status, answer.body.msg]).toEqual([400, 'A lesson’s file no longer exists. Upload it again.'])
    expect([await getCourse(id), await getLessons(id)]).toEqual(before)
    expect((await add({ materials: [buildLessonInput({ url: missing.replace('.vtt', '.mp4') })] })).status).toBe(400)
    // A missing file that the lesson had before does not block the save.
    rmSync(join(getUploadsFolder(t.dataDir), url.slice('/uploads/'.length)))
    expect((await save(id, { title: 'Changed', materials: [buildLessonInput({ id: lesson?.id, url })] })).status).toBe(
      200,
    )
  })

  test('count as new from the save on, however long ago they were uploaded', async () => {
    const url = await send(lessonFile.webm())
    const path = join(getUploadsFolder(t.dataDir), url.slice('/uploads/'.length))
    const uploadedAt = new Date('2026-01-01')
    utimesSync(path, uploadedAt, uploadedAt)
    await add({ materials: [buildLessonInput({ url })] })
    expect(Date.now() - statSync(path).mtimeMs).toBeLessThan(60_000)
  })
})

describe('the version', () => {
  test.each([0, -1, 1.5, '1', null, [1]])('returns 400 for %j', async (version) => {
    const id = await addAndGetId()
    expect((await save(id, { version })).status).toBe(400)
  })

  test('returns 409 and writes nothing when it is not the latest', async () => {
    const id = await addAndGetId({ materials: [buildLessonInput()] })
    const version = async () =>
      ((await t.call('getCourseForm', { course_id: id }, admin.cookie)).body.msg as { version: number }).version
    expect(await version()).toBe(1)
    expect((await save(id, { version: 1, title: 'Second', materials: [buildLessonInput()] })).status).toBe(200)
    expect(await version()).toBe(2)
    const before = [await getCourse(id), await getLessons(id), await t.db.$count(systemLog)]
    for (const stale of [1, 3]) {
      expect(await save(id, { version: stale, title: 'Third', public: false })).toMatchObject({
        status: 409,
        body: { code: 'changed_meanwhile', msg: 'Someone else saved changes while you were editing' },
      })
    }
    expect([await getCourse(id), await getLessons(id), await t.db.$count(systemLog)]).toEqual(before)
    // Without a version the save overwrites.
    expect((await save(id, { title: 'Third' })).status).toBe(200)
    expect([(await getCourse(id)).title, await version()]).toEqual(['Third', 3])
  })

  test('lets exactly one of four simultaneous saves through', async () => {
    for (let round = 0; round < 5; round++) {
      const id = await addAndGetId()
      const answers = await Promise.all(
        ['One', 'Two', 'Three', 'Four'].map((title) =>
          save(id, { title, version: 1, materials: [buildLessonInput({ title })] }),
        ),
      )
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
      const winner = ['One', 'Two', 'Three', 'Four'][answers.findIndex(({ status }) => status === 200)]
      expect((await getCourse(id)).title).toBe(winner)
      expect((await getLessons(id)).map(({ title }) => title)).toEqual([winner])
    }
  })
})

test('accepts the maximum number of lessons with the longest texts', async () => {
  const longest = buildLessonInput({
    title: '学'.repeat(200),
    subtitle: '学'.repeat(300),
    url: `https://media.example/${'x'.repeat(2_026)}`,
  })
  const materials = Array.from({ length: 500 }, () => longest)
  const id = await addAndGetId({ materials, description: '学'.repeat(20_000) })
  const there = (await getLessons(id)).map((lesson) => ({ ...longest, id: lesson.id }))
  expect(there).toHaveLength(500)
  expect((await save(id, { materials: there.toReversed() })).status).toBe(200)
  expect((await getLessons(id)).map((lesson) => lesson.id)).toEqual(there.map((lesson) => lesson.id).toReversed())
})

test('takes the acting admin from the session and not from the body', async () => {
  expect((await add({ student_id: admin.id + 1 })).status).toBe(403)
  const student = await t.make.signedIn()
  expect(
    (await t.send('addCourse', buildCourseInput({ role: 'admin', student_id: student.id }), student.cookie)).status,
  ).toBe(403)
  expect(
    (await add({ student_id: String(admin.id), role: 'student', email: 'x@mail.example', image_url: 'x', lessons: 9 }))
      .status,
  ).toBe(200)
})
