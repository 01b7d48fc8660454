import { readdirSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { asc, desc, eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import type { CallOutput } from '#contract/contract.ts'
import { SUBMISSION_FILES_PATH } from '#contract/paths.ts'
import type { Submission } from '#contract/schemas/learning/submissions.ts'
import { FolderStore } from '#server/platform/storage/folder-store.ts'
import { getUploadsFolder } from '#server/features/uploads/upload-routes.ts'
import {
  enrollments,
  learningEvents,
  lessonProgress,
  lessons,
  notifications,
  submissions,
} from '#server/platform/db/schema.ts'
import { getSentMails } from '#server/testing/mail/sent-mails.ts'
import { at } from '#server/testing/at.ts'
import { changeMeanwhile } from '#server/testing/change-meanwhile.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { removeUnusedSubmissionFiles } from './remove-unused-submission-files.ts'

const t = useTestApp()

async function makeStudent(lesson: Partial<typeof lessons.$inferInsert> = {}) {
  const course = await t.make.course({ lessonTitles: ['The essay', 'After it'] })
  const { id } = at(course.lessons)
  const assignment = { kind: 'assignment', completion: 'accepted', url: '', content: '<p>Write</p>' } as const
  await t.db
    .update(lessons)
    .set({ ...assignment, ...lesson })
    .where(eq(lessons.id, id))
  const student = await t.make.signedIn()
  await t.make.enrollment(student.id, course.id)
  const admin = await t.make.signedIn({ role: 'admin' })
  return { student, cookie: student.cookie, admin, courseId: course.id, lessonId: id }
}
type Setting = Awaited<ReturnType<typeof makeStudent>>

const handIn = ({ lessonId, cookie }: Pick<Setting, 'lessonId' | 'cookie'>, work: object = { text: 'My essay' }) =>
  t.send('submitAssignment', { material_id: lessonId, ...work }, cookie)
const handInId = async (setting: Setting, work?: object) =>
  ((await handIn(setting, work)).body.msg as Submission).submission_id
const grade = ({ admin }: Setting, submission_id: number, status: string, feedback = '') =>
  t.send('gradeSubmission', { submission_id, status, feedback }, admin.cookie)
async function upload(
  { lessonId, cookie }: { lessonId: number; cookie?: string },
  bytes: Buffer,
  headers: object = {},
) {
  const response = await t.app.inject({
    ...{ method: 'POST', url: `${SUBMISSION_FILES_PATH}?material_id=${lessonId}`, payload: bytes },
    headers: { 'content-type': 'application/octet-stream', ...(cookie && { cookie }), ...headers },
  })
  return { status: response.statusCode, url: String(response.headers.location ?? ''), body: response.json() }
}
const download = (url: string, cookie?: string) => t.app.inject({ url, headers: { ...(cookie && { cookie }) } })
const code = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code]
const findWork = ({ student }: Setting) =>
  t.db.select().from(submissions).where(eq(submissions.userId, student.id)).orderBy(asc(submissions.id))
const isCompleted = async ({ student }: Setting) =>
  (await t.db.select().from(lessonProgress).where(eq(lessonProgress.userId, student.id))).length > 0
/** As the course page has it: what completes the lesson, and whether it is completed. */
async function readRule({ courseId, lessonId, cookie }: Setting) {
  const { body } = await t.call('getCourseData', { course_id: courseId }, cookie)
  const { materials } = (body.msg as CallOutput<'getCourseData'>).msg
  const lesson = materials.find(({ material_id }) => material_id === lessonId)
  return [lesson?.completion, lesson?.isCompleted]
}
const findEvents = ({ student }: Setting) =>
  t.db.select().from(learningEvents).where(eq(learningEvents.userId, student.id)).orderBy(learningEvents.id)
const findKinds = async (setting: Setting) => (await findEvents(setting)).map(({ kind }) => kind)

test.each(['', '0', '1.5', 'x', '1e3'])('an upload for the lesson “%s” is refused', async (lessonId) => {
  const { cookie } = await makeStudent()
  const { statusCode, body } = await t.app.inject({
    ...{ method: 'POST', url: `${SUBMISSION_FILES_PATH}?material_id=${lessonId}`, payload: Buffer.from('x') },
    headers: { 'content-type': 'application/octet-stream', cookie },
  })
  expect([statusCode, JSON.parse(body)]).toEqual([400, expect.objectContaining({ code: 'invalid_input' })])
})

describe('submitAssignment', () => {
  test('returns 403 without the course and while the lesson is locked, 404 for another kind of lesson', async () => {
    const setting = await makeStudent()
    const stranger = await t.make.signedIn()
    expect(code(await handIn({ ...setting, cookie: stranger.cookie }))).toEqual([403, 'not_enrolled'])
    // Who may read it as a preview may not hand it in.
    const preview = await makeStudent({ isPreview: true })
    expect(code(await handIn({ ...preview, cookie: stranger.cookie }))).toEqual([403, 'not_enrolled'])
    const uploaded = await upload({ lessonId: preview.lessonId, cookie: stranger.cookie }, Buffer.from('x'))
    expect(code(uploaded)).toEqual([403, 'not_enrolled'])
    const [, after] = await t.db
      .select()
      .from(lessons)
      .where(eq(lessons.courseId, setting.courseId))
      .orderBy(lessons.place)
    expect(code(await handIn({ ...setting, lessonId: after?.id ?? 0 }))).toEqual([404, 'lesson_not_found'])
    await t.db.update(enrollments).set({ accessUntil: '-infinity' }).where(eq(enrollments.userId, setting.student.id))
    expect(code(await handIn(setting))).toEqual([403, 'not_enrolled'])
    expect(await findWork(setting)).toEqual([])
  })

  test.each([
    ['text', {}, 'Write your answer'],
    ['text', { text: '  ' }, 'Write your answer'],
    ['text', { text: 'x', file_url: '/x', file_name: 'x' }, 'This assignment takes a text only'],
    ['file', { text: 'x' }, 'This assignment takes a file only'],
    ['file', {}, 'Choose a file'],
    ['both', {}, 'Write your answer or choose a file'],
    ['both', { text: 'x', file_name: 'x' }, 'A file needs its name'],
    ['both', { file_url: '/uploads/x', file_name: 'x' }, 'The file no longer exists. Upload it again'],
    ['both', { file_url: '/uploads/x\u0000', file_name: 'x' }, 'Upload the file again'],
    ['both', { file_url: '/uploads/x', file_name: 'x\u0000' }, 'A file’s name contains characters that aren’t allowed'],
    ['both', { text: 'x'.repeat(20_001) }, 'The text can have at most 20000 characters'],
  ] as const)('with the form %s refuses %j', async (submissionForm, work, msg) => {
    const setting = await makeStudent({ submissionForm })
    const { status, body } = await handIn(setting, work)
    expect([status, body.msg]).toEqual([400, msg])
    expect(await findWork(setting)).toEqual([])
  })

  test('replaces what waits, under a new id, and tells nobody else', async () => {
    const setting = await makeStudent()
    const first = await handInId(setting)
    const { body } = await handIn(setting, { text: 'Better' })
    expect(body.msg).toMatchObject({ text: 'Better', status: 'waiting', feedback: '', graded_date: null, file_url: '' })
    expect((await findWork(setting)).map(({ text }) => text)).toEqual(['Better'])
    // An admin who has read the first one does not grade the second unread.
    expect(code(await grade(setting, first, 'accepted'))).toEqual([404, 'submission_not_found'])
    expect(await isCompleted(setting)).toBe(false)
    expect(await findKinds(setting)).toEqual(['assignment_submitted', 'assignment_submitted'])
  })

  test.each(['DELETE FROM lessons', "UPDATE lessons SET kind = 'article'"])(
    'returns 404 when an admin saves the course meanwhile: %s',
    async (change) => {
      const setting = await makeStudent()
      changeMeanwhile(t.database, 'for update of "enrollments"', `${change} WHERE id = ${setting.lessonId}`)
      expect(code(await handIn(setting))).toEqual([404, 'lesson_not_found'])
      expect(await findWork(setting)).toEqual([])
    },
  )

  test('stores one of ten that arrive together', async () => {
    const setting = await makeStudent()
    await Promise.all(Array.from({ length: 10 }, (_, n) => handIn(setting, { text: `Version ${n}` })))
    expect(await findWork(setting)).toHaveLength(1)
  })
})

describe('gradeSubmission', () => {
  test('returns 404 for work that is deleted meanwhile', async () => {
    const setting = await makeStudent()
    const id = await handInId(setting)
    changeMeanwhile(t.database, 'from "submissions" inner join "lessons"', `DELETE FROM submissions WHERE id = ${id}`)
    expect(code(await grade(setting, id, 'accepted'))).toEqual([404, 'submission_not_found'])
  })

  test('accepts: completes the lesson, notifies, sends an email, and takes no new work', async () => {
    const setting = await makeStudent()
    const id = await handInId(setting)
    expect((await grade(setting, id, 'accepted', ' Well done ')).status).toBe(200)
    expect(await findWork(setting)).toMatchObject([
      { status: 'accepted', feedback: 'Well done', gradedBy: setting.admin.id, gradedAt: expect.any(Date) },
    ])
    expect(await isCompleted(setting)).toBe(true)
    expect(await findKinds(setting)).toEqual(['assignment_submitted', 'assignment_accepted', 'lesson_completed'])
    const list = { course_id: setting.courseId, page: 1, search_text: '' }
    // The hand-in is the student's last act.
    const [handedIn] = await findEvents(setting)
    expect((await t.call('getCourseStudents', list, setting.admin.cookie)).body.msg).toMatchObject([
      { last_active_date: handedIn?.createdAt.toISOString() },
    ])
    const notified = await t.db.select().from(notifications).where(eq(notifications.userId, setting.student.id))
    expect(notified).toMatchObject([{ kind: 'assignment-graded', title: 'The essay', courseId: setting.courseId }])
    const bell = await t.call('getNotifications', { page: 1 }, setting.cookie)
    expect(bell.body.msg).toMatchObject({ notifications: [{ material_id: setting.lessonId }] })
    expect(code(await handIn(setting))).toEqual([409, 'already_accepted'])
    expect(code(await grade(setting, id, 'returned'))).toEqual([409, 'already_accepted'])
    expect((await t.findLogMessages(setting.admin.id)).at(-1)).toContain('Accepted “The essay”')
  })

  test('is an admin’s act also after the admin’s account was deleted for good', async () => {
    const setting = await makeStudent()
    const { id: otherId } = at(
      await t.db.select().from(lessons).where(eq(lessons.title, 'After it')).orderBy(desc(lessons.id)),
    )
    await t.call('completeCourse', { id: otherId, course_id: setting.courseId, value: true }, setting.cookie)
    const id = await handInId(setting)
    expect((await grade(setting, id, 'accepted')).status).toBe(200)
    expect(await findKinds(setting)).toContain('course_finished')
    const { cookie } = await t.make.signedIn({ role: 'admin' })
    await t.call('deleteUser', { user_id: setting.admin.id }, cookie)
    expect((await t.call('deleteFromTrash', { kind: 'user', id: setting.admin.id }, cookie)).status).toBe(200)
    const list = { course_id: setting.courseId, page: 1, search_text: '' }
    const handedIn = (await findEvents(setting)).find(({ kind }) => kind === 'assignment_submitted')
    expect((await t.call('getCourseStudents', list, cookie)).body.msg).toMatchObject([
      { last_active_date: handedIn?.createdAt.toISOString() },
    ])
    const ids = { student_id: setting.student.id, course_id: setting.courseId }
    const { events } = (await t.call('getStudentProgress', ids, cookie)).body.msg as CallOutput<'getStudentProgress'>
    expect(events.map(({ kind, actor_name }) => [kind, actor_name])).toEqual([
      ['course_finished', 'Deleted admin'],
      ['lesson_completed', 'Deleted admin'],
      ['assignment_accepted', 'Deleted admin'],
      ['assignment_submitted', null],
      ['lesson_completed', null],
    ])
  })

  test('returns with feedback: the student hands in again, and only the latest can be graded', async () => {
    const setting = await makeStudent()
    const first = await handInId(setting)
    expect((await grade(setting, first, 'returned', 'More detail')).status).toBe(200)
    expect(await isCompleted(setting)).toBe(false)
    const second = await handInId(setting, { text: 'With detail' })
    expect(code(await grade(setting, first, 'accepted'))).toEqual([409, 'changed_meanwhile'])
    expect((await grade(setting, second, 'accepted')).status).toBe(200)
    expect((await findWork(setting)).map(({ status, feedback }) => [status, feedback])).toEqual([
      ['returned', 'More detail'],
      ['accepted', ''],
    ])
  })

  test('takes work again after an admin has reopened the lesson', async () => {
    const setting = await makeStudent()
    await grade(setting, await handInId(setting), 'accepted')
    const ids = { student_id: setting.student.id, course_id: setting.courseId, material_id: setting.lessonId }
    const reopen = { ...ids, value: false, reason: 'Copied' }
    expect((await t.call('setLessonProgress', reopen, setting.admin.cookie)).body.msg).toEqual({ progress: 0 })
    expect(await readRule(setting)).toEqual(['accepted', false])
    const second = await handInId(setting, { text: 'My own' })
    // It waits for its grade whatever happens to the lesson.
    await t.call('setLessonProgress', { ...reopen, value: true }, setting.admin.cookie)
    await t.call('setLessonProgress', reopen, setting.admin.cookie)
    expect((await findWork(setting)).map(({ status }) => status)).toEqual(['returned', 'waiting'])
    expect((await grade(setting, second, 'accepted')).status).toBe(200)
    expect(await readRule(setting)).toEqual(['accepted', true])
  })

  test('leaves the tick to a student whose work was accepted before that became the rule', async () => {
    const setting = await makeStudent({ completion: 'manual' })
    await grade(setting, await handInId(setting), 'accepted')
    await t.db.update(lessons).set({ completion: 'accepted' }).where(eq(lessons.id, setting.lessonId))
    expect(await readRule(setting)).toEqual(['manual', false])
    const tick = { id: setting.lessonId, course_id: setting.courseId, value: true }
    expect((await t.call('completeCourse', tick, setting.cookie)).status).toBe(200)
    expect(await readRule(setting)).toEqual(['accepted', true])
  })

  test('accepts what was returned by mistake', async () => {
    const setting = await makeStudent()
    const id = await handInId(setting)
    await grade(setting, id, 'returned')
    expect((await grade(setting, id, 'accepted')).status).toBe(200)
    expect(await isCompleted(setting)).toBe(true)
  })

  test('returns 409 changed_meanwhile when another verdict was given than the one that was shown', async () => {
    const setting = await makeStudent()
    const id = await handInId(setting)
    const verdict = (status: string, graded_date: string | null) =>
      t.send('gradeSubmission', { submission_id: id, status, feedback: status, graded_date }, setting.admin.cookie)
    expect((await verdict('returned', null)).status).toBe(200)
    expect(code(await verdict('accepted', null))).toEqual([409, 'changed_meanwhile'])
    expect(await findWork(setting)).toMatchObject([{ status: 'returned', feedback: 'returned' }])
    expect(await getSentMails(t, setting.student.email)).toHaveLength(1)
    const [work] = await findWork(setting)
    expect((await verdict('accepted', work?.gradedAt?.toISOString() ?? null)).status).toBe(200)
  })

  test('grades once when ten admins accept together', async () => {
    const setting = await makeStudent()
    const id = await handInId(setting)
    const answers = await Promise.all(Array.from({ length: 10 }, () => grade(setting, id, 'accepted')))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await findKinds(setting)).toEqual(['assignment_submitted', 'assignment_accepted', 'lesson_completed'])
    expect(await t.db.select().from(notifications).where(eq(notifications.userId, setting.student.id))).toHaveLength(1)
  })

  test('sends one email about the work, which leads to the lesson', async () => {
    const setting = await makeStudent()
    const id = await handInId(setting)
    await grade(setting, id, 'returned', 'More')
    const [email, ...others] = await getSentMails(t, setting.student.email)
    expect(others).toEqual([])
    expect(email?.subject).toBe('You have feedback on your work')
    expect(email?.text).toContain('“The essay”')
    expect(email?.text).toContain(`?lesson=${setting.lessonId}`)
    expect(email?.text).not.toContain('More')
  })
})

test('getSubmissions lists the longest waiting first, filters, searches and pages', async () => {
  const setting = await makeStudent()
  const second = await t.make.signedIn({ firstName: 'Zora', lastName: 'Neale' })
  await t.make.enrollment(second.id, setting.courseId)
  const graded = await handInId(setting)
  await grade(setting, graded, 'returned')
  const ofSecond = await handInId({ ...setting, cookie: second.cookie })
  const waiting = await handInId(setting, { text: 'Again' })
  const list = async (input: object = {}) => {
    const { body } = await t.send(
      'getSubmissions',
      { page: 1, course_id: setting.courseId, ...input },
      setting.admin.cookie,
    )
    return body.msg as CallOutput<'getSubmissions'>
  }
  const ids = async (input?: object) => (await list(input)).map(({ submission_id }) => submission_id)
  expect(await ids()).toEqual([ofSecond, waiting, graded])
  expect(await ids({ select_data: 'waiting' })).toEqual([ofSecond, waiting])
  expect(await ids({ select_data: 'accepted' })).toEqual([])
  expect(await ids({ search_text: 'neale zora' })).toEqual([ofSecond])
  expect(await ids({ submission_id: graded })).toEqual([graded])
  expect((await list()).map(({ latest_id }) => latest_id)).toEqual([ofSecond, waiting, waiting])
  expect(at(await list())).toMatchObject({
    ...{ student_id: second.id, name: 'Zora Neale', email: second.email, course_id: setting.courseId },
    ...{ material_id: setting.lessonId, material_title: 'The essay', text: 'My essay', status: 'waiting' },
  })
})

describe('files', () => {
  const PDF = Buffer.from('%PDF-1.7 <script>alert(1)</script>')

  test('are downloaded by their author and admins only, and never shown by the browser', async () => {
    const setting = await makeStudent()
    const { status, url } = await upload(setting, PDF)
    expect(status).toBe(201)
    expect((await download(url, setting.cookie)).statusCode).toBe(404)
    const work = { file_url: url, file_name: 'Über “das” Essay’s.html' }
    expect((await handIn(setting, work)).body.msg).toMatchObject(work)
    const classmate = await t.make.signedIn()
    await t.make.enrollment(classmate.id, setting.courseId)
    expect((await download(url, classmate.cookie)).statusCode).toBe(404)
    expect((await download(url)).statusCode).toBe(401)
    for (const cookie of [setting.cookie, setting.admin.cookie]) {
      const response = await download(url, cookie)
      expect([response.statusCode, response.rawPayload]).toEqual([200, PDF])
      expect(response.headers).toMatchObject({
        'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent('Über “das” Essay’s.html')}`,
        'content-type': 'application/octet-stream',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
        'cache-control': 'private, no-store',
      })
    }
  })

  test.each([
    ['../../../etc/passwd', 404],
    ['..%2f..%2fdatabase', 404],
    ['0'.repeat(32), 404],
    [`${'0'.repeat(32)}-1`, 404],
  ])('of the name %s are %i', async (name, status) => {
    const { admin } = await makeStudent()
    expect((await download(`${SUBMISSION_FILES_PATH}/${name}`, admin.cookie)).statusCode).toBe(status)
  })

  test('of another student cannot be handed in', async () => {
    const setting = await makeStudent()
    const { url } = await upload(setting, PDF)
    const thief = await t.make.signedIn()
    await t.make.enrollment(thief.id, setting.courseId)
    const { status, body } = await handIn({ ...setting, cookie: thief.cookie }, { file_url: url, file_name: 'x.pdf' })
    expect([status, body.msg]).toEqual([400, 'The file no longer exists. Upload it again'])
  })

  test('are refused to visitors, admins, strangers, other sites, when empty and beyond 20 MB', async () => {
    const setting = await makeStudent()
    const stranger = await t.make.signedIn()
    const { lessonId } = setting
    expect(code(await upload({ lessonId }, PDF))).toEqual([401, 'not_signed_in'])
    expect(code(await upload({ lessonId, cookie: setting.admin.cookie }, PDF))).toEqual([403, 'not_allowed'])
    expect(code(await upload({ lessonId, cookie: stranger.cookie }, PDF))).toEqual([403, 'not_enrolled'])
    expect(code(await upload(setting, PDF, { origin: 'https://evil.example' }))).toEqual([403, 'cross_site'])
    expect(code(await upload(setting, Buffer.alloc(0)))).toEqual([400, 'invalid_input'])
    expect(code(await upload(setting, PDF, { 'content-type': 'text/html' }))).toEqual([415, 'unsupported_body'])
    const tooLarge = await upload(setting, Buffer.alloc(20 * 1024 * 1024 + 1))
    expect([tooLarge.status, tooLarge.body.msg]).toEqual([413, 'The file is too large. The limit is 20 MB'])
    expect(readdirSync(join(getUploadsFolder(t.dataDir), 'unfinished'))).toEqual([])
  })

  test('that no submission names are removed after a day', async () => {
    const setting = await makeStudent()
    const [kept, lost, fresh] = await Promise.all([upload(setting, PDF), upload(setting, PDF), upload(setting, PDF)])
    await handIn(setting, { file_url: kept.url, file_name: 'kept.pdf' })
    const folder = getUploadsFolder(t.dataDir)
    const toPath = (url: string) => join(folder, 'submissions', url.split('/').at(-1) ?? '')
    const old = new Date(Date.now() - 25 * 3_600_000)
    for (const { url } of [kept, lost]) utimesSync(toPath(url), old, old)
    expect(await removeUnusedSubmissionFiles(t.db, new FolderStore(folder), 0)).toBe(1)
    const left = readdirSync(join(folder, 'submissions')).map((name) => `${SUBMISSION_FILES_PATH}/${name}`)
    expect([left.includes(kept.url), left.includes(lost.url), left.includes(fresh.url)]).toEqual([true, false, true])
  })
})
