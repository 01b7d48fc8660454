import { act, fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { showScreen } from '#web/testing/show-screen.ts'
import { getLessonButton, mockCourseServer } from '../mock-course-server.ts'
// Loading what is lazy here keeps the imports' time out of the tests that open it.
import '../content/other-kind-fields.tsx'
import '../edit-course-screen.tsx'

interface UploadOptions {
  onSuccess: (event: { lastResponse: { getHeader: () => string } }) => void
}

const { FakeUpload } = vi.hoisted(() => ({
  /** Ends when the test says so. */
  FakeUpload: class {
    static latest: { options: UploadOptions; isAborted: boolean } | undefined
    isAborted = false
    constructor(
      _file: File,
      readonly options: UploadOptions,
    ) {}
    findPreviousUploads = () => Promise.resolve([])
    start() {
      FakeUpload.latest = this
    }
    abort() {
      this.isAborted = true
      return Promise.resolve()
    }
  },
}))
vi.mock('tus-js-client', () => ({ Upload: FakeUpload }))

beforeEach(() => {
  localStorage.clear()
  FakeUpload.latest = undefined
})

const findUpload = () =>
  vi.waitFor(() => {
    const { latest } = FakeUpload
    return latest && !latest.isAborted ? latest : expect.fail('No upload is running')
  })
const finishUpload = async (url: string, upload?: { options: UploadOptions }) => {
  const { options } = upload ?? (await findUpload())
  await act(async () => options.onSuccess({ lastResponse: { getHeader: () => url } }))
}

const showForm = () => showScreen('/dashboard/courses/edit/41', mockCourseServer().mocks)
const getPicker = (name: string) => screen.getByRole('group', { name })

test('keeps the focus at the file while it is removed, chosen, uploaded and cancelled', async () => {
  const { user } = await showForm()
  await user.click(getLessonButton('Indexes'))
  const picker = getPicker('Video')
  await user.click(within(picker).getByRole('button', { name: 'Remove the video' }))
  expect(document.activeElement).toBe(picker)
  const chooseVideo = () => {
    within(picker).getByRole('button', { name: 'Choose a video' }).focus()
    // The browser’s dialog gives the focus back to the button.
    fireEvent.change(within(picker).getByLabelText('Choose a video', { selector: 'input' }), {
      target: { files: [new File(['x'], 'indexes.webm')] },
    })
  }
  chooseVideo()
  expect(document.activeElement).toBe(picker)
  await user.click(within(picker).getByRole('button', { name: 'Cancel' }))
  expect(document.activeElement).toBe(picker)
  chooseVideo()
  within(picker).getByRole('button', { name: 'Cancel' }).focus()
  await finishUpload('/uploads/new.webm')
  await within(picker).findByText('Video uploaded')
  expect(document.activeElement).toBe(picker)
})

test('keeps the focus at the captions when they are removed', async () => {
  const { user } = await showForm()
  await user.click(getLessonButton('Indexes'))
  const picker = getPicker('Captions')
  await user.upload(
    within(picker).getByLabelText('Choose captions', { selector: 'input' }),
    new File(['x'], 'indexes.vtt', { type: 'text/vtt' }),
  )
  await finishUpload('/uploads/new.vtt')
  await user.click(await within(picker).findByRole('button', { name: 'Remove the captions' }))
  expect(document.activeElement).toBe(picker)
})

test('cancels the upload of a new lesson whose kind changes', async () => {
  const { user } = await showForm()
  await user.click(screen.getByRole('button', { name: 'Add a lesson' }))
  const lesson = within(getPicker('Lesson 4'))
  await user.click(lesson.getByRole('radio', { name: 'File' }))
  await user.upload(
    await lesson.findByLabelText('Choose a file', { selector: 'input' }),
    new File(['locks'], 'locks.pdf'),
  )
  lesson.getByRole('button', { name: 'Cancel' })
  const upload = await findUpload()
  await user.click(lesson.getByRole('radio', { name: 'Embed' }))
  expect(upload.isAborted).toBe(true)
  await finishUpload('/uploads/locks.pdf', upload)
  expect((await lesson.findByLabelText<HTMLInputElement>('Link')).value).toBe('')
})

test('keeps the focus at a new lesson’s file when it is removed', async () => {
  const { user } = await showForm()
  await user.click(screen.getByRole('button', { name: 'Add a lesson' }))
  await user.click(screen.getByRole('radio', { name: 'File' }))
  const input = await screen.findByLabelText('Choose a file', { selector: 'input' })
  await user.upload(input, new File(['locks'], 'locks.pdf'))
  await finishUpload('/uploads/locks.pdf')
  await user.click(await screen.findByRole('button', { name: 'Remove the file' }))
  expect(document.activeElement).toBe(getPicker('File'))
})
