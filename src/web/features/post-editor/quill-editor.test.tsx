import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import Quill from 'quill'
import { expect, test, vi } from 'vitest'
import { ERRORS } from '#contract/errors.ts'
import { stubUploads } from '#web/testing/stub-uploads.ts'
import { QuillEditor } from './quill-editor.tsx'

const LAMP = `/uploads/${'a'.repeat(32)}.webp`
const createFile = (name: string, type: string) => new File([new Uint8Array(8)], name, { type })
const PNG = createFile('lamp.png', 'image/png')

function showEditor(content: string) {
  const onChange = vi.fn<(content: string) => void>()
  render(<QuillEditor {...{ content, onChange }} labelId="label" onNormalize={() => {}} onUpload={() => {}} />)
  const editor = document.querySelector('.ql-editor')
  if (!editor) throw new Error('There is no editor')
  const paste = (...files: File[]) =>
    act(async () => {
      fireEvent.paste(editor, { clipboardData: { files, types: ['Files'], getData: () => '' } })
    })
  return { editor, onChange, paste, user: userEvent.setup() }
}

test('describes each picture for screen readers, and leaves an undescribed one without a name', async () => {
  const { user, editor, onChange } = showEditor(`<p><img src="${LAMP}"> and <img src="${LAMP}" alt="Lit"></p>`)
  await user.click(screen.getByText('1 of 2'))
  await user.type(screen.getByLabelText('Picture 1'), 'A lamp')
  await user.clear(screen.getByLabelText('Picture 2'))
  screen.getByText('1 of 2')
  expect([...editor.querySelectorAll('img')].map(({ outerHTML }) => outerHTML)).toEqual([
    `<img src="${LAMP}" alt="A lamp">`,
    `<img src="${LAMP}" alt="">`,
  ])
  expect(onChange).toHaveBeenLastCalledWith(editor.innerHTML)
})

test('names the heading and the alignment at the caret', () => {
  const { editor } = showEditor('<h2>One</h2><h3 class="ql-align-center">Two</h3>')
  const quill = Quill.find(editor.parentElement ?? editor)
  if (!(quill instanceof Quill)) throw new Error('There is no editor')
  screen.getByRole('button', { name: 'Heading' })
  act(() => quill.setSelection(1))
  screen.getByRole('button', { name: 'Heading: Heading 2' })
  screen.getByRole('button', { name: 'Alignment: Left' })
  act(() => quill.blur())
  screen.getByRole('button', { name: 'Heading: Heading 2' })
  act(() => quill.setSelection('One\nT'.length))
  screen.getByRole('button', { name: 'Heading: Heading 3' })
  screen.getByRole('button', { name: 'Alignment: Center' })
  act(() => quill.setSelection(0, 'One\nTwo'.length))
  screen.getByRole('button', { name: 'Heading' })
})

test('says that a pasted or dropped file is not a picture', async () => {
  const { paste } = showEditor('')
  await paste(createFile('notes.pdf', 'application/pdf'))
  expect(screen.getByRole('alert').textContent).toBe(ERRORS.not_a_picture[1])
})

test('shows the progress until the last of several uploads ends', async () => {
  const uploads: (() => void)[] = []
  stubUploads(async () => {
    await new Promise<void>((resolve) => uploads.push(resolve))
    return { msg: { image_url: `${'a'.repeat(32)}.webp` } } as never
  })
  const { paste, editor } = showEditor('')
  await paste(PNG)
  await paste(PNG)
  await waitFor(() => expect(uploads).toHaveLength(2))
  await act(async () => uploads[0]?.())
  await waitFor(() => expect(editor.querySelectorAll('img')).toHaveLength(1))
  screen.getByText(/^Uploading picture: \d+%$/)
  await act(async () => uploads[1]?.())
  await waitFor(() => expect(screen.queryByText(/^Uploading/)).toBeNull())
  expect(editor.querySelectorAll('img')).toHaveLength(2)
})
