import { readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CallOutput } from '#contract/contract.ts'
import { FolderStore } from '#server/platform/storage/folder-store.ts'
import { courses, lessons, prerequisites, sections } from '#server/platform/db/schema.ts'
import { removeUnusedLessonFiles } from '#server/features/lessons/remove-unused-lesson-files.ts'
import { getUploadsFolder } from '#server/features/uploads/upload-routes.ts'
import { Pictures } from '#server/platform/storage/pictures.ts'
import { at } from '#server/testing/at.ts'
import { buildCourseInput, buildLessonInput } from '#server/testing/learning/course-input.ts'
import { buildQuiz } from '#server/testing/learning/quiz-input.ts'
import { createLessonUploads } from '#server/testing/learning/lesson-uploads.ts'
import { type TestApp, createTestApp } from '#server/testing/test-app.ts'

let t: TestApp
let admin: Awaited<ReturnType<TestApp['make']['signedIn']>>
let pdfUrl: string
beforeAll(async () => {
  t = await createTestApp()
  admin = await t.make.signedIn({ role: 'admin' })
  const uploads = createLessonUploads(t, admin.cookie)
  pdfUrl = String((await uploads.wholeDocument(Buffer.from('%PDF-1.7\n'))).headers['lesson-file'])
})
afterAll(() => t.close())

type Saved = CallOutput<'addCourse'>
type Form = CallOutput<'getCourseForm'>

const add = (changes: object = {}) => t.send('addCourse', buildCourseInput(changes), admin.cookie)
const addCourse = async (changes: object = {}) => {
  const { status, body } = await add(changes)
  expect([status, body.msg]).toEqual([200, expect.anything()])
  return body.msg as Saved
}
const save = (course_id: number, changes: object = {}) =>
  t.send('updateCourse', { course_id, ...buildCourseInput(changes) }, admin.cookie)
const getForm = async (course_id: number) =>
  (await t.call('getCourseForm', { course_id }, admin.cookie)).body.msg as Form
const getLessons = (id: number) =>
  t.db.select().from(lessons).where(eq(lessons.courseId, id)).orderBy(asc(lessons.place))

const ARTICLE = { kind: 'article', title: 'Read', url: '', content: '<p>About lamps.</p>' }
const quizLesson = () => ({ kind: 'quiz', title: 'Try', url: '', quiz: buildQuiz(), completion: 'passed' })
const ASSIGNMENT = {
  ...{ kind: 'assignment', title: 'Do', url: '', content: '<p>Build one.</p>' },
  ...{ completion: 'accepted', submission_form: 'file' },
}
const EMBED = { kind: 'embed', title: 'Play', url: 'https://codepen.io/ada/pen/abc' }
const fileLesson = () => ({ kind: 'file', title: 'Print', url: pdfUrl, file_name: 'Lamps.pdf' })
/** It says 2 questions, and an attempt draws 1. */
const buildMixedQuiz = () => {
  const quiz = buildQuiz()
  const pool = { name: 'A', draw: 1 }
  return { ...quiz, questions: quiz.questions.map((one) => ({ ...one, pool: 'A' })), pools: [pool, pool] }
}
const everyKind = () => [buildLessonInput({ title: 'See' }), ARTICLE, fileLesson(), EMBED, quizLesson(), ASSIGNMENT]

const DETAILS = {
  ...{ pitch: 'Light.', outcomes: ['Build a lamp'], requirements: ['A bulb'], level: 'Beginner' },
  ...{ language: 'English', faq: [{ question: 'Why?', answer: 'Dark.' }] },
  ...{ instructor_name: 'Ada', instructor_bio: 'Builds lamps.' },
}

test('stores lessons of every kind in sections and returns them in the form', async () => {
  const required = await t.make.course({ title: 'Bulbs' })
  const materials = everyKind().map((lesson, index) => ({ ...lesson, section: [null, 0, 0, 1, 1, 1][index] }))
  const saved = await addCourse({
    ...{ materials, details: DETAILS, lesson_order: 'in_order' },
    sections: [
      { title: 'Start', opens_after_days: 7 },
      { title: 'End', opens_date: '2027-01-01T00:00:00.000Z' },
    ],
    prerequisites: [{ course_id: required.id, blocking: false }],
  })
  const form = await getForm(saved.id)
  const [start, end] = saved.section_ids
  expect(form).toMatchObject({
    ...{ details: DETAILS, lesson_order: 'in_order' },
    sections: [
      { section_id: start, title: 'Start', opens_after_days: 7, opens_date: null },
      { section_id: end, title: 'End', opens_after_days: null, opens_date: '2027-01-01T00:00:00.000Z' },
    ],
    prerequisites: [{ course_id: required.id, title: 'Bulbs', blocking: false }],
    materials: [
      { kind: 'video', section_id: null, url: 'https://media.example/x.webm', content: '', quiz: null },
      { kind: 'article', section_id: start, url: '', content: '<p>About lamps.</p>', completion: 'manual' },
      { kind: 'file', section_id: start, url: pdfUrl, file_name: 'Lamps.pdf' },
      { kind: 'embed', section_id: end, url: EMBED.url },
      { kind: 'quiz', section_id: end, quiz: buildQuiz(), completion: 'passed' },
      { kind: 'assignment', section_id: end, submission_form: 'file', completion: 'accepted' },
    ],
  })
  expect(form.materials.map(({ material_id }) => material_id)).toEqual(saved.lesson_ids)
})

test('places lessons section by section, whatever the order sent, and returns the ids in that order', async () => {
  const lesson = (title: string, section: number | null) => buildLessonInput({ title, kind: 'video', section })
  const materials = [lesson('B1', 1), lesson('A1', 0), lesson('B2', 1), lesson('Intro', null), lesson('A2', 0)]
  const { id, lesson_ids } = await addCourse({ sections: [{ title: 'A' }, { title: 'B' }], materials })
  const stored = await getLessons(id)
  expect(stored.map(({ title }) => title)).toEqual(['Intro', 'A1', 'A2', 'B1', 'B2'])
  const titles = new Map(stored.map((row) => [row.id, row.title]))
  expect(lesson_ids.map((lessonId) => titles.get(lessonId))).toEqual(['B1', 'A1', 'B2', 'Intro', 'A2'])
})

describe('a section', () => {
  test('is added, renamed, reordered and removed, and its lessons and their completions stay', async () => {
    const student = await t.make.signedIn()
    const lesson = (id: number | null, section: number | null) => buildLessonInput({ id, kind: 'video', section })
    const before = await addCourse({
      sections: [{ title: 'A' }, { title: 'B' }],
      materials: [lesson(null, 0), lesson(null, 1)],
    })
    const [a, b] = before.section_ids
    const [one, two] = before.lesson_ids
    await t.make.enrollment(student.id, before.id)
    await t.call('completeCourse', { id: one ?? 0, course_id: before.id, value: true }, student.cookie)
    const { body } = await save(before.id, {
      sections: [{ title: 'New' }, { id: b, title: 'B, renamed' }],
      materials: [lesson(one ?? 0, 1), lesson(two ?? 0, 0)],
    })
    const after = body.msg as Saved
    expect(after.section_ids).toEqual([expect.any(Number), b])
    expect(after.section_ids).not.toContain(a)
    expect(await getForm(before.id)).toMatchObject({
      sections: [{ title: 'New' }, { section_id: b, title: 'B, renamed' }],
      materials: [
        { material_id: two, section_id: after.section_ids[0] },
        { material_id: one, section_id: b },
      ],
    })
    const data = await t.call('getCourseData', { course_id: before.id }, student.cookie)
    expect(data.body.msg).toMatchObject({ msg: { completed: [{ material_id: one }] } })
    await save(before.id, { sections: [], materials: [lesson(one ?? 0, null)] })
    expect(await getForm(before.id)).toMatchObject({ sections: [], materials: [{ section_id: null }] })
  })

  test('returns 404 and changes nothing for another course’s, a repeated or a missing one', async () => {
    const other = await addCourse({ sections: [{ title: 'Other' }] })
    const own = await addCourse({ sections: [{ title: 'Own' }], materials: [buildLessonInput()] })
    const [otherId, ownId] = [other.section_ids[0], own.section_ids[0]]
    const before = await getForm(own.id)
    for (const changes of [
      { sections: [{ id: otherId, title: 'Stolen' }] },
      {
        sections: [
          { id: ownId, title: 'One' },
          { id: ownId, title: 'Two' },
        ],
      },
      { sections: [{ title: 'One' }], materials: [buildLessonInput({ section: 1 })] },
      { sections: [], materials: [buildLessonInput({ section: 0 })] },
    ])
      expect(await save(own.id, changes)).toMatchObject({ status: 404, body: { code: 'section_not_found' } })
    expect((await add({ sections: [{ id: ownId, title: 'Stolen' }] })).status).toBe(404)
    expect(await getForm(own.id)).toEqual(before)
    expect(await t.db.$count(sections, eq(sections.courseId, other.id))).toBe(1)
  })

  test.each([
    [{ title: '' }],
    [{ title: 'x'.repeat(201) }],
    [{ title: 'x', opens_after_days: 0 }],
    [{ title: 'x', opens_after_days: 1.5 }],
    [{ title: 'x', opens_after_days: 3_651 }],
    [{ title: 'x', opens_date: 'soon' }],
    [{ title: 'x', opens_date: '2027-02-30T00:00:00.000Z' }],
    [{ title: 'x', opens_date: '0000-01-01T00:00:00Z' }],
    [{ title: 'x', opens_date: '1999-12-31T23:59:59Z' }],
    [{ title: 'x', opens_date: '3000-01-01T00:00:00Z' }],
    [{ title: 'x', opens_after_days: 1, opens_date: '2027-01-01T00:00:00.000Z' }],
    [null],
    ['x'],
  ])('may not be %j', async (section) => {
    expect((await add({ sections: [section] })).status).toBe(400)
  })
})

describe('a client of the spec', () => {
  /** All that such a client knows of a lesson. */
  const toPlain = ({ material_id, title, subtitle, url }: Form['materials'][number]) => ({
    ...{ id: material_id, title, subtitle, url },
  })

  test('keeps sections, kinds, contents, quizzes, details, order and prerequisites', async () => {
    const required = await t.make.course()
    const materials = everyKind().map((lesson, index) => ({ ...lesson, section: index < 3 ? 0 : 1 }))
    const { id } = await addCourse({
      ...{ materials, details: DETAILS, lesson_order: 'in_order' },
      sections: [{ title: 'A', opens_after_days: 3 }, { title: 'B' }],
      prerequisites: [{ course_id: required.id }],
    })
    const before = await getForm(id)
    const plain = before.materials.map((lesson) => ({ ...toPlain(lesson), title: `${lesson.title}!` }))
    // The addresses of articles are empty, and an old client may well write its own.
    const [video, article, ...rest] = plain
    const sent = [video, { ...at([article]), url: 'https://media.example/other.webm' }, ...rest]
    expect((await save(id, { materials: [...sent, buildLessonInput({ title: 'Added' })] })).status).toBe(200)
    const after = await getForm(id)
    expect(after).toMatchObject({ details: DETAILS, lesson_order: 'in_order', sections: before.sections })
    expect(after.prerequisites).toEqual(before.prerequisites)
    expect(after.materials.slice(0, -1)).toEqual(
      before.materials.map((lesson) => ({ ...lesson, title: `${lesson.title}!` })),
    )
    expect(after.materials.at(-1)).toMatchObject({ kind: 'video', section_id: before.sections[1]?.section_id })
  })

  test('moves a lesson within its section', async () => {
    const { id } = await addCourse({
      sections: [{ title: 'A' }],
      materials: everyKind().map((one) => ({ ...one, section: 0 })),
    })
    const before = (await getForm(id)).materials
    await save(id, { materials: before.toReversed().map(toPlain) })
    expect((await getForm(id)).materials).toEqual(before.toReversed())
  })

  test('keeps a watched rule while the video stays, and ticks by hand after another video', async () => {
    const watched = buildLessonInput({ kind: 'video', completion: 'watched', watch_percent: 80, duration: 60 })
    const { id } = await addCourse({ materials: [watched] })
    const [lesson] = (await getForm(id)).materials
    const plain = toPlain(lesson ?? expect.fail())
    await save(id, { materials: [plain] })
    expect((await getForm(id)).materials).toEqual([lesson])
    await save(id, { materials: [{ ...plain, url: 'https://media.example/y.webm' }] })
    expect((await getForm(id)).materials).toMatchObject([{ completion: 'manual', watch_percent: null, duration: null }])
  })

  test.each(['', 'javascript:alert(1)', '/uploads/x.webm'])('may not give a video the URL %j', async (url) => {
    const { id, lesson_ids } = await addCourse({ materials: [buildLessonInput()] })
    const answer = await save(id, { materials: [buildLessonInput({ id: lesson_ids[0], url })] })
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_input' } })
  })
})

describe('a lesson', () => {
  test.each<[string, () => object]>([
    ['a kind that is not there', () => ({ kind: 'game' })],
    ['an empty article', () => ({ ...ARTICLE, content: '<p>&nbsp;<br></p>' })],
    ['an article with nothing but a script', () => ({ ...ARTICLE, content: '<script>alert(1)</script>' })],
    ['an article of too many characters', () => ({ ...ARTICLE, content: 'x'.repeat(500_001) })],
    ['an article with U+0000', () => ({ ...ARTICLE, content: 'a\u0000b' })],
    ['a file lesson without a file', () => ({ ...fileLesson(), url: '' })],
    ['a file lesson with an address', () => ({ ...fileLesson(), url: 'https://media.example/x.pdf' })],
    ['a file lesson with a video', () => ({ ...fileLesson(), url: `/uploads/${'a1'.repeat(16)}.webm` })],
    ['a file lesson with a missing file', () => ({ ...fileLesson(), url: `/uploads/${'a1'.repeat(16)}.pdf` })],
    ['a file without a name', () => ({ ...fileLesson(), file_name: '' })],
    ['a file that is a program', () => ({ ...fileLesson(), file_name: 'setup.exe' })],
    ['a file with a line break in its name', () => ({ ...fileLesson(), file_name: 'a\r\nb.pdf' })],
    ['a video that is a document', () => ({ ...fileLesson(), kind: 'video' })],
    ['an embed of another site', () => ({ ...EMBED, url: 'https://evil.example/x' })],
    ['an embed without a link', () => ({ ...EMBED, url: '' })],
    ['a quiz without questions', () => ({ ...quizLesson(), quiz: null })],
    ['a quiz with U+0000 in an explanation', () => ({ ...quizLesson(), quiz: buildQuiz({ explanation: 'a\u0000' }) })],
    [
      'a quiz with a lone surrogate in an explanation',
      () => ({ ...quizLesson(), quiz: buildQuiz({ explanation: '\ud800' }) }),
    ],
    ['a quiz with two pools of one name', () => ({ ...quizLesson(), quiz: buildMixedQuiz() })],
    ['an assignment without a task', () => ({ ...ASSIGNMENT, content: '' })],
    ['an article that must be passed', () => ({ ...ARTICLE, completion: 'passed' })],
    ['a quiz that must be accepted', () => ({ ...quizLesson(), completion: 'accepted' })],
    [
      'an assignment that must be watched',
      () => ({ ...ASSIGNMENT, completion: 'watched', watch_percent: 50, duration: 9 }),
    ],
    ['a video to watch of unknown length', () => ({ completion: 'watched', watch_percent: 90 })],
    ['a video to watch of no length', () => ({ completion: 'watched', watch_percent: 90, duration: 0 })],
    ['a video to watch of next to no length', () => ({ completion: 'watched', watch_percent: 90, duration: 5e-324 })],
    ['a video to watch without a share', () => ({ completion: 'watched', duration: 60 })],
    ['a share of 0', () => ({ completion: 'watched', duration: 60, watch_percent: 0 })],
    ['a share of 101', () => ({ completion: 'watched', duration: 60, watch_percent: 101 })],
  ])('may not be %s', async (_name, build) => {
    const before = await t.db.$count(courses)
    const answer = await add({ materials: [buildLessonInput({ kind: 'video', ...build() })] })
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_input' } })
    expect(await t.db.$count(courses)).toBe(before)
  })

  test('is shown in the form with two pools of one name, as it was once stored', async () => {
    const { id } = await addCourse({ materials: [quizLesson()] })
    await t.db.update(lessons).set({ quiz: buildMixedQuiz() }).where(eq(lessons.courseId, id))
    expect((await getForm(id)).materials).toMatchObject([{ quiz: { pools: [{ name: 'A' }, { name: 'A' }] } }])
  })

  test('has its content sanitized, and code keeps its language', async () => {
    const code =
      '<div class="ql-code-block-container" spellcheck="false"><div class="ql-code-block" data-language="sql">select 1</div></div>'
    const content = `<p onclick="x()">Read<script>alert(1)</script></p>${code}`
    const { id } = await addCourse({
      materials: [
        { ...ARTICLE, content },
        { ...ASSIGNMENT, content },
      ],
    })
    expect((await getLessons(id)).map((lesson) => lesson.content)).toEqual([`<p>Read</p>${code}`, `<p>Read</p>${code}`])
  })

  test('stores nothing that belongs to another kind', async () => {
    const all = { url: EMBED.url, content: '<p>x</p>', file_name: 'x.pdf', quiz: buildQuiz(), submission_form: 'text' }
    const materials = ['article', 'embed', 'quiz', 'assignment'].map((kind) => ({ ...all, kind, title: kind }))
    const { id } = await addCourse({ materials })
    const none = { url: '', content: '', fileName: '', quiz: null, submissionForm: 'both', captionsUrl: '' }
    expect(await getLessons(id)).toMatchObject([
      { ...none, content: '<p>x</p>' },
      { ...none, url: EMBED.url },
      { ...none, quiz: buildQuiz() },
      { ...none, content: '<p>x</p>', submissionForm: 'text' },
    ])
  })

  test('can become another kind', async () => {
    const { id, lesson_ids } = await addCourse({ materials: [quizLesson()] })
    await save(id, { materials: [{ id: lesson_ids[0], ...ARTICLE }] })
    expect(await getLessons(id)).toMatchObject([
      { id: lesson_ids[0], kind: 'article', quiz: null, completion: 'manual' },
    ])
  })
})

describe('prerequisites', () => {
  test('are replaced by the list sent', async () => {
    const [one, two] = [await t.make.course(), await t.make.course()]
    const { id } = await addCourse({ prerequisites: [{ course_id: one.id }] })
    expect(await save(id, { prerequisites: [{ course_id: two.id, blocking: false }] })).toMatchObject({ status: 200 })
    expect((await getForm(id)).prerequisites).toEqual([{ course_id: two.id, title: two.title, blocking: false }])
    await save(id, { prerequisites: [] })
    expect((await getForm(id)).prerequisites).toEqual([])
  })

  test('stay when they are in the trash, and cannot be made part of a cycle meanwhile', async () => {
    const [live, trashed] = [await t.make.course(), await addCourse()]
    const { id } = await addCourse({ prerequisites: [{ course_id: live.id }, { course_id: trashed.id }] })
    await t.call('deleteCourse', { course_id: trashed.id }, admin.cookie)
    expect((await getForm(id)).prerequisites).toMatchObject([{ course_id: live.id }])
    expect(await save(id, { prerequisites: [] })).toMatchObject({ status: 200 })
    expect((await getForm(id)).prerequisites).toEqual([])
    await t.call('restoreCourse', { course_id: trashed.id }, admin.cookie)
    expect((await getForm(id)).prerequisites).toMatchObject([{ course_id: trashed.id }])
    expect((await save(trashed.id, { prerequisites: [{ course_id: id }] })).status).toBe(409)
    await save(id, { prerequisites: [{ course_id: trashed.id, blocking: false }] })
    expect((await getForm(id)).prerequisites).toMatchObject([{ course_id: trashed.id, blocking: false }])
  })

  test('are named when they were deleted', async () => {
    const [live, trashed] = [await t.make.course(), await addCourse({ title: 'Bulbs' })]
    const { id } = await addCourse()
    await t.call('deleteCourse', { course_id: trashed.id }, admin.cookie)
    const attempt = (...ids: number[]) => save(id, { prerequisites: ids.map((course_id) => ({ course_id })) })
    expect((await attempt(live.id, trashed.id)).body).toMatchObject({
      code: 'invalid_input',
      msg: 'The prerequisite “Bulbs” was deleted. Remove it in Settings',
    })
    expect((await attempt(live.id, 999_999_999)).body).toMatchObject({
      msg: 'A prerequisite was deleted. Remove it in Settings',
    })
  })

  test('are refused when missing, repeated or leading back', async () => {
    const [first, second] = [await addCourse(), await addCourse()]
    await save(second.id, { prerequisites: [{ course_id: first.id }] })
    const attempts: [object[], number][] = [
      [[{ course_id: 999_999_999 }], 400],
      [[{ course_id: second.id }, { course_id: second.id, blocking: false }], 400],
      [[{ course_id: first.id }], 409],
      [[{ course_id: second.id }], 409],
      [Array.from({ length: 11 }, (_, n) => ({ course_id: n + 1 })), 400],
    ]
    for (const [list, status] of attempts) expect((await save(first.id, { prerequisites: list })).status).toBe(status)
    expect(await t.db.$count(prerequisites, eq(prerequisites.courseId, first.id))).toBe(0)
  })
})

test('a save changes the date of the last update', async () => {
  const course = await t.make.course({ updatedAt: new Date('2026-01-01') })
  await save(course.id)
  const [row] = await t.db.select().from(courses).where(eq(courses.id, course.id))
  expect(Date.now() - (row?.updatedAt.getTime() ?? 0)).toBeLessThan(60_000)
})

test('a duplicate has the same sections, lessons, details, order and prerequisites, and nothing of the original', async () => {
  const required = await t.make.course()
  const materials = everyKind().map((lesson, index) => ({ ...lesson, section: [null, 0, 0, 1, 1, 1][index] }))
  const original = await addCourse({
    ...{ materials, details: DETAILS, lesson_order: 'in_order', prerequisites: [{ course_id: required.id }] },
    sections: [
      { title: 'A', opens_after_days: 3 },
      { title: 'B', opens_date: '2027-01-01T00:00:00.000Z' },
    ],
  })
  const { body } = await t.call('duplicateCourse', { course_id: original.id }, admin.cookie)
  const [from, copy] = [await getForm(original.id), await getForm((body.msg as { id: number }).id)]
  const { sections: copies, materials: copiedLessons } = copy
  const toPlace = (form: Form, sectionId: number | null) =>
    form.sections.findIndex((one) => one.section_id === sectionId)
  const comparable = (form: Form) => ({
    ...{ details: form.details, order: form.lesson_order, prerequisites: form.prerequisites },
    sections: form.sections.map((section) => ({ ...section, section_id: 0 })),
    materials: form.materials.map(({ material_id: _id, created_date: _date, section_id, ...lesson }) => ({
      ...lesson,
      section: toPlace(form, section_id),
    })),
  })
  expect(comparable(copy)).toEqual(comparable(from))
  expect(copies.some((one) => original.section_ids.includes(one.section_id))).toBe(false)
  expect(copiedLessons.some((one) => original.lesson_ids.includes(one.material_id))).toBe(false)
})

test.each([
  ['an article', { ...ARTICLE, content: `<p><img src="/uploads/${'9a'.repeat(16)}.webp"></p>` }],
  ['a quiz', { ...quizLesson(), quiz: buildQuiz({ image_url: `${'9a'.repeat(16)}.webp` }) }],
])('refuses %s with a picture that is gone, unless the course showed it before', async (_name, lesson) => {
  const path = join(getUploadsFolder(t.dataDir), `${'9a'.repeat(16)}.webp`)
  const refusal = { status: 400, body: { msg: 'A picture no longer exists. Upload it again.' } }
  expect(await t.send('addCourse', buildCourseInput({ materials: [lesson] }), admin.cookie)).toMatchObject(refusal)
  const { id } = await addCourse({ materials: [ARTICLE] })
  expect(await save(id, { materials: [lesson] })).toMatchObject(refusal)
  writeFileSync(path, 'x')
  expect((await save(id, { materials: [lesson] })).status).toBe(200)
  rmSync(path)
  expect((await save(id, { materials: [lesson] })).status).toBe(200)
})

test('cleanup keeps the pictures of articles, assignments and quizzes and the documents, until a save drops them', async () => {
  const folder = getUploadsFolder(t.dataDir)
  const names = ['1a', '2b', '3c'].map((pair) => `${pair.repeat(16)}.webp`)
  const long = new Date(Date.now() - 9 * 86_400_000)
  const document = pdfUrl.slice('/uploads/'.length)
  for (const name of names) writeFileSync(join(folder, name), 'x')
  const [inArticle, inTask, inQuiz] = names
  const img = (name: string | undefined) => `<p><img src="/uploads/${name}" alt=""></p>`
  const { id, lesson_ids } = await addCourse({
    materials: [
      { ...ARTICLE, content: img(inArticle) },
      { ...ASSIGNMENT, content: img(inTask) },
      { ...quizLesson(), quiz: buildQuiz({ image_url: inQuiz ?? '' }) },
      fileLesson(),
    ],
  })
  const cleanUp = async (days: number) => {
    const now = Date.now() + days * 86_400_000
    await new Pictures(new FolderStore(folder)).removeUnused(t.db, 0, now)
    await removeUnusedLessonFiles(t.db, new FolderStore(folder), 0, now)
    return readdirSync(folder).filter((name) => [...names, document].includes(name))
  }
  for (const name of [...names, document]) utimesSync(join(folder, name), long, long)
  expect((await cleanUp(9)).sort()).toEqual([...names, document].sort())
  await save(id, { materials: [{ id: lesson_ids[0], ...ARTICLE }] })
  // Open pages and drafts may still show the pictures.
  expect((await cleanUp(0)).filter((name) => name !== document).sort()).toEqual(names)
  expect((await cleanUp(9)).filter((name) => name !== document)).toEqual([])
})
