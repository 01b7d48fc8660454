import { desc, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import type { AuditAction } from '#contract/audit-actions.ts'
import { CALL_NAMES, type CallName, getCall } from '#contract/calls.ts'
import { certificateDesign } from '#contract/schemas/learning/certificates.ts'
import { auditLog, emailChanges, lessons, totpSecrets, trustedBrowsers } from '#server/platform/db/schema.ts'
import { TINY_PNG } from '#server/testing/files/picture-form.ts'
import { at } from '#server/testing/at.ts'
import { buildCourseInput } from '#server/testing/learning/course-input.ts'
import type { SignedInUser } from '#server/testing/factories.ts'
import { storeOrder } from '#server/testing/commerce/orders.ts'
import { TEST_PASSWORD } from '#server/testing/accounts/users.ts'
import { createRecords, type Records } from '#server/testing/audited-records.ts'
import { useTestApp } from '#server/testing/test-app.ts'

const t = useTestApp()
let admin: SignedInUser

let records: Records
beforeEach(async () => {
  const name = { firstName: 'Ada', lastName: 'Okoro' }
  admin = await t.make.signedIn({ role: 'admin', ...name, password: TEST_PASSWORD, emailVerifiedAt: new Date() })
  records = await createRecords(t, admin)
})

const toProfile = (last_name: string) => ({
  ...{ first_name: 'Ada', last_name, email: admin.email, birthdate: '1990-12-10', gender: 'Female' },
})
const BLOG_FORM = { title: 'New', subtitle: '', content: '<p>New</p>' }
const PATH_FORM = { title: 'Way', goal: 'Goal', course_ids: [] }
const TOTP = { secret: Buffer.from('encrypted'), lastStep: 0, createdAt: new Date(), confirmedAt: new Date() }
const inAnHour = () => new Date(Date.now() + 3_600_000)
const because = (input: object) => ({ ...input, reason: 'A reason' })
const payOrder = async ({ order_id }: Records) => {
  await t.call('markOrderPaid', { order_id, reference: 'Transfer' }, admin.cookie)
}

interface Audited {
  action: AuditAction
  /** What the entry must have: of a new record the fields after, of a deleted one those before, and of a change both. */
  fields?: 'before' | 'after'
  body: (records: Records) => object
  before?: (records: Records) => Promise<unknown>
}

/** Every call that changes something and that an admin may make. The body is of a change that succeeds. */
const AUDITED: Partial<Record<CallName, Audited>> = {
  endUserSessions: { action: 'user.sign_out', fields: 'before', body: ({ ids }) => ids },
  importUsers: {
    action: 'user.import',
    fields: 'after',
    body: ({ student }) => ({ users: [{ first_name: 'A', last_name: 'B', email: `new${student.email}` }] }),
  },
  deleteUser: { action: 'user.delete', fields: 'before', body: ({ ids }) => ids },
  deleteCourse: { action: 'course.delete', body: ({ ids }) => ids },
  clearLessonProblem: {
    action: 'course.clear_report',
    fields: 'before',
    body: ({ ids }) => ids,
    before: ({ ids }) =>
      t.db.update(lessons).set({ problemReportedAt: new Date() }).where(eq(lessons.id, ids.material_id)),
  },
  restoreCourse: {
    action: 'course.restore',
    body: ({ ids }) => ids,
    before: ({ ids }) => t.call('deleteCourse', ids, admin.cookie),
  },
  deleteBlog: { action: 'post.delete', fields: 'before', body: ({ post }) => ({ blog_id: post.id }) },
  addCourse: { action: 'course.add', fields: 'after', body: () => buildCourseInput() },
  updateCourse: { action: 'course.change', body: ({ ids }) => ({ ...buildCourseInput(), course_id: ids.course_id }) },
  duplicateCourse: { action: 'course.duplicate', fields: 'after', body: ({ ids }) => ids },
  setMaintenance: {
    action: 'site.maintenance',
    body: () => ({ status: true }),
    before: () => t.call('setMaintenance', { status: false }, admin.cookie),
  },
  addBlog: { action: 'post.add', fields: 'after', body: () => BLOG_FORM },
  updateBlog: { action: 'post.change', body: ({ post }) => ({ ...BLOG_FORM, blog_id: post.id }) },
  markOrderPaid: { action: 'order.mark_paid', body: ({ order_id }) => ({ order_id, reference: 'Transfer' }) },
  markRefundSent: {
    action: 'order.mark_refund_sent',
    body: ({ order_id }) => ({ order_id, amount: 60 }),
    before: async (given) => {
      await payOrder(given)
      await t.call('refundOrder', { order_id: given.order_id, reason: 'A reason' }, admin.cookie)
    },
  },
  resendReceipt: {
    action: 'order.resend_receipt',
    fields: 'after',
    body: ({ order_id }) => ({ order_id }),
    before: payOrder,
  },
  grantAccess: { action: 'user.grant_access', body: ({ ids }) => because(ids) },
  revokeAccess: { action: 'user.revoke_access', body: ({ ids }) => because(ids) },
  addCoupon: {
    action: 'coupon.add',
    fields: 'after',
    body: ({ post }) => ({ code: `N${post.id}`, kind: 'percent', value: 10 }),
  },
  updateCoupon: {
    action: 'coupon.change',
    body: ({ coupon_id, post }) => ({ coupon_id, code: `N${post.id}`, kind: 'percent', value: 10 }),
  },
  endCoupon: { action: 'coupon.change', fields: 'after', body: ({ coupon_id }) => ({ coupon_id }) },
  deleteCoupon: { action: 'coupon.delete', fields: 'before', body: ({ coupon_id }) => ({ coupon_id }) },
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
  cancelEmailChange: {
    action: 'user.change_profile',
    fields: 'before',
    body: () => ({}),
    before: () =>
      t.db
        .insert(emailChanges)
        .values({ userId: admin.id, newEmail: 'cancelled@mail.example', expiresAt: new Date(Date.now() + 60_000) }),
  },
  setErrorSolved: { action: 'site.solve_error', body: ({ error_id }) => ({ error_id, solved: true }) },
  updateCertificateDesign: {
    action: 'site.certificate_design',
    body: ({ post }) => ({ ...certificateDesign.parse({}), issuer: `School ${post.id}` }),
  },
  addPath: { action: 'path.add', fields: 'after', body: () => PATH_FORM },
  updatePath: { action: 'path.change', body: ({ path_id }) => ({ ...PATH_FORM, path_id }) },
  deletePath: { action: 'path.delete', fields: 'before', body: ({ path_id }) => ({ path_id }) },
  restoreFromTrash: {
    action: 'user.restore',
    body: ({ ids }) => ({ kind: 'user', id: ids.user_id }),
    before: ({ ids }) => t.call('deleteUser', ids, admin.cookie),
  },
  deleteFromTrash: {
    action: 'course.purge',
    fields: 'before',
    body: ({ ids }) => ({ kind: 'course', id: ids.course_id }),
    before: ({ ids }) => t.call('deleteCourse', ids, admin.cookie),
  },
  setUserRole: {
    action: 'user.promote',
    body: ({ ids }) => ({ user_id: ids.user_id, role: 'admin', password: TEST_PASSWORD }),
  },
  removeUserSecondFactor: {
    action: 'user.remove_second_factor',
    body: ({ ids }) => ({ user_id: ids.user_id, password: TEST_PASSWORD }),
    before: ({ ids }) => t.db.insert(totpSecrets).values({ userId: ids.user_id, ...TOTP }),
  },
  // Students may call these for their own records.
  deleteReview: { action: 'review.delete', fields: 'before', body: ({ review }) => ({ review_id: review.id }) },
  deleteComment: { action: 'comment.delete', fields: 'before', body: ({ comment }) => ({ comment_id: comment.id }) },
  cancelOrder: { action: 'order.cancel', body: ({ order_id }) => ({ order_id }) },
  refundOrder: { action: 'order.refund', body: ({ order_id }) => because({ order_id }), before: payOrder },
  handleUploads: { action: 'post.picture', body: () => ({}) },
  // Of the admin's own account.
  updateUser: { action: 'user.change_profile', body: () => toProfile('Okafor') },
  changePassword: {
    action: 'user.change_password',
    body: () => ({ password: TEST_PASSWORD, new_password: 'forty blue umbrellas' }),
  },
  endOtherSessions: { action: 'user.end_sessions', body: () => ({}), before: () => t.make.cookie(admin.id) },
  forgetTrustedBrowsers: {
    action: 'user.forget_browsers',
    body: () => ({}),
    before: () =>
      t.db.insert(trustedBrowsers).values({ tokenHash: Buffer.from('t'), userId: admin.id, expiresAt: inAnHour() }),
  },
  endSession: {
    action: 'user.end_sessions',
    fields: 'before',
    body: ({ session_id }) => ({ session_id }),
  },
}

/** Calls that write no entry when an admin makes them, with the reason. */
const EXEMPT: Partial<Record<CallName, string>> = {
  startBackup: 'It writes its entry in backup-jobs.test.ts, which has a folder for backups',
  confirmEmail: 'It writes its entry in own-account.test.ts, which has the link',
  sendTestMail: 'The email goes to the admin’s own address alone',
  addContentPicture: 'The picture is in no content until the post or the course is saved, which is audited',
  ...exempt('The system log has who signs in and out, and nothing else changes', [
    ...(['login', 'logout', 'confirmLogin', 'startPasskeyLogin', 'confirmPasskeyLogin'] as const),
  ]),
  ...exempt('Nothing has changed until the next step', [
    ...(['forgotPass', 'verifyCode', 'startTotp', 'startPasskeySetup', 'sendEmailConfirmation'] as const),
  ]),
  signup: 'A new account is a student’s',
  ...exempt('It concerns what the admin reads or is sent, and nobody else', [
    ...(['setChatMails', 'markRead', 'readNotifications'] as const),
  ]),
  ...exempt('The admin writes what students write too, under the own name', ['addComment', 'reportLessonProblem']),
  ...exempt('Tested beside their handlers', [
    ...(['resetPass', 'setViewAsStudent', 'confirmTotp', 'removeTotp', 'renewRecoveryCodes'] as const),
    ...(['addPasskey', 'renamePasskey', 'removePasskey'] as const),
  ]),
}

function exempt(reason: string, names: readonly CallName[]): Partial<Record<CallName, string>> {
  return Object.fromEntries(names.map((name) => [name, reason]))
}

const findLast = async () => at(await t.db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1))

test('covers every call that changes something and that an admin may make', () => {
  const writes = CALL_NAMES.filter((name) => getCall(name).access !== 'student' && getCall(name).invalidates)
  expect(writes.filter((name) => name in AUDITED === name in EXEMPT)).toEqual([])
})

describe.each(Object.entries(AUDITED))('%s', (name, { action, fields, body, before }) => {
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
    const entry = await findLast()
    expect(action.startsWith(entry.subjectKind)).toBe(true)
    const filled = (['before', 'after'] as const).filter((side) => Object.keys(entry[side]).length > 0)
    expect(filled).toEqual(fields === undefined ? ['before', 'after'] : [fields])
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
