import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { LIMITS } from '#contract/limits.ts'
import { showScreen } from '#web/testing/show-screen.ts'
import { fill, getField, getLessonButton, getSaveButton, mockCourseServer, replaceTitle } from './mock-course-server.ts'
// Lazy routes: loading them here keeps the import's time out of the tests that open them.
import './edit-course-screen.tsx'
import './page/page-fields.tsx'

beforeEach(() => localStorage.clear())

const EDIT_PATH = '/dashboard/courses/edit/41'
const NOT_SECURE = /browsers block http:\/\/ videos here/
const getLesson = (place: number) => within(screen.getByRole('group', { name: `Lesson ${place}` }))
const getPublicSwitch = () => screen.getByRole<HTMLInputElement>('switch', { name: 'Public' })

test('takes only numbers for price and discount, and says so once', async () => {
  const { user, calls } = await showScreen(EDIT_PATH, mockCourseServer().mocks)
  const price = getField('Price ($)')
  expect(price.inputMode).toBe('decimal')
  await fill(user, price, '12')
  await user.type(price, 'abc')
  expect(price.value).toBe('12')
  expect(screen.getAllByText('Price is a number')).toHaveLength(1)
  await user.paste('1e5')
  expect(price.value).toBe('12')
  await user.type(price, '.5')
  expect(price.value).toBe('12.5')
  expect(screen.queryByText('Price is a number')).toBeNull()
  await fill(user, getField('Discount (%)'), '12,5')
  expect(getField('Discount (%)').value).toBe('12.5')

  await user.clear(price)
  await user.click(getSaveButton())
  await screen.findByText('One field needs attention.')
  expect(screen.getAllByText('Price is a number')).toHaveLength(1)
  expect(calls.some(({ name }) => name === 'updateCourse')).toBe(false)
})

test.each(['1,000', '1,500'])('refuses the price %s, which could be one or a thousand', async (typed) => {
  const { user, calls } = await showScreen(EDIT_PATH, mockCourseServer().mocks)
  const price = getField('Price ($)')
  await user.clear(price)
  await user.type(price, typed)
  expect(screen.getByText('Students pay').textContent).toBe('Students pay –')
  await user.click(getSaveButton())
  await screen.findByText('Price can have at most 2 decimals')
  expect(calls.some(({ name }) => name === 'updateCourse')).toBe(false)
})

test.each([
  ['EUR', '€', '€49.50'],
  ['CHF', 'CHF', 'CHF 49.50'],
])('shows the price in the site’s currency, %s', async (currency, symbol, due) => {
  const getPaymentSettings = () => ({ msg: { providers: [], currency, tax_rate: 0, tax_included: true } })
  const { user } = await showScreen(EDIT_PATH, mockCourseServer({ getPaymentSettings }).mocks)
  await fill(user, getField(`Price (${symbol})`), `${symbol === '€' ? symbol : ''}66`)
  await fill(user, getField('Discount (%)'), '25')
  expect(screen.getByText('Students pay').textContent.replaceAll('\u00A0', ' ')).toContain(due)
  expect(document.body.textContent).not.toContain('$')
})

test('a failed save leads to the line that is too long', async () => {
  const { user } = await showScreen(EDIT_PATH, mockCourseServer().mocks)
  await user.click(screen.getByRole('tab', { name: 'Course page' }))
  const outcomes = await screen.findByLabelText('What students will learn')
  await fill(user, outcomes, 'x'.repeat(LIMITS.detail + 1))
  await user.click(screen.getByRole('tab', { name: 'Content' }))
  await user.click(getSaveButton())
  await waitFor(() => expect(document.activeElement).toBe(outcomes))
})

test('shows no errors of a lesson that is added after a failed save', async () => {
  const { user } = await showScreen(EDIT_PATH, mockCourseServer().mocks)
  await user.clear(getField('Title'))
  await user.click(getSaveButton())
  await screen.findByText('One field needs attention.')
  await user.click(screen.getByRole('button', { name: 'Add a lesson' }))
  await replaceTitle(user, 'Databases')
  await waitFor(() => expect(screen.queryByText('Title is required')).toBeNull())
  // A moved list is validated again.
  screen.getByRole('button', { name: 'Move lesson 1, Joins, drawn' }).focus()
  await user.keyboard('{ArrowDown}')
  await fill(user, getLesson(4).getByLabelText('Video URL'), 'https://video.example/4')
  expect(screen.queryByText(/is required/)).toBeNull()
  expect(screen.queryByText(/needs? attention/)).toBeNull()
  await user.click(getSaveButton())
  await screen.findByText('One field needs attention.')
  getLesson(4).getByText('A lesson’s title is required')
})

test('starts a course as a draft and says so beside the save button', async () => {
  const { user, calls } = await showScreen('/dashboard/courses/add', mockCourseServer().mocks)
  expect(getPublicSwitch().checked).toBe(false)
  screen.getByText('Draft', { selector: '[role=status] *' })
  await replaceTitle(user, 'Databases')
  await user.selectOptions(screen.getByRole('combobox', { name: 'Category' }), 'Database Management Systems')
  await user.click(getPublicSwitch())
  screen.getByText('Published when you save')
  await user.click(getSaveButton('Add Course'))
  await screen.findByText('Add a lesson before you publish the course')
  expect(document.activeElement).toBe(getPublicSwitch())
  expect(calls.some(({ name }) => name === 'addCourse')).toBe(false)
  await user.click(screen.getByRole('button', { name: 'Add a lesson' }))
  expect(screen.queryByText('Add a lesson before you publish the course')).toBeNull()
})

test('saves a public course only with a lesson, and a draft without one', async () => {
  const { server, mocks } = mockCourseServer()
  server.saved = { ...server.saved, materials: server.saved.materials.slice(0, 1) }
  const { user } = await showScreen(EDIT_PATH, mocks)
  screen.getByText('Public', { selector: '[role=status] *' })
  await user.click(getLessonButton('Joins, drawn'))
  await user.click(screen.getByRole('button', { name: 'Remove lesson' }))
  await user.click(screen.getByRole('button', { name: 'YES !' }))
  expect(screen.getByRole('region', { name: 'Materials' }).querySelector('ol')).toBeNull()
  await user.click(getSaveButton())
  await screen.findByText('Add a lesson before you publish the course')
  await user.click(getPublicSwitch())
  screen.getByText('Becomes a draft when you save')
  await user.click(getSaveButton())
  await screen.findByText('The course was saved')
  expect(server.saved.course.public).toBe(false)
  screen.getByText('Draft', { selector: '[role=status] *' })
})

test('warns about an address that will not play, at once and after it was saved', async () => {
  const { user, calls } = await showScreen(EDIT_PATH, mockCourseServer().mocks)
  await user.click(screen.getByRole('button', { name: 'Add a lesson' }))
  const lesson = getLesson(4)
  await fill(user, lesson.getByLabelText('Title'), 'Locks')
  await fill(user, lesson.getByLabelText('Subtitle'), 'Who waits')
  const url = lesson.getByLabelText<HTMLInputElement>('Video URL')
  await fill(user, url, 'https://video.example/old.avi')
  lesson.getByText(/watch this kind of file/)
  await fill(user, url, 'http://video.example/4.mp4')
  const warning = lesson.getByText(NOT_SECURE)
  expect(url.getAttribute('aria-describedby')).toBe(warning.id)
  expect(url.getAttribute('aria-invalid')).toBe('false')
  await user.click(getSaveButton())
  await screen.findByText('The course was saved')
  expect(calls.filter(({ name }) => name === 'updateCourse')).toHaveLength(1)
  lesson.getByText(NOT_SECURE)
  await user.click(getLessonButton('Locks'))
  expect(getLessonButton('Locks').textContent).toMatch(NOT_SECURE)
  screen.getByText('Students can’t watch 1 lesson.')
  await user.click(screen.getByRole('button', { name: 'Lesson 4: Video URL' }))
  expect(document.activeElement).toBe(getLesson(4).getByLabelText('Video URL'))
})

test('opens the lesson that the address names, with the report of a student', async () => {
  const { server, mocks } = mockCourseServer()
  server.saved = {
    ...server.saved,
    materials: server.saved.materials.map((lesson) => ({ ...lesson, url: 'https://video.example/gone.mp4' })),
    course: {
      ...server.saved.course,
      broken_lessons: [{ material_id: 902, title: 'Indexes', problem: 'reported' }],
    },
  }
  const { user } = await showScreen(`${EDIT_PATH}?lesson=902`, mocks)
  const url = getLesson(2).getByLabelText<HTMLInputElement>('Video URL')
  expect(document.activeElement).toBe(url)
  getLesson(2).getByText(/^A student couldn’t play this video/)
  expect(screen.queryByRole('group', { name: 'Lesson 1' })).toBeNull()
  await fill(user, url, 'https://video.example/new.mp4')
  expect(screen.queryByText(/^A student couldn’t play this video/)).toBeNull()
})

test.each(['999', '0', 'abc', '-1'])('opens no lesson for ?lesson=%s', async (lesson) => {
  await showScreen(`${EDIT_PATH}?lesson=${lesson}`, mockCourseServer().mocks)
  expect(screen.queryByRole('group', { name: /^Lesson/ })).toBeNull()
})
