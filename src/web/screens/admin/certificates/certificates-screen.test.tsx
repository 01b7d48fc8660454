import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { AppError } from '#contract/errors.ts'
import { certificateDesign } from '#contract/schemas/learning/certificates.ts'
import { mockSignedIn } from '#web/testing/factories.ts'
import type { CallMocks } from '#web/testing/render-screen.tsx'
import { showScreen } from '#web/testing/show-screen.ts'
import { spyOnConsoleError } from '#web/testing/spy-on-console-error.ts'
import type { CertificateRow } from './certificate-columns.tsx'
import './certificate-design-screen.tsx'
import './certificates-screen.tsx'

const ADA: CertificateRow = {
  ...{ certificate_id: '14f07962-6e04-4df3-a0c1-e9efb3c40462', name: 'Ada Mary Lovelace', course_title: 'Sorting' },
  ...{ kind: 'course', issued_date: '2026-03-05T10:00:00.000Z', finished_date: '2026-03-04T10:00:00.000Z' },
  ...{ duration: 60, issuer: 'Learn Lantern', status: 'valid', student_id: 7, email: 'ada@mail.example' },
}
const DELETED: CertificateRow = {
  ...ADA,
  ...{
    certificate_id: '735edf3d-e9c6-4d76-a484-9d42190e55e6',
    name: 'Ben',
    student_id: null,
    email: null,
    status: 'revoked',
  },
}

const show = (rows: CertificateRow[], mocks: CallMocks = {}, address = '/dashboard/certificates') =>
  showScreen(address, {
    ...mockSignedIn({ role: 'admin' }),
    getCertificates: () => ({ msg: rows, nextPage: null }),
    getCertificateDesign: () => ({ msg: certificateDesign.parse({}) }),
    ...mocks,
  })
const findRow = (name: RegExp) => screen.findByRole('row', { name }).then((row) => within(row))
const dialog = () => within(screen.getByRole('dialog'))

describe('The certificates panel', () => {
  it('lists name, student and state, with actions for valid ones only', async () => {
    await show([ADA, DELETED])
    const ada = await findRow(/Ada Mary Lovelace/)
    expect(ada.getByRole('link', { name: 'ada@mail.example' }).getAttribute('href')).toBe('/dashboard/users/7')
    expect(ada.getAllByText('Valid').length).toBeGreaterThan(0)
    const ben = await findRow(/Ben/)
    ben.getByText('Account deleted')
    expect(ben.queryByRole('button')).toBeNull()
    expect(screen.getByRole('link', { name: 'Design' }).getAttribute('href')).toBe('/dashboard/certificates/design')
  })

  it('asks for a reason before it revokes', async () => {
    const { user, calls } = await show([ADA], { revokeCertificate: () => ({ msg: 'The certificate was revoked' }) })
    const [button] = (await findRow(/Ada/)).getAllByRole('button', { name: /^Revoke/ })
    if (button) await user.click(button)
    await user.click(dialog().getByRole('button', { name: 'Revoke' }))
    dialog().getByText('Reason is required')
    await user.type(dialog().getByLabelText('Reason'), 'Copied the work')
    await user.click(dialog().getByRole('button', { name: 'Revoke' }))
    await screen.findByText('The certificate was revoked')
    expect(calls.find(({ name }) => name === 'revokeCertificate')?.input).toEqual({
      ...{ certificate_id: ADA.certificate_id, reason: 'Copied the work' },
    })
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('corrects a name, and keeps the form open when the server refuses', async () => {
    spyOnConsoleError()
    let isRefused = true
    const { user, calls } = await show([ADA], {
      replaceCertificate: () =>
        isRefused
          ? Promise.reject(new AppError('certificate_state'))
          : { msg: { certificate_id: DELETED.certificate_id } },
    })
    const [button] = (await findRow(/Ada/)).getAllByRole('button', { name: /^Correct name/ })
    if (button) await user.click(button)
    const [first, last] = [dialog().getByLabelText('First name'), dialog().getByLabelText('Last name')]
    expect([first, last].map((field) => (field as HTMLInputElement).value)).toEqual(['Ada', 'Mary Lovelace'])
    await user.clear(first)
    await user.click(dialog().getByRole('button', { name: 'Issue new certificate' }))
    dialog().getByText('First name is required')
    await user.type(first, 'Augusta')
    await user.click(dialog().getByRole('button', { name: 'Issue new certificate' }))
    await dialog().findByText('This certificate has been revoked or replaced already')
    isRefused = false
    // A person may have one name.
    await user.clear(last)
    await user.click(dialog().getByRole('button', { name: 'Issue new certificate' }))
    await screen.findByText('A new certificate was issued')
    const inputs = calls.filter(({ name }) => name === 'replaceCertificate').map(({ input }) => input)
    const { certificate_id } = ADA
    expect(inputs).toEqual([
      { certificate_id, first_name: 'Augusta', last_name: 'Mary Lovelace' },
      { certificate_id, first_name: 'Augusta' },
    ])
  })

  it('says how students get certificates when there are none', async () => {
    await show([])
    await screen.findByText('No certificates yet')
  })

  it('clears a search without results', async () => {
    await show([], {}, '/dashboard/certificates?type=Revoked')
    await screen.findByText('No certificates found')
    screen.getByRole('link', { name: 'Clear filters' })
  })
})

describe('The design of certificates', () => {
  const showDesign = (mocks: CallMocks = {}) => show([], mocks, '/dashboard/certificates/design')
  const preview = () => within(screen.getByRole('region', { name: 'Preview' }))

  it('shows in the preview what is typed, and saves it', async () => {
    const { user, calls } = await showDesign({ updateCertificateDesign: () => ({ msg: 'The design was saved' }) })
    const title = await screen.findByLabelText('Title')
    await user.clear(title)
    await user.type(title, 'Diploma')
    preview().getByText('Diploma')
    await user.type(screen.getByLabelText('Who signs'), 'Grace')
    preview().getByText('Grace')
    await user.click(screen.getByRole('button', { name: 'Save design' }))
    await screen.findByText('The design was saved')
    expect(calls.find(({ name }) => name === 'updateCertificateDesign')?.input).toMatchObject({
      ...{ title: 'Diploma', signature_name: 'Grace', background: '#faf7f1' },
    })
  })

  it('keeps what is typed during the save, and asks before it is left', async () => {
    let finish = () => {}
    const { user } = await showDesign({
      updateCertificateDesign: async () => {
        await new Promise<void>((resolve) => {
          finish = resolve
        })
        return { msg: 'The design was saved' }
      },
    })
    await user.type(await screen.findByLabelText('Title'), '!')
    await user.click(screen.getByRole('button', { name: 'Save design' }))
    await screen.findByRole('button', { name: 'Saving…' })
    await user.type(screen.getByLabelText('Who signs'), 'Grace')
    finish()
    await screen.findByText('The design was saved')
    expect(screen.getByLabelText<HTMLInputElement>('Who signs').value).toBe('Grace')
    expect(screen.getByLabelText<HTMLInputElement>('Title').value).toBe('Certificate of completion!')
    await user.click(screen.getByRole('link', { name: 'All certificates' }))
    await screen.findByRole('button', { name: 'Keep editing' })
  })

  it('asks before unsaved changes are left, and goes on without them', async () => {
    const { user, getPathname } = await showDesign()
    await user.type(await screen.findByLabelText('Who signs'), 'Grace')
    await user.click(screen.getByRole('link', { name: 'All certificates' }))
    await user.click(await screen.findByRole('button', { name: 'Keep editing' }))
    expect(screen.getByLabelText<HTMLInputElement>('Who signs').value).toBe('Grace')
    await user.click(screen.getByRole('link', { name: 'All certificates' }))
    await user.click(await screen.findByRole('button', { name: 'Discard changes' }))
    await waitFor(() => expect(getPathname()).toBe('/dashboard/certificates'))
  })

  it('refuses a background on which no text can be read', async () => {
    const { user, calls } = await showDesign()
    fireEvent.change(await screen.findByLabelText('Background'), { target: { value: '#808080' } })
    await screen.findByText(/^Text is hard to read on this background/)
    await user.click(screen.getByRole('button', { name: 'Save design' }))
    expect(calls.some(({ name }) => name === 'updateCertificateDesign')).toBe(false)
  })

  it('uploads a signature and shows it, and removes it again', async () => {
    const image_url = `${'a'.repeat(32)}.webp`
    const { user } = await showDesign({ addContentPicture: () => ({ msg: { image_url } }) })
    await user.upload(await screen.findByLabelText('Signature file'), new File(['x'], 'me.png', { type: 'image/png' }))
    expect((await screen.findByRole('img', { name: 'Signature' })).getAttribute('src')).toBe(`/uploads/${image_url}`)
    await waitFor(() => expect(preview().getAllByRole('presentation').length).toBeGreaterThan(0))
    await user.click(screen.getByRole('button', { name: 'Remove signature picture' }))
    expect(screen.queryByRole('img', { name: 'Signature' })).toBeNull()
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Upload picture' }))
  })

  it('refuses to save, and asks before it is left, while a signature is uploading', async () => {
    const image_url = `${'a'.repeat(32)}.webp`
    let finishUpload = () => {}
    const { user, calls } = await showDesign({
      addContentPicture: () =>
        new Promise((resolve) => {
          finishUpload = () => resolve({ msg: { image_url } })
        }),
      updateCertificateDesign: () => ({ msg: 'The design was saved' }),
    })
    await user.upload(await screen.findByLabelText('Signature file'), new File(['x'], 'me.png', { type: 'image/png' }))
    await user.click(screen.getByRole('button', { name: 'Save design' }))
    await screen.findByText('A picture is still uploading. Wait for it to finish.')
    await user.click(screen.getByRole('link', { name: 'All certificates' }))
    await user.click(await screen.findByRole('button', { name: 'Keep editing' }))
    expect(calls.some(({ name }) => name === 'updateCertificateDesign')).toBe(false)
    finishUpload()
    await waitFor(() => expect(screen.queryByText(/^A picture is still uploading/)).toBeNull())
    await user.click(screen.getByRole('button', { name: 'Save design' }))
    await screen.findByText('The design was saved')
    expect(calls.find(({ name }) => name === 'updateCertificateDesign')?.input).toMatchObject({
      signature_image: image_url,
    })
  })
})
