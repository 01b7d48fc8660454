import { Authenticator } from '../../../src/server/testing/accounts/authenticator.ts'
import { TINY_PNG } from '../../../src/server/testing/files/picture-form.ts'
import { createPngWithText } from '../../../src/server/testing/files/pictures.ts'
import type { Campus } from '../users/campus.ts'
import { CallFailed, Client } from '../users/client.ts'
import { sendChat } from '../users/send-chat.ts'
import { createEmail, PASSWORD, type SignedIn, signIn } from '../users/sign-up.ts'
import type { AddressWriter } from './address-writer.ts'
import { type FilledCourse, toHtml } from './fill-as-admin.ts'

interface Filling {
  url: string
  admin: Client
  campus: Campus
  writer: AddressWriter
}

/** Everything a student writes, and what an admin answers to it. */
export async function fillAsStudent(filling: Filling, course: FilledCourse): Promise<void> {
  const { url, admin, campus, writer } = filling
  const email = createEmail()
  const person = { first_name: 'Ada', last_name: 'Lovelace', email, birthdate: '1990-01-01', gender: 'Female' }
  await writer.write(new Client(url), 'signup', { ...person, password: PASSWORD })
  const student = await signIn(url, email)
  const { client, id } = student
  await writer.write(client, 'updateUser', { ...person, student_id: id })
  await writer.write(client, 'enrollCourse', { course_id: course.id })
  await studyCourse(filling, student, course)
  await talk(filling, student)
  await buyCourses(filling, student)
  await earnCertificate(filling, student)
  await addPasskey(filling, student)
  await sendPictures(filling, student)
  const names = { first_name: writer.at('first'), last_name: writer.at('last') }
  const reason = 'can’t contain an address or a link'
  await writer.expectRefusal(client, 'updateUser', { ...person, ...names, student_id: id }, reason)
  await writer.expectRefusal(
    client,
    'signup',
    { ...person, ...names, email: createEmail(), password: PASSWORD },
    reason,
  )
  const ofStudent = { student_id: id, course_id: campus.freeCourse.id, reason: writer.at('reason') }
  await writer.write(admin, 'waivePrerequisites', ofStudent)
  await writer.write(admin, 'resetProgress', ofStudent)
}

async function studyCourse({ admin, writer }: Filling, { client, id }: SignedIn, course: FilledCourse): Promise<void> {
  const { at } = writer
  const ofQuiz = { material_id: course.quizId }
  const { note_id } = await writer.write(client, 'addNote', { ...ofQuiz, seconds: 1, text: at('note') })
  await writer.write(client, 'updateNote', { note_id, text: at('changed-note') })
  const { attempt_id } = await client.call('startAttempt', ofQuiz)
  await writer.write(client, 'saveAnswer', { attempt_id, question_id: 'q2', answer: at('answer') })
  // An address is no id of an option.
  const ids = [{ answer: [at('answer')] }, { answer: { a: at('answer') } }]
  for (const answer of ids) {
    const input = { attempt_id, question_id: 'q3', ...answer }
    await writer.expectRefusal(client, 'saveAnswer', input, 'invalid_input')
  }
  await client.call('submitAttempt', { attempt_id })
  const work = { material_id: course.assignmentId, text: at('work') }
  const { submission_id } = await writer.write(client, 'submitAssignment', { ...work, file_url: '', file_name: '' })
  const file = { file_url: at('work.pdf'), file_name: at('name.pdf') }
  await writer.expectRefusal(client, 'submitAssignment', { ...work, ...file }, 'The file no longer exists')
  await writer.write(admin, 'gradeSubmission', { submission_id, status: 'returned', feedback: at('feedback') })
  const review = { course_id: course.id, review_text: at('review'), stars: 4 }
  await writer.write(client, 'addReview', { ...review, student_id: id })
}

async function talk({ campus, writer }: Filling, { client, id }: SignedIn): Promise<void> {
  const { at } = writer
  await writer.write(client, 'addComment', { blog_id: campus.postId, comment_text: `${at('comment')} ${toHtml(at)}` })
  for await (const frame of sendChat(client, { from: id, to: campus.admin.id, messages: [at('message')] }))
    if (!frame.msg.includes(at('message'))) writer.problems.push('the message was not stored')
}

/** One order that is canceled, and one that an admin notes as paid and refunds; and a course that is given. */
async function buyCourses({ admin, campus, writer }: Filling, { client, id }: SignedIn): Promise<void> {
  const { at } = writer
  const order = { course_id: campus.pricedCourseId }
  const canceled = await client.call('createOrder', order)
  await writer.write(admin, 'cancelOrder', { order_id: canceled.order_id, reason: at('cancel') })
  const { order_id } = await client.call('createOrder', order)
  await writer.write(admin, 'markOrderPaid', { order_id, reference: at('reference') })
  await writer.write(admin, 'refundOrder', { order_id, reason: at('refund') })
  const access = { ...order, student_id: id, reason: at('grant') }
  await writer.write(admin, 'grantAccess', access)
  await writer.write(admin, 'revokeAccess', access)
}

/** With the design that has the addresses. */
async function earnCertificate({ url, admin, campus, writer }: Filling, { client, id }: SignedIn): Promise<void> {
  const { id: course_id, lessonIds } = campus.freeCourse
  await client.call('enrollCourse', { course_id })
  const [first, ...others] = lessonIds
  const progress = { student_id: id, course_id, material_id: first, value: true, reason: writer.at('progress') }
  await writer.write(admin, 'setLessonProgress', progress)
  for (const lesson of others) await writer.write(client, 'completeCourse', { id: lesson, course_id, value: true })
  const [certificate] = await client.call('getMyCertificates', {})
  if (!certificate) throw new CallFailed('getMyCertificates', 0, 'no certificate')
  const { certificate_id } = certificate
  for (const ending of ['', '.pdf', '.json']) await fetch(`${url}/certificates/${certificate_id}${ending}`)
  const names = { first_name: writer.at('first'), last_name: writer.at('last') }
  const input = { certificate_id, ...names }
  await writer.expectRefusal(admin, 'replaceCertificate', input, 'can’t contain an address or a link')
  await writer.write(admin, 'revokeCertificate', { certificate_id, reason: writer.at('revoke') })
}

async function addPasskey({ url, writer }: Filling, { client }: SignedIn): Promise<void> {
  const options = await client.call('startPasskeySetup', { password: PASSWORD })
  const response = new Authenticator(url).create(options)
  await writer.write(client, 'addPasskey', { name: writer.at('passkey'), response })
  const [passkey] = (await client.call('getAccount', {})).secondFactor.passkeys
  await writer.write(client, 'renamePasskey', { passkey_id: passkey?.passkey_id ?? 0, name: writer.at('renamed') })
}

/** A picture whose text and name have an address; and a drawing, which would load one, is refused. */
async function sendPictures({ url, admin, campus, writer }: Filling, { client, id }: SignedIn): Promise<void> {
  const { at } = writer
  const picture = createPngWithText(TINY_PNG, at('png'))
  await client.uploadPicture(id, picture, at('name.png'))
  writer.noteFile('handleUploads image')
  const drawing = Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg"><image href="${at('svg')}"/></svg>`)
  const refused: unknown = await client.uploadPicture(id, drawing).catch((error: unknown) => error)
  if (!(refused instanceof CallFailed)) writer.problems.push('an SVG file was accepted')
  const form = new FormData()
  form.append('id', String(campus.postId))
  form.append('image', new Blob([new Uint8Array(picture)], { type: 'image/png' }), at('name.png'))
  const headers = { cookie: admin.cookie }
  const { status } = await fetch(`${url}/api/addContentPicture`, { method: 'POST', headers, body: form })
  if (status === 200) writer.noteFile('addContentPicture image')
}
