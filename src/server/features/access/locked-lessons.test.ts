import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { CALL_NAMES, type CallName, getCall } from '#contract/calls.ts'
import { contract } from '#contract/contract.ts'
import type { LockReason } from '#contract/choices.ts'
import { quizInput } from '#contract/schemas/quiz-input.ts'
import { courses, enrollments, lessons, prerequisites, quizAttempts, sections } from '#server/platform/db/schema.ts'
import { getUploadsFolder } from '#server/features/uploads/upload-routes.ts'
import { at } from '#server/testing/at.ts'
import type { SignedInUser } from '#server/testing/factories.ts'
import { useTestApp } from '#server/testing/test-app.ts'

const VIDEO = `${'c7'.repeat(16)}.webm`
const CAPTIONS = `${'d8'.repeat(16)}.vtt`
/** Anywhere in an answer it comes from a locked lesson. */
const SECRET = 'zyzzyva'
/** These end the session or the account, or upload a picture. */
const LEFT_OUT: CallName[] = ['login', 'signup', 'logout', 'deleteAccount', 'endOtherSessions', 'handleUploads']
const CALLS = CALL_NAMES.filter((name) => getCall(name).access !== 'admin' && !LEFT_OUT.includes(name))
/** The others need to be called only once. */
const isAboutLesson = (name: CallName) => {
  const { shape = {} } = contract[name].input as { shape?: object }
  return 'material_id' in shape || 'id' in shape || 'attempt_id' in shape
}
const KINDS = ['video', 'article', 'file', 'embed', 'quiz', 'assignment'] as const

const quiz = quizInput.parse({
  questions: [{ id: 'q1', kind: 'short_text', text: `${SECRET}?`, accepted: [SECRET], explanation: SECRET }],
})

const t = useTestApp()
let student: SignedInUser
let course: Awaited<ReturnType<typeof t.make.course>>
beforeAll(() => {
  const folder = getUploadsFolder(t.dataDir)
  mkdirSync(folder, { recursive: true })
  for (const name of [VIDEO, CAPTIONS]) writeFileSync(join(folder, name), 'x'.repeat(100))
})
/** The first lesson is open; one of each kind after it is locked by each test. */
beforeEach(async () => {
  await t.db.delete(lessons)
  student = await t.make.signedIn()
  course = await t.make.course({ lessonTitles: ['First', ...KINDS], priceCents: 6000 })
  await t.make.enrollment(student.id, course.id)
  for (const [index, kind] of KINDS.entries())
    await t.db
      .update(lessons)
      .set({
        kind,
        url: kind === 'video' ? `/uploads/${VIDEO}` : `https://media.example/${SECRET}`,
        captionsUrl: `/uploads/${CAPTIONS}`,
        content: `<p>${SECRET}</p>`,
        fileName: `${SECRET}.pdf`,
        quiz: kind === 'quiz' ? quiz : null,
        durationSeconds: 10,
      })
      .where(eq(lessons.id, getId(index + 1)))
})
const getId = (index: number) => at(course.lessons, index).id

const LOCKS: Record<LockReason, () => Promise<unknown>> = {
  not_enrolled: () =>
    t.db.update(enrollments).set({ accessUntil: '-infinity' }).where(eq(enrollments.courseId, course.id)),
  prerequisites: async () => {
    const required = await t.make.course()
    await t.db.insert(prerequisites).values({ courseId: course.id, requiredCourseId: required.id })
  },
  opens_later: async () => {
    const values = { courseId: course.id, place: 0, title: 'Later', opensAfterDays: 1 }
    const [section] = await t.db.insert(sections).values(values).returning()
    await t.db
      .update(lessons)
      .set({ sectionId: section?.id ?? null })
      .where(sql`${lessons.courseId} = ${course.id} and ${lessons.place} > 0`)
  },
  in_order: () => t.db.update(courses).set({ lessonOrder: 'in_order' }).where(eq(courses.id, course.id)),
}

/** One body with what any call may need. */
const buildBody = (lessonId: number, attemptId: number) => ({
  ...{ student_id: student.id, user_id: student.id, sender_id: student.id, course_id: course.id, page: 1 },
  ...{ id: lessonId, material_id: lessonId, attempt_id: attemptId, value: true, position: 5, watched: [[0, 10]] },
  ...{
    question_id: 'q1',
    answer: 'x',
    answers: { q1: 'x' },
    seconds: 1,
    text: 'Mine',
    search_text: '',
    select_data: '',
  },
})

/** What a student can write about these lessons. */
async function readWritten(): Promise<string> {
  const { rows } = await t.db.execute(sql`select
    (select json_agg(p.*) from lesson_progress p where user_id = ${student.id} and lesson_id <> ${getId(0)}) as progress,
    (select json_agg(e.*) from learning_events e where user_id = ${student.id} and lesson_id <> ${getId(0)}) as events,
    (select json_agg(n.*) from notes n where user_id = ${student.id}) as notes,
    (select json_agg(a.*) from quiz_attempts a where user_id = ${student.id}) as attempts,
    (select json_agg(s.*) from submissions s where user_id = ${student.id}) as submissions,
    (select json_agg(problem_reported_at) from lessons where course_id = ${course.id}) as problems`)
  return JSON.stringify(rows)
}

/** Every call about each locked lesson, and every way to ask for its files. Returns what opened. */
async function findOpenings(): Promise<string[]> {
  const openings = new Set<string>()
  // From when the lesson was open.
  const [attempt] = await t.db
    .insert(quizAttempts)
    .values({
      ...{ userId: student.id, lessonId: getId(KINDS.indexOf('quiz') + 1), passMark: 50, maxScore: 1 },
      questions: quiz.questions,
    })
    .returning()
  const before = await readWritten()
  for (const index of KINDS.keys())
    for (const name of index === 0 ? CALLS : CALLS.filter(isAboutLesson)) {
      const { body } = await t.send(name, buildBody(getId(index + 1), attempt?.id ?? 0), student.cookie)
      const text = JSON.stringify(body)
      if ([VIDEO, CAPTIONS, SECRET].some((part) => text.includes(part))) openings.add(name)
    }
  if ((await readWritten()) !== before) openings.add('a write')
  for (const name of [VIDEO, CAPTIONS])
    for (const method of ['GET', 'HEAD'] as const)
      for (const range of [{}, { range: 'bytes=0-9' }]) {
        const headers = { cookie: student.cookie, ...range }
        const { statusCode } = await t.app.inject({ method, url: `/uploads/${name}`, headers })
        if (statusCode !== 403) openings.add(`${method} ${name}`)
      }
  return [...openings]
}

test.each(Object.keys(LOCKS) as LockReason[])(
  'nothing of a lesson that is locked as %s reaches a student',
  async (reason) => {
    await LOCKS[reason]()
    expect(await findOpenings()).toEqual([])
  },
  120_000,
)

test('the same walk finds what an open lesson shows', async () => {
  const openings = await findOpenings()
  expect(openings).toEqual(
    expect.arrayContaining(['getCourseData', 'getLesson', 'getQuiz', 'submitAttempt', 'a write']),
  )
  expect(openings.filter((one) => one.startsWith('GET '))).toHaveLength(2)
}, 120_000)

test('a file that several lessons use opens with any of them', async () => {
  await LOCKS.in_order()
  const get = async () => {
    const { statusCode, body } = await t.app.inject({
      url: `/uploads/${VIDEO}`,
      headers: { cookie: student.cookie },
    })
    return statusCode === 200 ? 'open' : (JSON.parse(body) as { code: string }).code
  }
  expect(await get()).toBe('lesson_locked')
  await t.db
    .update(lessons)
    .set({ url: `/uploads/${VIDEO}` })
    .where(eq(lessons.id, getId(0)))
  expect(await get()).toBe('open')
})
