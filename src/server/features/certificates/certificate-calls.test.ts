import { eq } from 'drizzle-orm'
import { beforeAll, expect, it } from 'vitest'
import type { CallInput } from '#contract/contract.ts'
import { certificateDesign } from '#contract/schemas/learning/certificates.ts'
import { certificates, courses, notifications, users } from '#server/platform/db/schema.ts'
import { at } from '#server/testing/at.ts'
import type { SignedInUser } from '#server/testing/factories.ts'
import { useTestApp } from '#server/testing/test-app.ts'

const t = useTestApp()
const finishedAt = new Date('2026-03-04T10:00:00Z')
let admin: SignedInUser
beforeAll(async () => {
  admin = await t.make.signedIn({ role: 'admin' })
})

async function addCertificate(values: Partial<typeof certificates.$inferInsert> = {}) {
  const student = await t.make.signedIn()
  const course = await t.make.course({ title: 'Sorting' })
  const design = certificateDesign.parse({})
  const row = { userId: student.id, courseId: course.id, kind: 'course' as const, name: 'Ada Lovelace' }
  const [certificate] = await t.db
    .insert(certificates)
    .values({ ...row, title: course.title, finishedAt, design, ...values })
    .returning()
  if (!certificate) throw new Error('The certificate was not created')
  return { student, course, id: certificate.id }
}

const getCertificate = async (certificate_id: string, cookie?: string) => {
  const { status, body } = await t.call('getCertificate', { certificate_id }, cookie)
  return { status, code: body.code, certificate: body.msg as Record<string, unknown> }
}
const list = async (input: Partial<CallInput<'getCertificates'>>) => {
  const { body } = await t.call('getCertificates', { page: 1, ...input }, admin.cookie)
  return (body.msg as { certificate_id: string }[]).map(({ certificate_id }) => certificate_id)
}

it('shows every printed field to everyone, and to the owner that it is theirs', async () => {
  const { student, course, id } = await addCertificate({ durationSeconds: 5_400 })
  const { certificate } = await getCertificate(id)
  expect(certificate).toMatchObject({
    ...{ certificate_id: id, name: 'Ada Lovelace', course_title: 'Sorting', kind: 'course', duration: 5_400 },
    ...{ finished_date: finishedAt.toISOString(), issuer: 'Learn Lantern', status: 'valid', is_own: false },
    ...{ course_path: `/courses/${course.id}-sorting`, revoked_date: null, revoked_reason: '', replaced_by: null },
  })
  expect(JSON.stringify(certificate)).not.toContain(student.email)
  expect((await getCertificate(id, student.cookie)).certificate).toMatchObject({ is_own: true })
})

it('keeps what is printed when the course and the student change or go', async () => {
  const { student, course, id } = await addCertificate()
  await t.db.update(courses).set({ title: 'Renamed', isPublic: false }).where(eq(courses.id, course.id))
  await t.db.update(users).set({ firstName: 'Someone' }).where(eq(users.id, student.id))
  const kept = { name: 'Ada Lovelace', course_title: 'Sorting', course_path: null }
  expect((await getCertificate(id)).certificate).toMatchObject(kept)
  await t.db.delete(users).where(eq(users.id, student.id))
  await t.db.delete(courses).where(eq(courses.id, course.id))
  expect((await getCertificate(id)).certificate).toMatchObject({ ...kept, status: 'valid' })
})

it('returns 404 for an unknown id and 400 for what is no id', async () => {
  expect(await getCertificate('00000000-0000-4000-8000-000000000000')).toMatchObject({
    ...{ status: 404, code: 'certificate_not_found' },
  })
  expect((await getCertificate("1' or 1=1")).status).toBe(400)
})

it.each([
  ['revokeCertificate', { reason: 'Copied the work' }],
  ['replaceCertificate', { first_name: 'Ada', last_name: 'King' }],
] as const)('returns 404 for an unknown id to %s', async (call, input) => {
  const certificate_id = '00000000-0000-4000-8000-000000000000'
  const { status, body } = await t.call(call, { certificate_id, ...input }, admin.cookie)
  expect([status, body.code]).toEqual([404, 'certificate_not_found'])
})

it('lists the student’s own certificates, newest first', async () => {
  const { student, id } = await addCertificate({ issuedAt: new Date('2026-01-01') })
  await addCertificate()
  const course = await t.make.course()
  const newer = { userId: student.id, courseId: course.id, kind: 'course' as const, name: 'A', title: 'B', finishedAt }
  const [second] = await t.db
    .insert(certificates)
    .values({ ...newer, design: certificateDesign.parse({}) })
    .returning()
  const { body } = await t.call('getMyCertificates', {}, student.cookie)
  expect(body.msg).toMatchObject([{ certificate_id: second?.id }, { certificate_id: id }])
})

it('finds certificates by name, title, id and state, a page at a time', async () => {
  const { id } = await addCertificate({ name: 'Zoë 100% Quux' })
  const revoked = await addCertificate({ name: 'Quux', revokedAt: new Date() })
  expect(await list({ search_text: 'zoë 100%' })).toEqual([id])
  expect(await list({ search_text: id })).toEqual([id])
  expect(await list({ search_text: 'quux', select_data: 'revoked' })).toEqual([revoked.id])
  expect(await list({ search_text: 'quux', select_data: 'valid' })).toEqual([id])
  expect(await list({ search_text: '%_%' })).toEqual([])
})

it('revokes with a reason that everyone reads, once', async () => {
  const { id } = await addCertificate()
  const revoke = () => t.call('revokeCertificate', { certificate_id: id, reason: 'Copied the work' }, admin.cookie)
  const answers = await Promise.all([revoke(), revoke()])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  expect((await getCertificate(id)).certificate).toMatchObject({
    ...{ status: 'revoked', revoked_reason: 'Copied the work', revoked_date: expect.any(String) },
  })
  expect(await t.findLogMessages(admin.id)).toContain(
    'Revoked Ada Lovelace’s certificate for “Sorting”: Copied the work',
  )
  const bare = await t.call('revokeCertificate', { certificate_id: id, reason: ' ' }, admin.cookie)
  expect(bare.status).toBe(400)
})

it('shows in the student’s course at once that it was replaced or revoked', async () => {
  const { student, course, id } = await addCertificate()
  await t.make.enrollment(student.id, course.id)
  const read = async () => {
    const { body } = await t.call('getCourseData', { course_id: course.id }, student.cookie)
    return (body.msg as { msg: { course: { certificate_id: string | null } } }).msg.course.certificate_id
  }
  expect(await read()).toBe(id)
  const name = { first_name: 'Augusta', last_name: 'King' }
  const { body } = await t.call('replaceCertificate', { certificate_id: id, ...name }, admin.cookie)
  const { certificate_id } = body.msg as { certificate_id: string }
  expect(await read()).toBe(certificate_id)
  await t.call('revokeCertificate', { certificate_id, reason: 'Copied the work' }, admin.cookie)
  expect(await read()).toBeNull()
})

it('says of a refund that the purchase was refunded or is disputed', async () => {
  const { id } = await addCertificate({ revokedAt: new Date() })
  expect((await getCertificate(id)).certificate).toMatchObject({
    revoked_reason: 'The purchase was refunded or is disputed',
  })
})

it('replaces a certificate with the correct name and marks the old one, once', async () => {
  const { student, id } = await addCertificate({ issuedAt: new Date('2026-01-01'), durationSeconds: 60 })
  const replace = () =>
    t.call('replaceCertificate', { certificate_id: id, first_name: 'Augusta', last_name: 'King' }, admin.cookie)
  const answers = await Promise.all([replace(), replace()])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  const { certificate_id } = at(answers.filter(({ status }) => status === 200)).body.msg as { certificate_id: string }
  expect((await getCertificate(id)).certificate).toMatchObject({
    ...{ name: 'Ada Lovelace', status: 'replaced', replaced_by: certificate_id },
  })
  const { certificate } = await getCertificate(certificate_id)
  expect(certificate).toMatchObject({ name: 'Augusta King', status: 'valid', duration: 60, course_title: 'Sorting' })
  expect(certificate.issued_date).not.toBe('2026-01-01T00:00:00.000Z')
  expect(certificate.finished_date).toBe(finishedAt.toISOString())
  expect(await t.db.$count(notifications, eq(notifications.userId, student.id))).toBe(1)
  const again = await t.call('revokeCertificate', { certificate_id: id, reason: 'Wrong' }, admin.cookie)
  expect([again.status, again.body.code]).toEqual([409, 'certificate_state'])
})

it('replaces a certificate of a person with one name', async () => {
  const { id } = await addCertificate({ name: 'Plata' })
  const { body } = await t.call('replaceCertificate', { certificate_id: id, first_name: 'Plato' }, admin.cookie)
  const { certificate_id } = body.msg as { certificate_id: string }
  expect((await getCertificate(certificate_id)).certificate.name).toBe('Plato')
})

it('saves the design of new certificates, and leaves issued ones alone', async () => {
  const { id } = await addCertificate()
  const design = { ...certificateDesign.parse({}), title: 'Diploma', background: '#1a2440', accent: '#ffffff' }
  expect((await t.call('updateCertificateDesign', design, admin.cookie)).status).toBe(200)
  expect((await t.call('getCertificateDesign', {}, admin.cookie)).body.msg).toEqual(design)
  expect((await getCertificate(id)).certificate).toMatchObject({ design: { title: 'Certificate of completion' } })
})

it.each([
  [{ background: '#808080' }, /^Text is hard to read on this background/],
  [{ background: 'red' }, /A color looks like/],
  [{ title: '' }, /./],
  [{ signature_image: '../secret.webp' }, /./],
  [{ signature_image: `${'a'.repeat(32)}.webp` }, /^A picture no longer exists/],
])('refuses the design %j', async (change, message) => {
  const input = { ...certificateDesign.parse({}), ...change }
  const { status, body } = await t.call('updateCertificateDesign', input, admin.cookie)
  expect([status, body.msg]).toEqual([400, expect.stringMatching(message)])
})

it('refuses a part of a design', async () => {
  expect((await t.send('updateCertificateDesign', { title: 'Diploma' }, admin.cookie)).status).toBe(400)
})
