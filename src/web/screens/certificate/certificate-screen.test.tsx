import { screen, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { AppError } from '#contract/errors.ts'
import { type CertificatePage, certificateDesign } from '#contract/schemas/learning/certificates.ts'
import { showScreen } from '#web/testing/show-screen.ts'
import { spyOnConsoleError } from '#web/testing/spy-on-console-error.ts'
import './certificate-screen.tsx'

const ID = '14f07962-6e04-4df3-a0c1-e9efb3c40462'
const NEXT_ID = '735edf3d-e9c6-4d76-a484-9d42190e55e6'
/** Tests render without an address of the site. */
const URL = `/certificates/${ID}`

const buildCertificate = (values: Partial<CertificatePage> = {}): CertificatePage => ({
  ...{ certificate_id: ID, name: 'Ada Lovelace', course_title: 'Sorting, slowly', kind: 'course', duration: 8_100 },
  ...{ issued_date: '2026-03-05T10:00:00.000Z', finished_date: '2026-03-04T10:00:00.000Z', issuer: 'Lantern Academy' },
  ...{ status: 'valid', course_path: '/courses/4-sorting-slowly', revoked_date: null, revoked_reason: '' },
  ...{ replaced_by: null, is_own: false },
  design: certificateDesign.parse({ issuer: 'Lantern Academy', signature_name: 'Grace Hopper' }),
  ...values,
})
const show = (values: Partial<CertificatePage> = {}) =>
  showScreen(`/certificates/${ID}`, { getCertificate: () => ({ msg: buildCertificate(values) }) })
const fields = () => within(screen.getByRole('region', { name: 'What it says' }))

describe('The page of a certificate', () => {
  it('says that it is valid, and everything that is printed', async () => {
    await show()
    screen.getByText('This certificate is valid')
    for (const text of ['Ada Lovelace', '4 March 2026', '5 March 2026', '2 hours 15 minutes', 'Lantern Academy', ID])
      fields().getByText(text)
    expect(fields().getByRole('link', { name: 'Sorting, slowly' }).getAttribute('href')).toBe(
      '/courses/4-sorting-slowly',
    )
    screen.getByText('Grace Hopper')
    expect(document.head.querySelector('meta[name=robots]')?.getAttribute('content')).toBe('noindex')
    expect(document.head.querySelector('meta[property="og:title"]')?.getAttribute('content')).toBe(
      'Ada Lovelace: Sorting, slowly',
    )
  })

  it('offers the PDF, the badge and the link', async () => {
    const { user } = await show()
    expect(screen.getByRole('link', { name: 'Download PDF' }).getAttribute('href')).toBe(`/certificates/${ID}.pdf`)
    expect(screen.getByRole('link', { name: 'Open Badges 3.0' }).getAttribute('href')).toBe(`/certificates/${ID}.json`)
    const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    await user.click(screen.getByRole('button', { name: 'Copy link' }))
    await screen.findByText('The link was copied')
    expect(writeText).toHaveBeenCalledWith(URL)
  })

  it('says how to copy the link where the browser denies it', async () => {
    const { user } = await show()
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('denied'))
    await user.click(screen.getByRole('button', { name: 'Copy link' }))
    await screen.findByText('Couldn’t copy the link. Copy it from the address bar')
  })

  it('offers LinkedIn to the owner of a valid certificate', async () => {
    await show({ is_own: true })
    const url = new window.URL(screen.getByRole('link', { name: 'Add to LinkedIn profile' }).getAttribute('href') ?? '')
    expect(Object.fromEntries(url.searchParams)).toEqual({
      ...{ startTask: 'CERTIFICATION_NAME', name: 'Sorting, slowly', organizationName: 'Lantern Academy' },
      ...{ issueYear: '2026', issueMonth: '3', certUrl: URL, certId: ID },
    })
  })

  it('does not offer LinkedIn to others', async () => {
    await show()
    expect(screen.queryByRole('link', { name: 'Add to LinkedIn profile' })).toBeNull()
  })

  it('says that it was revoked, when and why', async () => {
    const revoked_date = '2026-05-01T00:00:00.000Z'
    await show({ status: 'revoked', revoked_date, revoked_reason: 'Copied the work', is_own: true })
    screen.getByText('This certificate was revoked')
    screen.getByText('Copied the work')
    screen.getByText(/^On 1 May 2026/)
    screen.getByText('REVOKED')
    expect(screen.queryByRole('link', { name: /LinkedIn/ })).toBeNull()
  })

  it('leads to the certificate that replaces it', async () => {
    await show({ status: 'replaced', replaced_by: NEXT_ID })
    screen.getByText('This certificate was replaced')
    expect(screen.getByRole('link', { name: 'View the new certificate' }).getAttribute('href')).toBe(
      `/certificates/${NEXT_ID}`,
    )
  })

  it('names a course that is gone without a link, and leaves out an unknown duration', async () => {
    await show({ course_path: null, duration: 0, kind: 'path' })
    fields().getByText('Path')
    expect(fields().queryByRole('link')).toBeNull()
    expect(fields().queryByText('Lessons')).toBeNull()
  })

  it.each([`/certificates/${ID}`, '/certificates/nothing'])('says that there is none: %s', async (address) => {
    spyOnConsoleError()
    await showScreen(address, { getCertificate: () => Promise.reject(new AppError('certificate_not_found')) })
    screen.getByRole('heading', { level: 1, name: 'Certificate not found' })
  })
})
