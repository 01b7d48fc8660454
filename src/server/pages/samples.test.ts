import { expect, it } from 'vitest'
import { certificateDesign } from '#contract/schemas/learning/certificates.ts'
import { makeQuizCourse } from '#server/testing/learning/quizzes.ts'
import { readPdf } from '#server/testing/files/read-pdf.ts'
import { useTestApp } from '#server/testing/test-app.ts'

const t = useTestApp()

const getQuizAddress = async () => {
  const { statusCode, headers } = await t.app.inject('/samples/quiz')
  return [statusCode, headers.location]
}

it('leads to the newest preview quiz of a public course, and to all courses without one', async () => {
  const admin = await t.make.signedIn({ role: 'admin' })
  // Neither a quiz that is no preview, nor one of a draft.
  await makeQuizCourse(t)
  await makeQuizCourse(t, {}, { isPreview: true }, { isPublic: false })
  expect(await getQuizAddress()).toEqual([302, '/student/allcourses'])

  const { courseId, lessonId } = await makeQuizCourse(t, {}, { isPreview: true }, { title: 'Joins' })
  // A write drops what was cached.
  await t.call('duplicateCourse', { course_id: courseId }, admin.cookie)
  expect(await getQuizAddress()).toEqual([302, `/courses/${courseId}-joins?preview=${lessonId}`])
})

it('draws a sample certificate in the current design, without anyone’s name', async () => {
  const admin = await t.make.signedIn({ role: 'admin' })
  const design = { ...certificateDesign.parse({}), title: 'Diploma of the academy' }
  expect((await t.call('updateCertificateDesign', design, admin.cookie)).status).toBe(200)
  const response = await t.app.inject('/samples/certificate.pdf')
  expect([response.statusCode, response.headers['content-type']]).toEqual([200, 'application/pdf'])
  const { text } = await readPdf(response.rawPayload)
  for (const part of ['Diploma of the academy', 'Your name', 'Your course', 'SAMPLE']) expect(text).toContain(part)
})
