import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { AppError } from '#contract/errors.ts'
import { mockSignedIn } from '#web/testing/factories.ts'
import { showScreen } from '#web/testing/show-screen.ts'
import {
  getField,
  getLessonButton,
  getLessonTitles,
  getSaveButton,
  mockCourseServer,
  replaceTitle,
  selectPicture,
} from './mock-course-server.ts'
// Lazy routes: loading them here keeps the import's time out of the tests that open them.
import '#web/screens/admin/courses/courses-screen.tsx'

beforeEach(() => localStorage.clear())

const EDIT_PATH = '/dashboard/courses/edit/41'
const CONFLICT = 'Someone else saved changes while you were editing.'

/** What a browser does with a page whose tab is closed. */
function closeTab() {
  window.dispatchEvent(new Event('pagehide'))
  cleanup()
}

test('overwrites another admin’s save after a conflict, and adds the lesson that they removed again', async () => {
  const { server, mocks } = mockCourseServer()
  const { user } = await showScreen(EDIT_PATH, mocks)
  await replaceTitle(user, 'Mine')
  server.saved = {
    ...server.saved,
    course: { ...server.saved.course, title: 'Theirs' },
    materials: server.saved.materials.slice(1),
    version: 9,
  }
  await user.click(getSaveButton())
  await screen.findByText(CONFLICT)
  expect(getField('Title').value).toBe('Mine')
  expect(server.saved.course.title).toBe('Theirs')
  await user.click(screen.getByRole('button', { name: 'Overwrite' }))
  await screen.findByText('The course was saved')
  expect(server.saved.course.title).toBe('Mine')
  expect(server.saved.materials.map(({ material_id, title }) => [material_id, title])).toEqual([
    [950, 'Joins, drawn'],
    [902, 'Indexes'],
    [903, 'Transactions'],
  ])
  expect(screen.queryByText(CONFLICT)).toBeNull()
})

test('asks before it loads another admin’s save, and saves over that version next', async () => {
  const { server, mocks } = mockCourseServer()
  const { user } = await showScreen(EDIT_PATH, mocks)
  await replaceTitle(user, 'Mine')
  server.saved = { ...server.saved, course: { ...server.saved.course, title: 'Theirs' }, version: 9 }
  await user.click(getSaveButton())
  await user.click(await screen.findByRole('button', { name: 'Load latest' }))
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Keep my changes' }))
  expect(getField('Title').value).toBe('Mine')
  await user.click(screen.getByRole('button', { name: 'Load latest' }))
  await user.click(screen.getByRole('button', { name: 'Discard my changes' }))
  await waitFor(() => expect(getField('Title').value).toBe('Theirs'))
  await replaceTitle(user, 'Both')
  await user.click(getSaveButton())
  await screen.findByText('The course was saved')
  expect(server.saved.course.title).toBe('Both')
})

test('keeps text typed during a save as unsaved changes', async () => {
  const { server, mocks } = mockCourseServer()
  let answer = () => {}
  const { user } = await showScreen(EDIT_PATH, {
    ...mocks,
    updateCourse: (input) =>
      new Promise((resolve, reject) => {
        answer = () => {
          try {
            resolve(mocks.updateCourse(input))
          } catch (error) {
            reject(error)
          }
        }
      }),
  })
  await replaceTitle(user, 'First')
  await user.click(screen.getByRole('switch', { name: /Public/ }))
  await user.click(getSaveButton())
  await screen.findByRole('button', { name: 'Loading' })
  await user.type(getField('Title'), ' and second')
  answer()
  await screen.findByRole('button', { name: 'Edit Course' })
  expect(server.saved.course).toMatchObject({ title: 'First', public: false })
  expect(getField('Title').value).toBe('First and second')
  expect(screen.getByRole<HTMLInputElement>('switch', { name: /Public/ }).checked).toBe(false)
  screen.getByText('Unsaved changes')
  await user.click(getSaveButton())
  await screen.findByRole('button', { name: 'Loading' })
  answer()
  await screen.findByText('The course was saved')
  expect(server.saved.course.title).toBe('First and second')
})

test('asks before leaving with unsaved changes, and shows the saved course after they were discarded', async () => {
  const { user } = await showScreen(EDIT_PATH, mockCourseServer().mocks)
  await replaceTitle(user, 'Half a tit')
  await user.click(screen.getByRole('link', { name: /^Close/ }))
  await user.click(screen.getByRole('button', { name: 'Keep editing' }))
  expect(getField('Title').value).toBe('Half a tit')
  await user.click(screen.getByRole('link', { name: /^Close/ }))
  await user.click(screen.getByRole('button', { name: 'Discard changes' }))
  await screen.findByRole('heading', { name: 'Course Panel' })
  await user.click(await screen.findByRole('link', { name: 'Databases' }))
  await screen.findByRole('heading', { name: 'Edit Course' })
  expect(getField('Title').value).toBe('Databases')
  expect(screen.queryByText(/You have unsaved changes/)).toBeNull()
})

test('discards changes and picture also when the user is back before the form has left the page', async () => {
  const { user, router } = await showScreen(EDIT_PATH, mockCourseServer().mocks)
  await replaceTitle(user, 'Half a tit')
  await selectPicture(user)
  await user.click(screen.getByRole('link', { name: /^Close/ }))
  // Both navigations happen before React renders the first.
  screen.getByRole('button', { name: 'Discard changes' }).click()
  void router.navigate(EDIT_PATH)
  await waitFor(() => expect(getField('Title').value).toBe('Databases'))
  expect(screen.queryByRole('img', { name: 'Selected cover' })).toBeNull()
})

test('leaves without asking after a change was typed and taken back', async () => {
  const { user } = await showScreen(EDIT_PATH, mockCourseServer().mocks)
  await user.type(getField('Title'), '!{Backspace}')
  await user.click(screen.getByRole('link', { name: /^Close/ }))
  await screen.findByRole('heading', { name: 'Course Panel' })
})

test('offers the unsaved changes again when the session ended during a save', async () => {
  let isSessionOver = true
  const { server, mocks } = mockCourseServer()
  const withEndedSession: typeof mocks = {
    ...mocks,
    updateCourse: (input) => {
      if (isSessionOver) throw new AppError('not_signed_in')
      return mocks.updateCourse(input)
    },
  }
  const first = await showScreen(EDIT_PATH, withEndedSession)
  await replaceTitle(first.user, 'Long work')
  await first.user.click(getLessonButton('Indexes'))
  const lesson = within(screen.getByRole('group', { name: 'Lesson 2' }))
  await first.user.type(lesson.getByLabelText('Title'), ' and trees')
  await first.user.click(getSaveButton())
  await screen.findByText('Your session has ended')
  expect(screen.getByRole('link', { name: /^Log in/ }).getAttribute('href')).toBe('/login')
  expect(getField('Title').value).toBe('Long work')
  closeTab()
  isSessionOver = false

  const { user } = await showScreen(EDIT_PATH, withEndedSession)
  await screen.findByText(/^You have unsaved changes from/)
  expect(getField('Title').value).toBe('Databases')
  await user.click(screen.getByRole('button', { name: 'Restore' }))
  expect(getField('Title').value).toBe('Long work')
  expect(getLessonTitles()).toEqual(['Joins, drawn', 'Indexes and trees', 'Transactions'])
  await user.click(getSaveButton())
  await screen.findByText('The course was saved')
  expect(server.saved.course.title).toBe('Long work')
  expect(localStorage).toHaveLength(0)
})

test('keeps its changes when the session ends unnoticed, and saves them after a login', async () => {
  let isSignedIn = true
  const { server, mocks } = mockCourseServer()
  const { user, calls } = await showScreen(EDIT_PATH, {
    ...mocks,
    session: () =>
      isSignedIn ? mockSignedIn({ role: 'admin' }).session() : { msg: { loggedIn: false, userData: [] } },
    updateCourse: (input) => {
      if (!isSignedIn) throw new AppError('not_signed_in')
      return mocks.updateCourse(input)
    },
  })
  const showPageAgain = async () => {
    const count = calls.filter(({ name }) => name === 'session').length
    const isRefetched = () => {
      // The session is refetched once it is older than a second.
      window.dispatchEvent(new Event('visibilitychange'))
      expect(calls.filter(({ name }) => name === 'session').length).toBeGreaterThan(count)
    }
    await waitFor(isRefetched)
  }
  await replaceTitle(user, 'Long work')
  isSignedIn = false
  await showPageAgain()
  await user.click(getSaveButton())
  await screen.findByText('Your session has ended')
  expect(getField('Title').value).toBe('Long work')
  isSignedIn = true
  await showPageAgain()
  await user.click(getSaveButton())
  await screen.findByText('The course was saved')
  expect(server.saved.course.title).toBe('Long work')
})

test('keeps the offered draft while other text is typed, until it is discarded', async () => {
  const { mocks } = mockCourseServer()
  const first = await showScreen(EDIT_PATH, mocks)
  await replaceTitle(first.user, 'Draft')
  closeTab()
  const second = await showScreen(EDIT_PATH, mocks)
  await second.user.type(getField('Title'), '!')
  closeTab()
  const third = await showScreen(EDIT_PATH, mocks)
  await third.user.click(await screen.findByRole('button', { name: 'Restore' }))
  expect(getField('Title').value).toBe('Draft')
  closeTab()
  const { user } = await showScreen(EDIT_PATH, mocks)
  await user.click(await screen.findByRole('button', { name: 'Discard' }))
  expect(screen.queryByText(/^You have unsaved changes/)).toBeNull()
  closeTab()
  expect(localStorage).toHaveLength(0)
})

test('reports a conflict when a restored draft was based on an older save', async () => {
  const { server, mocks } = mockCourseServer()
  const first = await showScreen(EDIT_PATH, mocks)
  await replaceTitle(first.user, 'Mine')
  closeTab()
  server.saved = { ...server.saved, version: 7 }
  const { user } = await showScreen(EDIT_PATH, mocks)
  await user.click(await screen.findByRole('button', { name: 'Restore' }))
  expect(document.activeElement).toBe(screen.getByRole('main'))
  await user.click(getSaveButton())
  await screen.findByText(CONFLICT)
})

test('stores text typed while a course was being added as a draft of that course', async () => {
  const { mocks } = mockCourseServer()
  let answer = () => {}
  const { user } = await showScreen('/dashboard/courses/add', {
    ...mocks,
    addCourse: (input) => new Promise((resolve) => (answer = () => resolve(mocks.addCourse(input)))),
  })
  await user.type(getField('Title'), 'Databases')
  await user.selectOptions(screen.getByRole('combobox', { name: 'Category' }), 'Database Management Systems')
  await user.click(getSaveButton('Add Course'))
  await screen.findByRole('button', { name: 'Loading' })
  await user.type(getField('Title'), ' and more')
  answer()
  await user.click(await screen.findByRole('button', { name: 'Keep editing' }))
  closeTab()
  await showScreen('/dashboard/courses/add', mocks)
  expect(screen.queryByText(/^You have unsaved changes/)).toBeNull()
  cleanup()
  const again = await showScreen(EDIT_PATH, mocks)
  await again.user.click(await screen.findByRole('button', { name: 'Restore' }))
  expect(getField('Title').value).toBe('Databases and more')
})
