import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { Certificate } from '#contract/schemas/learning/certificates.ts'
import { failWith } from '#web/testing/fail-with.ts'
import { mockSignedIn } from '#web/testing/factories.ts'
import { renderScreen } from '#web/testing/render-screen.tsx'
import { spyOnConsoleError } from '#web/testing/spy-on-console-error.ts'
import './certificates-screen.tsx'

const VALID: Certificate = {
  ...{ certificate_id: '14f07962-6e04-4df3-a0c1-e9efb3c40462', name: 'Ada Lovelace', course_title: 'Sorting, slowly' },
  ...{ kind: 'course', issued_date: '2026-03-05T10:00:00.000Z', finished_date: '2026-03-04T10:00:00.000Z' },
  ...{ duration: 60, issuer: 'Learn Lantern', status: 'valid' },
}
const REVOKED: Certificate = {
  ...VALID,
  ...{
    certificate_id: '735edf3d-e9c6-4d76-a484-9d42190e55e6',
    kind: 'path',
    course_title: 'Basics',
    status: 'revoked',
  },
}

const show = (certificates: Certificate[]) =>
  renderScreen('/student/certificates', { ...mockSignedIn(), getMyCertificates: () => ({ msg: certificates }) })

describe('My certificates', () => {
  it('lists each with its state, day and PDF', async () => {
    show([VALID, REVOKED])
    const [valid, revoked] = (await screen.findAllByRole('article')).map((row) => within(row))
    if (!valid || !revoked) throw new Error('There are not two certificates')
    expect(valid.getByRole('link', { name: 'Sorting, slowly' }).getAttribute('href')).toBe(
      `/certificates/${VALID.certificate_id}`,
    )
    expect(valid.getByRole('link', { name: 'PDF of Sorting, slowly' }).getAttribute('href')).toBe(
      `/certificates/${VALID.certificate_id}.pdf`,
    )
    valid.getByText('5 March 2026')
    expect(valid.queryByText('Valid')).toBeNull()
    revoked.getByText('Revoked')
    revoked.getByText('Path')
  })

  it('leads a student without certificates to the courses', async () => {
    show([])
    await screen.findByText('No certificates yet')
    expect(within(screen.getByRole('main')).getByRole('link', { name: 'My Courses' }).getAttribute('href')).toBe(
      '/student/mycourses',
    )
  })

  it('shows an error when they cannot be loaded', async () => {
    spyOnConsoleError()
    renderScreen('/student/certificates', { ...mockSignedIn(), getMyCertificates: failWith('not_ready') })
    await screen.findByRole('button', { name: 'Reload page' })
  })
})
