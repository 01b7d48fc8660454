import { desc, eq } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { AuditAction } from '#contract/audit-actions.ts'
import { CALL_NAMES, type CallName, getCall } from '#contract/calls.ts'
import { certificateDesign } from '#contract/schemas/learning/certificates.ts'
import { runCommand } from '#server/cli/commands.ts'
import {
  auditLog,
  certificates,
  coupons,
  errorGroups,
  learningPaths,
  lessons,
  submissions,
} from '#server/platform/db/schema.ts'
import { createSendingBus } from '#server/platform/bus/postgres-bus.ts'
import { disabledThrottles } from '#server/platform/throttle/throttles.ts'
import { TINY_PNG } from '#server/testing/files/picture-form.ts'
import { at } from '#server/testing/at.ts'
import { buildCourseInput } from '#server/testing/learning/course-input.ts'
import type { SignedInUser } from '#server/testing/factories.ts'
import { storeOrder } from '#server/testing/commerce/orders.ts'
import { useTestApp } from '#server/testing/test-app.ts'

const t = useTestApp()
let admin: SignedInUser
beforeAll(async () => {
  admin = await t.make.signedIn({ role: 'admin', firstName: 'Ada', lastName: 'Okoro' })
})

type Records = Awaited<ReturnType<typeof createRecords>>
let records: Records
beforeEach(async () => {
  records = await createRecords()
})

async function createRecords() {
  const student = await t.make.user({ password: 'a lantern in the fog' })
  const course = await t.make.course()
  const lesson = at(course.lessons)
  await t.make.enrollment(student.id, course.id)
  const post = await t.make.post()
  const [path] = await t.db.insert(learningPaths).values({ title: 'Path', goal: 'Goal' }).returning()
  const [coupon] = await t.db
    .insert(coupons)
    .values({ code: `CODE${student.id}`, kind: 'percent', value: 1_000 })
    .returning()
  const values = { kind: 'course' as const, name: 'Mara Ilves', title: 'Lamps', finishedAt: new Date() }
  const [certificate] = await t.db
    .insert(certificates)
    .values({ ...values, userId: student.id, courseId: course.id, design: certificateDesign.parse({}) })
    .returning()
  const [work] = await t.db
    .insert(submissions)
    .values({ userId: student.id, lessonId: lesson.id, text: 'Done' })
    .returning()
  const failure = { type: 'Error', message: '', source: '', count: 1, requestId: '', stack: '', version: '' }
  const [error] = await t.db
    .insert(errorGroups)
    .values({ ...failure, fingerprint: `${student.id}` })
    .returning()
  return {
    ids: { user_id: student.id, student_id: student.id, course_id: course.id, material_id: lesson.id },
    student,
    post,
    review: await t.make.review(student.id, course.id),
    comment: await t.make.comment(student.id, post.id),
    order_id: await storeOrder(t, student),
    path_id: path?.id,
    coupon_id: coupon?.id,
    certificate_id: certificate?.id,
    submission_id: work?.id,
    error_id: error?.id,
  }
}

const BLOG_FORM = { title: 'New', subtitle: '', content: '<p>New</p>' }
const PATH_FORM = { title: 'Way', goal: 'Goal', course_ids: [] }
const because = (input: object) => ({ ...input, reason: 'A reason' })
const payOrder = async ({ order_id }: Records) => {
  await t.call('markOrderPaid', { order_id, reference: 'Transfer' }, admin.cookie)
}

interface Audited {
  action: AuditAction
  body: (records: Records) => object
  before?: (records: Records) => Promise<unknown>
}

/** Every call that changes something for admins. The body is of a change that succeeds. */
const AUDITED: Partial<Record<CallName, Audited>> = {
  endUserSessions: { action: 'user.sign_out', body: ({ ids }) => ids },
  importUsers: {
    action: 'user.import',
    body: ({ student }) => ({ users: [{ first_name: 'A', last_name: 'B', email: `new${student.email}` }] }),
  },
  deleteUser: { action: 'user.delete', body: ({ ids }) => ids },
  deleteCourse: { action: 'course.delete', body: ({ ids }) => ids },
  clearLessonProblem: {
    action: 'course.clear_report',
    body: ({ ids }) => ids,
    before: ({ ids }) =>
      t.db.update(lessons).set({ problemReportedAt: new Date() }).where(eq(lessons.id, ids.material_id)),
  },
  restoreCourse: {
    action: 'course.restore',
    body: ({ ids }) => ids,
    before: ({ ids }) => t.call('deleteCourse', ids, admin.cookie),
  },
  deleteBlog: { action: 'post.delete', body: ({ post }) => ({ blog_id: post.id }) },
  addCourse: { action: 'course.add', body: () => buildCourseInput() },
  updateCourse: { action: 'course.change', body: ({ ids }) => ({ ...buildCourseInput(), course_id: ids.course_id }) },
  duplicateCourse: { action: 'course.duplicate', body: ({ ids }) => ids },
  setMaintenance: { action: 'site.maintenance', body: () => ({ status: true }) },
  addBlog: { action: 'post.add', body: () => BLOG_FORM },
  updateBlog: { action: 'post.change', body: ({ post }) => ({ ...BLOG_FORM, blog_id: post.id }) },
  markOrderPaid: { action: 'order.mark_paid', body: ({ order_id }) => ({ order_id, reference: 'Transfer' }) },
  resendReceipt: { action: 'order.resend_receipt', body: ({ order_id }) => ({ order_id }), before: payOrder },
  grantAccess: { action: 'user.grant_access', body: ({ ids }) => because(ids) },
  revokeAccess: { action: 'user.revoke_access', body: ({ ids }) => because(ids) },
  addCoupon: { action: 'coupon.add', body: ({ post }) => ({ code: `N${post.id}`, kind: 'percent', value: 10 }) },
  updateCoupon: {
    action: 'coupon.change',
    body: ({ coupon_id, post }) => ({ coupon_id, code: `N${post.id}`, kind: 'percent', value: 10 }),
  },
  deleteCoupon: { action: 'coupon.delete', body: ({ coupon_id }) => ({ coupon_id }) },
  gradeSubmission: {
    action: 'assignment.accept',
    body: ({ submission_id }) => ({ submission_id, status: 'accepted', feedback: 'Good' }),
  },
  setLessonProgress: { action: 'user.complete_lesson', body: ({ ids }) => because({ ...ids, value: true }) },
  resetProgress: { action: 'user.reset_progress', body: ({ ids }) => because(ids) },
  waivePrerequisites: { action: 'user.waive_prerequisites', body: ({ ids }) => because(ids) },
  revokeCertificate: { action: 'certificate.revoke', body: ({ certificate_id }) => because({ certificate_id }) },
  replaceCertificate: {
    action: 'certificate.replace',
    body: ({ certificate_id }) => ({ certificate_id, first_name: 'Mara', last_name: 'Kask' }),
  },
  setErrorSolved: { action: 'site.solve_error', body: ({ error_id }) => ({ error_id, solved: true }) },
  updateCertificateDesign: { action: 'site.certificate_design', body: () => certificateDesign.parse({}) },
  addPath: { action: 'path.add', body: () => PATH_FORM },
  updatePath: { action: 'path.change', body: ({ path_id }) => ({ ...PATH_FORM, path_id }) },
  deletePath: { action: 'path.delete', body: ({ path_id }) => ({ path_id }) },
  restoreFromTrash: {
    action: 'user.restore',
    body: ({ ids }) => ({ kind: 'user', id: ids.user_id }),
    before: ({ ids }) => t.call('deleteUser', ids, admin.cookie),
  },
  deleteFromTrash: {
    action: 'course.purge',
    body: ({ ids }) => ({ kind: 'course', id: ids.course_id }),
    before: ({ ids }) => t.call('deleteCourse', ids, admin.cookie),
  },
  setUserRole: { action: 'user.promote', body: ({ ids }) => ({ user_id: ids.user_id, role: 'admin' }) },
  // Students may call these for their own records.
  deleteReview: { action: 'review.delete', body: ({ review }) => ({ review_id: review.id }) },
  deleteComment: { action: 'comment.delete', body: ({ comment }) => ({ comment_id: comment.id }) },
  cancelOrder: { action: 'order.cancel', body: ({ order_id }) => ({ order_id }) },
  refundOrder: { action: 'order.refund', body: ({ order_id }) => because({ order_id }), before: payOrder },
  handleUploads: { action: 'post.picture', body: () => ({}) },
}

/** Calls for admins that change nothing on their own, with the reason. */
const EXEMPT: Partial<Record<CallName, string>> = {
  startBackup: 'It writes its entry in backup-jobs.test.ts, which has a folder for backups',
  sendTestMail: 'The email goes to the admin’s own address alone',
  addContentPicture: 'The picture is in no content until the post or the course is saved, which is audited',
}

const findLast = async () => at(await t.db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1))

test('covers every call that changes something for admins', () => {
  const writes = CALL_NAMES.filter((name) => getCall(name).access === 'admin' && getCall(name).invalidates)
  expect(writes.filter((name) => name in AUDITED === name in EXEMPT)).toEqual([])
})

describe.each(Object.entries(AUDITED))('%s', (name, { action, body, before }) => {
  test(`writes one entry, ${action}, and none when it fails`, async () => {
    await before?.(records)
    const count = await t.db.$count(auditLog)
    const send = () =>
      name === 'handleUploads'
        ? t.upload({ id: records.post.id, image: TINY_PNG }, admin.cookie)
        : t.send(name as CallName, body(records), admin.cookie)
    const { status, body: answer } = await send()
    expect([status, answer.status]).toEqual([200, true])
    expect(await t.db.$count(auditLog)).toBe(count + 1)
    expect(await findLast()).toMatchObject({
      ...{ actorId: admin.id, actorName: 'Ada Okoro', actorEmail: admin.email, action },
      ...{ subjectName: expect.stringMatching(/./), ip: '127.0.0.1', requestId: expect.stringMatching(/./) },
    })
    expect(action.startsWith((await findLast()).subjectKind)).toBe(true)
    await t.send(name as CallName, { course_id: 'x' }, admin.cookie)
    expect(await t.db.$count(auditLog)).toBe(count + 1)
  })
})

test('writes no entry for what students do with their own records', async () => {
  const student = await t.make.signedIn()
  await t.make.enrollment(student.id, records.ids.course_id)
  const review = await t.make.review(student.id, records.ids.course_id)
  const comment = await t.make.comment(student.id, records.post.id)
  const order_id = await storeOrder(t, student)
  const count = await t.db.$count(auditLog)
  const answers = [
    await t.call('deleteReview', { review_id: review.id }, student.cookie),
    await t.call('deleteComment', { comment_id: comment.id }, student.cookie),
    await t.call('cancelOrder', { order_id }, student.cookie),
    await t.upload({ id: student.id, image: TINY_PNG }, student.cookie),
  ]
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  expect(await t.db.$count(auditLog)).toBe(count)
})

test('an entry has the fields that changed, before and after', async () => {
  const { ids, post } = records
  await t.call('updateBlog', { blog_id: post.id, title: 'Other', subtitle: post.subtitle, content: '' }, admin.cookie)
  expect(await findLast()).toMatchObject({ before: { title: post.title, content: post.content } })
  expect((await findLast()).after).toEqual({ title: 'Other', content: '' })
  const materials = [{ id: ids.material_id, title: 'Renamed', subtitle: 'x', url: 'https://media.example/y.webm' }]
  const course_id = ids.course_id
  await t.send('updateCourse', { ...buildCourseInput({ materials }), course_id }, admin.cookie)
  const { before, after } = await findLast()
  expect(after[`lesson ${ids.material_id}`]).toMatchObject({ title: 'Renamed', place: 0 })
  expect(before[`lesson ${ids.material_id}`]).toMatchObject({ title: 'One' })
  expect(Object.keys(after)).not.toContain('version')
  await t.call('setMaintenance', { status: false }, admin.cookie)
  await t.call('setMaintenance', { status: true }, admin.cookie)
  expect(await findLast()).toMatchObject({ before: { running: false }, after: { running: true } })
})

test('an archived course is told from a deleted one', async () => {
  const course = await t.make.course({ priceCents: 1_000 })
  const student = await t.make.signedIn()
  await t.call('createOrder', { course_id: course.id }, student.cookie)
  await t.call('deleteCourse', { course_id: course.id }, admin.cookie)
  expect((await findLast()).action).toBe('course.archive')
})

test('exports are recorded with their filter', async () => {
  const answer = await t.app.inject({
    url: '/api/exports/users.csv?search_text=ada',
    headers: { cookie: admin.cookie },
  })
  expect(answer.statusCode).toBe(200)
  expect(await findLast()).toMatchObject({
    ...{ action: 'export.csv', subjectName: 'users.csv', actorId: admin.id },
    after: { filter: { search_text: 'ada', select_data: '' } },
  })
})

test('the command line is recorded too, without passwords', async () => {
  const tools = { db: t.db, throttles: disabledThrottles, bus: createSendingBus(t.db) }
  const printed = await runCommand(tools, ['create', records.student.email])
  await runCommand(tools, ['password', records.student.email])
  await runCommand(tools, ['end-sessions', records.student.email])
  await runCommand(tools, ['maintenance', 'off'])
  const entries = await t.db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(4)
  expect(entries.map(({ action, actorId, actorName }) => [action, actorId, actorName])).toEqual(
    ['site.maintenance', 'user.sign_out', 'user.reset_password', 'user.promote'].map((action) => [
      ...[action, null, 'Command line'],
    ]),
  )
  expect(JSON.stringify(entries)).not.toContain(printed.split(' ').at(-1))
})
