import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { AppError } from '#contract/errors.ts'
import { NO_DETAILS } from '#contract/schemas/learning/course-details.ts'
import { mockSignedIn } from '#web/testing/factories.ts'
import { showScreen } from '#web/testing/show-screen.ts'
import {
  fill,
  getField,
  getLessonButton,
  getLessonTitles,
  getSaveButton,
  mockCourseServer,
  selectPicture,
} from './mock-course-server.ts'
// Lazy routes: loading them here keeps the import's time out of the tests that open them.
import './edit-course-screen.tsx'

beforeEach(() => localStorage.clear())

const EDIT_PATH = '/dashboard/courses/edit/41'
const getLesson = (place: number) => within(screen.getByRole('group', { name: `Lesson ${place}` }))

test('shows each field’s error, and the summary opens the closed lesson of an error', async () => {
  const { user, calls } = await showScreen('/dashboard/courses/add', mockCourseServer().mocks)
  screen.getByRole('heading', { level: 1, name: 'Add Course' })
  expect(screen.getByRole('link', { name: /^Close/ }).getAttribute('href')).toBe('/dashboard/courses')
  expect(within(screen.getByRole('combobox', { name: 'Category' })).getAllByRole('option')).toHaveLength(11)

  await user.click(screen.getByRole('button', { name: 'Add a lesson' }))
  expect(document.activeElement).toBe(getLesson(1).getByLabelText('Title'))
  await user.click(getLessonButton('New lesson'))
  expect(screen.queryByRole('group', { name: 'Lesson 1' })).toBeNull()

  await fill(user, getField('Discount (%)'), '101')
  await user.click(getSaveButton('Add Course'))
  await screen.findByText('5 fields need attention.')
  expect(document.activeElement).toBe(getField('Title'))
  expect(getField('Title').getAttribute('aria-invalid')).toBe('true')
  screen.getByText('Category is required')
  screen.getByText('Discount is a number from 0 to 100')
  expect(getLessonButton('New lesson').textContent).toContain('A lesson’s title is required')
  expect(screen.getAllByText('Category is required')).toHaveLength(1)

  await fill(user, getField('Title'), 'Sorting')
  await user.selectOptions(screen.getByRole('combobox', { name: 'Category' }), 'Data Structures and Algorithms')
  await user.click(await screen.findByRole('button', { name: 'Lesson 1: Title' }))
  expect(document.activeElement).toBe(getLesson(1).getByLabelText('Title'))
  expect(calls.filter(({ name }) => name === 'addCourse')).toHaveLength(0)
})

test('adds a course with its picture and continues on the edit screen', async () => {
  const { user, calls } = await showScreen('/dashboard/courses/add', mockCourseServer().mocks)
  await fill(user, getField('Title'), 'Databases')
  await user.selectOptions(screen.getByRole('combobox', { name: 'Category' }), 'Database Management Systems')
  await fill(user, getField('Tabs'), 'sql  joins sql')
  expect(
    within(screen.getByRole('list', { name: 'Tabs preview' }))
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['sql', 'joins'])
  await fill(user, getField('Price ($)'), '80')
  await fill(user, getField('Discount (%)'), '25')
  expect(screen.getByText('Students pay').textContent).toBe('Students pay instead of $80$60')
  await user.click(screen.getByRole('button', { name: 'Add a lesson' }))
  const lesson = getLesson(1)
  await fill(user, lesson.getByLabelText('Title'), 'Joins')
  await fill(user, lesson.getByLabelText('Subtitle'), 'Drawn')
  await fill(user, lesson.getByLabelText('Video URL'), 'https://video.example/1')
  await fill(user, lesson.getByLabelText('Duration'), '4:5')
  await user.click(lesson.getByRole('switch', { name: /Free preview/ }))
  await user.click(getSaveButton('Add Course'))
  await lesson.findByText('Enter minutes and seconds, such as 4:05')
  await user.type(lesson.getByLabelText('Duration'), '{Backspace}05')
  await selectPicture(user)
  await user.click(screen.getByRole('button', { name: 'Undo picture selection' }))
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Upload image' }))
  await selectPicture(user)
  await user.click(getSaveButton('Add Course'))
  await screen.findByRole('heading', { level: 1, name: 'Edit Course' })
  await screen.findByText('The course was added')
  expect(calls.find(({ name }) => name === 'addCourse')?.input).toEqual({
    title: 'Databases',
    description: '',
    price: '80',
    discount: '25',
    category: 'Database Management Systems',
    tabs: 'sql  joins sql',
    public: false,
    materials: [
      {
        id: null,
        title: 'Joins',
        subtitle: 'Drawn',
        url: 'https://video.example/1',
        duration: 245,
        preview: true,
        captions: '',
        lesson_count: 1,
        ...{ section: null, kind: 'video', content: '', file_name: '', quiz: null },
        ...{ submission_form: 'both', completion: 'manual', watch_percent: null },
      },
    ],
    ...{ details: NO_DETAILS, lesson_order: 'free', prerequisites: [], sections: [] },
    student_id: 1,
    role: 'admin',
    email: 'admin@mail.example',
  })
  expect(calls.find(({ name }) => name === 'handleUploads')?.input).toMatchObject({ id: '41' })
  expect(localStorage).toHaveLength(0)
})

test('adds one course at a double click on the save button', async () => {
  const { user, calls } = await showScreen('/dashboard/courses/add', mockCourseServer().mocks)
  await fill(user, getField('Title'), 'Databases')
  await user.selectOptions(screen.getByRole('combobox', { name: 'Category' }), 'Database Management Systems')
  await user.dblClick(getSaveButton('Add Course'))
  await screen.findByRole('heading', { level: 1, name: 'Edit Course' })
  expect(calls.filter(({ name }) => name === 'addCourse')).toHaveLength(1)
})

test('sends only the picture again after a failed upload', async () => {
  let isFailing = true
  const { mocks } = mockCourseServer({
    handleUploads: () => {
      if (isFailing) throw new AppError('connection')
      return { msg: { image_url: 'new.webp' } }
    },
  })
  const { user, calls } = await showScreen(EDIT_PATH, mocks)
  await selectPicture(user)
  await user.click(getSaveButton())
  await screen.findByText('Your changes are saved, but the picture couldn’t be uploaded: Error connecting to server')
  isFailing = false
  await user.click(getSaveButton())
  await waitFor(() => expect(screen.queryByRole('img', { name: 'Selected cover' })).toBeNull())
  screen.getByText('The course was saved')
  expect(calls.filter(({ name }) => name === 'updateCourse')).toHaveLength(1)
})

test('moves lessons by arrow key and button, keeps the focus and announces the new place', async () => {
  const { user } = await showScreen(EDIT_PATH, mockCourseServer().mocks)
  expect(getLessonTitles()).toEqual(['Joins, drawn', 'Indexes', 'Transactions'])
  screen.getByRole('button', { name: 'Move lesson 1, Joins, drawn' }).focus()
  await user.keyboard('{ArrowDown}')
  expect(getLessonTitles()).toEqual(['Indexes', 'Joins, drawn', 'Transactions'])
  screen.getByText('“Joins, drawn” is now lesson 2 of 3')
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Move lesson 2, Joins, drawn' }))
  await user.keyboard('{ArrowDown}{ArrowDown}')
  expect(getLessonTitles()).toEqual(['Indexes', 'Transactions', 'Joins, drawn'])
  await user.click(getLessonButton('Transactions'))
  await user.click(screen.getByRole('button', { name: 'Move up' }))
  expect(getLessonTitles()).toEqual(['Transactions', 'Indexes', 'Joins, drawn'])
})

test('asks before a saved lesson is removed, but not before a new one is', async () => {
  const { user } = await showScreen(EDIT_PATH, mockCourseServer().mocks)
  await user.click(getLessonButton('Joins, drawn'))
  await user.click(screen.getByRole('button', { name: 'Remove lesson' }))
  const dialog = screen.getByRole('dialog', { name: 'WARNING!' })
  expect(dialog.textContent).toContain('The next save deletes “Joins, drawn” and its completions by students.')
  await user.click(within(dialog).getByRole('button', { name: 'YES !' }))
  expect(getLessonTitles()).toEqual(['Indexes', 'Transactions'])
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Move lesson 1, Indexes' }))

  await user.click(screen.getByRole('button', { name: 'Add a lesson' }))
  await user.click(screen.getByRole('button', { name: 'Remove lesson' }))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(getLessonTitles()).toEqual(['Indexes', 'Transactions'])
})

test('saves lessons with the ids that the previous save answered, without loading the form again', async () => {
  const { server, mocks } = mockCourseServer()
  let loads = 0
  const { user, calls } = await showScreen(EDIT_PATH, {
    ...mocks,
    // The first load is answered, no later one ever is.
    getCourseForm: () => (loads++ === 0 ? { msg: server.saved } : new Promise(() => {})),
  })
  await user.click(screen.getByRole('button', { name: 'Add a lesson' }))
  const added = getLesson(4)
  await fill(user, added.getByLabelText('Title'), 'Locks')
  await fill(user, added.getByLabelText('Subtitle'), 'Who waits')
  await fill(user, added.getByLabelText('Video URL'), 'https://video.example/2')
  await user.click(getSaveButton())
  await screen.findByText('The course was saved')
  expect(server.saved.materials.map(({ material_id }) => material_id)).toEqual([901, 902, 903, 953])
  await user.type(getField('Description'), ' More.')
  await user.click(getSaveButton())
  await waitFor(() => expect(calls.filter(({ name }) => name === 'updateCourse')).toHaveLength(2))
  expect(calls.findLast(({ name }) => name === 'updateCourse')?.input).toMatchObject({
    course_id: 41,
    version: 5,
    materials: [{ id: 901 }, { id: 902 }, { id: 903 }, { id: 953, title: 'Locks' }],
  })
})

test('rejects files of another type before they are uploaded', async () => {
  const { user } = await showScreen(EDIT_PATH, mockCourseServer().mocks)
  await user.click(getLessonButton('Indexes'))
  screen.getByText('Video uploaded')
  await user.click(screen.getByRole('button', { name: 'Remove the video' }))
  screen.getByLabelText('Video URL')
  const chooseFile = async (label: string, name: string) => {
    const input = screen.getByLabelText(label, { selector: 'input' })
    input.removeAttribute('accept')
    await user.upload(input, new File(['x'], name))
  }
  await chooseFile('Choose a video', 'film.avi')
  await screen.findByText('Choose an .mp4 or .webm file')
  await chooseFile('Choose captions', 'words.srt')
  await screen.findByText('Choose a .vtt file')
})

test('shows “No Course Found” within the dashboard for a missing course', async () => {
  await showScreen('/dashboard/courses/edit/999', {
    ...mockSignedIn({ role: 'admin' }),
    getCourseForm: () => {
      throw new AppError('course_not_found')
    },
  })
  screen.getByText('No Course Found')
  expect(screen.getByRole('link', { name: 'Course Panel' }).getAttribute('href')).toBe('/dashboard/courses')
  screen.getByRole('navigation', { name: 'Dashboard' })
})
