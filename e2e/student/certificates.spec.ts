import { readFileSync } from 'node:fs'
import { readPdf } from '../../src/server/testing/files/read-pdf.ts'
import { expectAccessible } from '../fixtures/accessibility.ts'
import { callApi } from '../fixtures/factories.ts'
import { expect, test } from '../fixtures/test.ts'

interface OwnCertificate {
  certificate_id: string
  name: string
  course_title: string
}

test(
  'certificate of a finished course is verified by a visitor, also without scripts',
  { tag: '@slow' },
  async ({ browser, studentPage }) => {
    // Mara of the demo finished courses before certificates were issued; the job at the start makes up for it.
    const findOwn = () => callApi<OwnCertificate[]>(studentPage.request, 'POST', 'getMyCertificates', {})
    await expect.poll(async () => (await findOwn()).length).toBeGreaterThan(0)
    const [own] = await findOwn()
    if (!own) throw new Error('Mara has no certificate')
    await studentPage.goto('/student/certificates')
    await studentPage.getByRole('link', { name: own.course_title, exact: true }).click()
    await expect(studentPage.getByText('This certificate is valid')).toBeVisible()
    await expect(studentPage.getByRole('link', { name: 'Add to LinkedIn profile' })).toBeVisible()
    await expectAccessible(studentPage, 'the certificate')

    const context = await browser.newContext({ javaScriptEnabled: false })
    const page = await context.newPage()
    await page.goto(`/certificates/${own.certificate_id}`)
    await expect(page.getByText('This certificate is valid')).toBeVisible()
    await expect(page.getByRole('region', { name: 'What it says' })).toContainText(own.name)
    await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
    await context.close()
  },
)

test('student finishes a course, downloads the certificate, and a visitor checks it', async ({
  openStudentPage,
  openPage,
  createCourse,
}) => {
  const course = await createCourse({ lessons: [{ title: 'Only one', kind: 'article', content: '<p>Read.</p>' }] })
  const { page, student } = await openStudentPage('Zoe')
  await callApi(page.request, 'PUT', 'enrollCourse', { course_id: course.id })
  await page.goto(course.path)
  await page.getByRole('button', { name: 'Mark as completed' }).click()
  await expect(page.getByText('Course finished', { exact: true })).toBeVisible()
  await page.getByRole('link', { name: /Your certificate/ }).click()
  await expect(page.getByText('This certificate is valid')).toBeVisible()
  const downloading = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download PDF' }).click()
  const file = await (await downloading).path()

  const visitor = await openPage()
  await visitor.goto(new URL(page.url()).pathname)
  // Once: the page must not be shown beside what the server rendered.
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText(`Certificate of ${student.name}`)
  const fields = visitor.getByRole('region', { name: 'What it says' })
  await expect(fields).toContainText(student.name)
  await expect(fields).toContainText(course.title)
  await expectAccessible(visitor, 'the certificate of a visitor')

  // A copy shows the same, so a changed one does not.
  const { text } = await readPdf(readFileSync(file))
  const id = new URL(page.url()).pathname.split('/').at(-1)
  for (const printed of [student.name, course.title, id]) expect(text).toContain(printed)
})
