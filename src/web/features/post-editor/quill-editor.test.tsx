import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { ERRORS } from '#contract/errors.ts'
import { uploadContentPicture } from '#web/data/upload-picture.ts'
import { QuillEditor } from './quill-editor.tsx'

vi.mock(import('#web/data/upload-picture.ts'))

const createFile = (name: string, type: string) => new File([new Uint8Array(8)], name, { type })
const PNG = createFile('lamp.png', 'image/png')

function showEditor() {
  render(<QuillEditor content="" labelId="label" onChange={() => {}} onNormalize={() => {}} onUpload={() => {}} />)
  const editor = document.querySelector('.ql-editor')
  if (!editor) throw new Error('There is no editor')
  const paste = (...files: File[]) =>
    act(async () => {
      fireEvent.paste(editor, { clipboardData: { files, types: ['Files'], getData: () => '' } })
    })
  return { editor, paste }
}

test('says that a pasted or dropped file is not a picture', async () => {
  const { paste } = showEditor()
  await paste(createFile('notes.pdf', 'application/pdf'))
  expect(screen.getByRole('alert').textContent).toBe(ERRORS.not_a_picture[1])
})

test('shows the progress until the last of several uploads ends', async () => {
  const uploads: ((result: { image_url: string }) => void)[] = []
  vi.mocked(uploadContentPicture).mockImplementation(() => new Promise((resolve) => uploads.push(resolve)))
  const { paste, editor } = showEditor()
  await paste(PNG)
  await paste(PNG)
  await act(async () => uploads[0]?.({ image_url: `${'a'.repeat(32)}.webp` }))
  expect(editor.querySelectorAll('img')).toHaveLength(1)
  screen.getByText('Uploading picture: 0%')
  await act(async () => uploads[1]?.({ image_url: `${'b'.repeat(32)}.webp` }))
  await waitFor(() => expect(screen.queryByText(/^Uploading/)).toBeNull())
  expect(editor.querySelectorAll('img')).toHaveLength(2)
})
