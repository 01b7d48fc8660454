import { and, eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { LIMITS } from '#contract/limits.ts'
import type { Note } from '#contract/schemas/learning/notes.ts'
import { courses, enrollments, lessons, notes } from '#server/platform/db/schema.ts'
import { at } from '#server/testing/at.ts'
import { changeMeanwhile } from '#server/testing/change-meanwhile.ts'
import { eventually } from '#server/testing/eventually.ts'
import type { SignedInUser } from '#server/testing/factories.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { NEEDS_SERVER, ON_SERVER } from '#server/testing/test-db.ts'

const t = useTestApp()
let me: SignedInUser
let course: Awaited<ReturnType<typeof t.make.course>>
let lessonId: number
beforeEach(async () => {
  me = await t.make.signedIn()
  course = await t.make.course()
  lessonId = at(course.lessons).id
  await t.make.enrollment(me.id, course.id)
})

async function add(seconds = 12.5, text = 'A thought', id = lessonId): Promise<Note> {
  const { status, body } = await t.call('addNote', { material_id: id, seconds, text }, me.cookie)
  expect(status).toBe(200)
  return body.msg as Note
}
const list = async (input: { course_id?: number; material_id?: number } = { course_id: course.id }) =>
  (await t.call('getNotes', input, me.cookie)).body.msg as Note[]
const rows = () => t.db.select().from(notes).where(eq(notes.userId, me.id))
const setAccess = (accessUntil: string) =>
  t.db
    .update(enrollments)
    .set({ accessUntil })
    .where(and(eq(enrollments.userId, me.id), eq(enrollments.courseId, course.id)))

describe('a note', () => {
  test('is added, listed, changed and deleted', async () => {
    const note = await add()
    expect(note).toEqual({
      note_id: expect.any(Number),
      material_id: lessonId,
      seconds: 12.5,
      text: 'A thought',
      created_date: expect.any(String),
    })
    expect(await list()).toEqual([note])
    const changed = await t.call('updateNote', { note_id: note.note_id, text: 'Two\nlines' }, me.cookie)
    expect(changed.body.msg).toEqual({ ...note, text: 'Two\nlines' })
    const { status } = await t.call('deleteNote', { note_id: note.note_id }, me.cookie)
    expect([status, await list()]).toEqual([200, []])
    const again = await t.call('deleteNote', { note_id: note.note_id }, me.cookie)
    expect([again.status, again.body.code]).toEqual([404, 'note_not_found'])
  })

  test('is private: other students and admins neither see nor change it', async () => {
    const [other, admin] = [await t.make.signedIn(), await t.make.signedIn({ role: 'admin' })]
    await t.make.enrollment(other.id, course.id)
    const { note_id } = await add(1, 'private marker')
    expect((await t.call('getNotes', { course_id: course.id }, other.cookie)).body.msg).toEqual([])
    for (const name of ['updateNote', 'deleteNote'] as const) {
      const answer = await t.send(name, { note_id, text: 'Stolen' }, other.cookie)
      expect([name, answer.status, answer.body.code]).toEqual([name, 404, 'note_not_found'])
      expect((await t.send(name, { note_id, text: 'Stolen' }, admin.cookie)).status).toBe(403)
    }
    expect((await rows()).map(({ text }) => text)).toEqual(['private marker'])
  })

  test.each([
    { text: '' },
    { text: ' \n ' },
    { text: 'x'.repeat(LIMITS.note + 1) },
    { text: 'a\u0000b' },
    { text: 7 },
    { seconds: -1 },
    { seconds: 360_001 },
    { seconds: '5' },
    { seconds: Number.NaN },
    { material_id: 0 },
  ])('with %j is refused with 400', async (change) => {
    const { status } = await t.send('addNote', { material_id: lessonId, seconds: 1, text: 'x', ...change }, me.cookie)
    expect([status, await rows()]).toEqual([400, []])
  })

  test('holds its text as it is, markup included', async () => {
    const { text } = await add(0, '  <b>bold</b> 🏮\n```sql\nselect 1\n```  ')
    expect(text).toBe('<b>bold</b> 🏮\n```sql\nselect 1\n```')
  })

  test('goes with its lesson', async () => {
    await add()
    await t.db.delete(lessons).where(eq(lessons.id, lessonId))
    expect(await rows()).toEqual([])
  })
})

describe('getNotes', () => {
  test('lists a course by its lessons and their moments, and one lesson alone', async () => {
    const second = at(course.lessons, 1).id
    await add(5, 'second lesson', second)
    await add(90, 'late')
    await add(3, 'early')
    expect((await list()).map(({ text }) => text)).toEqual(['early', 'late', 'second lesson'])
    expect((await list({ material_id: second })).map(({ text }) => text)).toEqual(['second lesson'])
  })

  test('returns 400 without a course or lesson and 404 for those that do not exist', async () => {
    expect((await t.call('getNotes', {}, me.cookie)).status).toBe(400)
    const missing = [{ course_id: 999_999_999 }, { material_id: 999_999_999 }]
    for (const input of missing) expect((await t.call('getNotes', input, me.cookie)).status).toBe(404)
  })
})

describe('access', () => {
  test('notes are kept when access ends, and are shown again once it is back', async () => {
    const { note_id } = await add()
    await setAccess('-infinity')
    const calls = [
      t.call('getNotes', { course_id: course.id }, me.cookie),
      t.call('getNotes', { material_id: lessonId }, me.cookie),
      t.call('addNote', { material_id: lessonId, seconds: 1, text: 'x' }, me.cookie),
      t.call('updateNote', { note_id, text: 'x' }, me.cookie),
      t.call('deleteNote', { note_id }, me.cookie),
    ]
    for (const { status, body } of await Promise.all(calls)) expect([status, body.code]).toEqual([403, 'not_enrolled'])
    await setAccess('infinity')
    expect((await list()).map(({ text }) => text)).toEqual(['A thought'])
  })

  test('a locked lesson takes no notes and shows none, while the open ones do', async () => {
    const last = at(course.lessons, 2).id
    await add(1, 'open')
    const { note_id } = await add(1, 'locked marker', last)
    await t.db.update(courses).set({ lessonOrder: 'in_order' }).where(eq(courses.id, course.id))
    expect((await list()).map(({ text }) => text)).toEqual(['open'])
    const refused = [
      await t.call('getNotes', { material_id: last }, me.cookie),
      await t.call('addNote', { material_id: last, seconds: 1, text: 'x' }, me.cookie),
      await t.call('updateNote', { note_id, text: 'x' }, me.cookie),
      await t.call('deleteNote', { note_id }, me.cookie),
    ]
    for (const { status, body } of refused) expect([status, body.code]).toEqual([403, 'lesson_locked'])
    expect(JSON.stringify(refused)).not.toContain('marker')
  })

  test('a preview takes notes of the course’s students only', async () => {
    await t.db.update(lessons).set({ isPreview: true }).where(eq(lessons.id, lessonId))
    await add()
    const other = await t.make.signedIn()
    const answer = await t.call('addNote', { material_id: lessonId, seconds: 1, text: 'x' }, other.cookie)
    expect([answer.status, answer.body.code]).toEqual([403, 'not_enrolled'])
  })
})

describe('races', () => {
  test('adds none to an account that is deleted meanwhile', async () => {
    changeMeanwhile(t.database, 'from "lessons" inner join "courses"', `DELETE FROM users WHERE id = ${me.id}`)
    const { status, body } = await t.call('addNote', { material_id: lessonId, seconds: 1, text: 'Late' }, me.cookie)
    expect([status, body.code]).toEqual([401, 'not_signed_in'])
  })

  test.runIf(ON_SERVER)(`keeps its lesson until it is added, and goes with it${NEEDS_SERVER}`, async () => {
    changeMeanwhile(t.database, 'from "notes"', 'SELECT pg_sleep(1)')
    const adding = t.call('addNote', { material_id: lessonId, seconds: 1, text: 'Late' }, me.cookie)
    const isAsleep = sql`select from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'`
    await eventually(async () => expect((await t.db.execute(isAsleep)).rowCount).toBe(1))
    await t.db.delete(lessons).where(eq(lessons.id, lessonId))
    expect([(await adding).status, await rows()]).toEqual([200, []])
  })

  test('ten at once at the limit add only as many as fit', async () => {
    await t.db
      .insert(notes)
      .values(
        Array.from({ length: LIMITS.notesPerLesson - 3 }, () => ({ userId: me.id, lessonId, seconds: 1, text: 'x' })),
      )
    const answers = await Promise.all(
      Array.from({ length: 10 }, () =>
        t.call('addNote', { material_id: lessonId, seconds: 1, text: 'late' }, me.cookie),
      ),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3)
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(7)
    expect(await rows()).toHaveLength(LIMITS.notesPerLesson)
  })

  test('a course and an account have a limit, too', async () => {
    const [full, other] = [await t.make.course({ lessonTitles: ['One', 'Two'] }), await t.make.course()]
    for (const { id } of [full, other]) await t.make.enrollment(me.id, id)
    const fill = (id: number, length: number) =>
      t.db.insert(notes).values(Array.from({ length }, () => ({ userId: me.id, lessonId: id, seconds: 1, text: 'x' })))
    const addTo = async (lesson: { id: number }) => {
      const { status, body } = await t.call('addNote', { material_id: lesson.id, seconds: 1, text: 'late' }, me.cookie)
      return status === 200 ? 'added' : body.msg
    }
    await fill(at(full.lessons).id, LIMITS.notesPerCourse)
    expect(await addTo(at(full.lessons, 1))).toBe('A course can have at most 2,000 notes')
    expect(await addTo(at(other.lessons))).toBe('added')
    await fill(lessonId, LIMITS.notesPerUser - LIMITS.notesPerCourse - 1)
    expect(await addTo(at(other.lessons))).toBe('An account can have at most 10,000 notes')
  })

  test('two deletions and a change at once: one deletion succeeds and nothing comes back', async () => {
    const { note_id } = await add()
    const [first, second, change] = await Promise.all([
      t.call('deleteNote', { note_id }, me.cookie),
      t.call('deleteNote', { note_id }, me.cookie),
      t.call('updateNote', { note_id, text: 'Changed' }, me.cookie),
    ])
    expect([first.status, second.status].toSorted()).toEqual([200, 404])
    expect([200, 404]).toContain(change.status)
    expect(await rows()).toEqual([])
  })
})

test('takes a moment that is smaller than the database can hold as the beginning', async () => {
  expect((await add(5e-324)).seconds).toBe(0)
})
