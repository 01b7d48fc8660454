import { expectAccessible } from './fixtures/accessibility.ts'
import { callApi } from './fixtures/factories.ts'
import { expect, test } from './fixtures/test.ts'

interface OwnCertificate {
  certificate_id: string
  name: string
  course_title: string
}

test(
  'certificate of a finished course is verified by a visitor, also without scripts',
  { tag: '@phone' },
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
    const pdf = await page.request.get(`/certificates/${own.certificate_id}.pdf`)
    expect((await pdf.body()).subarray(0, 5).toString()).toBe('%PDF-')
    await context.close()
  },
)
