import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import type { CallInput } from '#contract/contract.ts'
import type { CourseForm } from '#contract/schemas/admin-courses.ts'
import { AppError } from '#contract/errors.ts'
import { buildCourse, buildLesson, mockSignedIn } from '#web/testing/factories.ts'
import type { CallMocks } from '#web/testing/render-screen.tsx'
import { showScreen } from '#web/testing/show-screen.ts'

beforeEach(() => localStorage.clear())

const ADMIN = mockSignedIn({ role: 'admin', student_id: 1, email: 'admin@mail.example' })

const lesson = (material_id: number, title: string) => {
  const { isCompleted: _, position: __, ...values } = buildLesson({ material_id, title })
  return values
}

/** The forms over a server that keeps one course, as the real one does. */
function aServer(network: CallMocks = {}) {
  const server: { kept: CourseForm } = {
    kept: {
      course: {
        ...buildCourse({ title: 'Databases', description: 'Tables.', tabs: 'sql,joins' }),
        public: true,
        students: 3,
      },
      materials: [lesson(901, 'Joins, drawn'), lesson(902, 'Indexes'), lesson(903, 'Transactions')],
      version: 4,
    },
  }
  const keep = (input: Pick<CallInput<'addCourse'>, 'title' | 'materials'>) => {
    server.kept = {
      ...server.kept,
      course: { ...server.kept.course, title: input.title },
      materials: input.materials.map(({ id, title }, place) => lesson(Number(id ?? 950 + place), title)),
      version: server.kept.version + 1,
    }
  }
  const answers: CallMocks = {
    ...ADMIN,
    getCoursesAdmin: () => ({ msg: [], nextPage: null }),
    getCourseForm: () => ({ msg: server.kept }),
    addCourse: (input) => {
      keep(input)
      return { msg: { id: 41, msg: 'The course is added' } }
    },
    updateCourse: (input) => {
      if (input.version !== server.kept.version) throw new AppError('changed_meanwhile')
      keep(input)
      return { msg: { id: 41, msg: 'The course is saved' } }
    },
    handleUploads: () => ({ msg: { image_url: 'new.webp' } }),
    ...network,
  }
  return { server, answers }
}

const showEdit = (answers: CallMocks) => showScreen('/dashboard/courses/edit/41', answers)
/** The course's own come before its lessons'. */
const field = (name: string) =>
  screen.getAllByRole<HTMLInputElement>('textbox', { name })[0] ?? expect.fail(`There is no ${name}`)
const save = (name = 'Edit Course') => screen.getByRole('button', { name })
const lessonButton = (title: string) => screen.getByRole('button', { name: new RegExp(`^\\d+ ?${title}`) })
const order = () =>
  screen
    .getAllByRole('button', { name: /^Move lesson/ })
    .map((handle) => handle.getAttribute('aria-label')?.split(', ').slice(1).join(', '))

async function retitle(user: Awaited<ReturnType<typeof showEdit>>['user'], title: string) {
  await user.clear(field('Title'))
  await user.type(field('Title'), title)
}

test('a new course is checked field by field; the summary leads into the closed lesson', async () => {
  const { answers } = aServer()
  const { user, calls } = await showScreen('/dashboard/courses/add', answers)
  expect(screen.getByRole('heading', { level: 1, name: 'Add Course' })).toBeDefined()
  expect(screen.getByRole('link', { name: /^Close/ }).getAttribute('href')).toBe('/dashboard/courses')
  expect(within(screen.getByRole('combobox', { name: 'Category' })).getAllByRole('option')).toHaveLength(11)

  await user.click(screen.getByRole('button', { name: 'Add a lesson' }))
  const opened = screen.getByRole('group', { name: 'Lesson 1' })
  expect(document.activeElement).toBe(within(opened).getByRole('textbox', { name: 'Title' }))
  await user.click(lessonButton('New lesson'))
  expect(screen.queryByRole('group', { name: 'Lesson 1' })).toBeNull()

  await user.clear(field('Discount (%)'))
  await user.type(field('Discount (%)'), '101')
  await user.click(save('Add Course'))
  expect(await screen.findByText('6 fields need attention.')).toBeDefined()
  expect(document.activeElement).toBe(field('Title'))
  expect(field('Title').getAttribute('aria-invalid')).toBe('true')
  expect(screen.getByText('Category is required')).toBeDefined()
  expect(screen.getByText('Discount is a number from 0 to 100')).toBeDefined()
  expect(lessonButton('New lesson').textContent).toContain('A lesson’s title is required')

  await user.type(field('Title'), 'Sorting')
  await user.selectOptions(screen.getByRole('combobox', { name: 'Category' }), 'Data Structures and Algorithms')
  await user.click(await screen.findByRole('button', { name: 'Lesson 1: A lesson’s title is required' }))
  expect(document.activeElement).toBe(
    within(screen.getByRole('group', { name: 'Lesson 1' })).getByRole('textbox', { name: 'Title' }),
  )
  expect(calls.some(({ name }) => name === 'addCourse')).toBe(false)
})

test('a new course is added as the call takes it, and goes on as one that is edited', async () => {
  const { answers } = aServer()
  const { user, calls, getPathname } = await showScreen('/dashboard/courses/add', answers)
  await user.type(field('Title'), 'Databases')
  await user.selectOptions(screen.getByRole('combobox', { name: 'Category' }), 'Database Management Systems')
  await user.type(field('Tabs'), 'sql  joins sql')
  expect(
    within(screen.getByRole('list', { name: 'Tabs as students see them' }))
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['sql', 'joins'])
  await user.clear(field('Price ($)'))
  await user.type(field('Price ($)'), '80')
  await user.clear(field('Discount (%)'))
  await user.type(field('Discount (%)'), '25')
  expect(screen.getByText('Students pay').textContent).toBe('Students pay instead of $80$60')
  await user.click(screen.getByRole('button', { name: 'Add a lesson' }))
  const first = within(screen.getByRole('group', { name: 'Lesson 1' }))
  await user.type(first.getByRole('textbox', { name: 'Title' }), 'Joins')
  await user.type(first.getByRole('textbox', { name: 'Subtitle' }), 'Drawn')
  await user.type(first.getByRole('textbox', { name: 'Url' }), 'https://video.example/1')
  await user.type(first.getByRole('textbox', { name: 'Duration' }), '4:5')
  await user.click(first.getByRole('switch', { name: /Free preview/ }))
  await user.click(save('Add Course'))
  expect(await first.findByText('Minutes and seconds, like 4:05')).toBeDefined()
  await user.type(first.getByRole('textbox', { name: 'Duration' }), '{Backspace}05')
  await user.upload(
    screen.getByLabelText('Picture file'),
    new File([new Uint8Array(10)], 'cover.png', { type: 'image/png' }),
  )
  await screen.findByRole('img', { name: 'The chosen one' })
  await user.click(save('Add Course'))
  await waitFor(() => expect(getPathname()).toBe('/dashboard/courses/edit/41'))
  expect(await screen.findByText('The course is added')).toBeDefined()
  expect(calls.find(({ name }) => name === 'addCourse')?.input).toEqual({
    title: 'Databases',
    description: '',
    price: '80',
    discount: '25',
    category: 'Database Management Systems',
    tabs: 'sql  joins sql',
    public: true,
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
      },
    ],
    student_id: 1,
    role: 'admin',
    email: 'admin@mail.example',
  })
  expect(calls.find(({ name }) => name === 'handleUploads')?.input).toMatchObject({ id: '41' })
  expect(localStorage.length).toBe(0)
})

test('a picture that does not arrive leaves the course saved, and can be sent again', async () => {
  let fails = true
  const { answers } = aServer({
    handleUploads: () => {
      if (fails) throw new AppError('connection')
      return { msg: { image_url: 'new.webp' } }
    },
  })
  const { user, calls } = await showEdit(answers)
  await user.upload(
    screen.getByLabelText('Picture file'),
    new File([new Uint8Array(10)], 'cover.png', { type: 'image/png' }),
  )
  await screen.findByRole('img', { name: 'The chosen one' })
  await user.click(save())
  expect(
    await screen.findByText('The rest is saved, but the picture did not arrive: Error connecting to server'),
  ).toBeDefined()
  fails = false
  await user.click(save())
  await waitFor(() => expect(screen.queryByRole('img', { name: 'The chosen one' })).toBeNull())
  expect(screen.getByText('The course is saved')).toBeDefined()
  expect(calls.filter(({ name }) => name === 'updateCourse')).toHaveLength(1)
})

test('lessons are moved by keys and buttons, told aloud, and saved in their order with their numbers', async () => {
  const { server, answers } = aServer()
  const { user, calls } = await showEdit(answers)
  expect(order()).toEqual(['Joins, drawn', 'Indexes', 'Transactions'])
  screen.getByRole('button', { name: 'Move lesson 1, Joins, drawn' }).focus()
  await user.keyboard('{ArrowDown}')
  expect(order()).toEqual(['Indexes', 'Joins, drawn', 'Transactions'])
  expect(screen.getByText('“Joins, drawn” is now lesson 2 of 3')).toBeDefined()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Move lesson 2, Joins, drawn' }))
  await user.keyboard('{ArrowDown}{ArrowDown}')
  expect(order()).toEqual(['Indexes', 'Transactions', 'Joins, drawn'])
  await user.click(lessonButton('Transactions'))
  await user.click(screen.getByRole('button', { name: 'Move up' }))
  expect(order()).toEqual(['Transactions', 'Indexes', 'Joins, drawn'])

  await user.click(screen.getByRole('button', { name: 'Remove lesson' }))
  const popup = screen.getByRole('dialog', { name: 'WARNING!' })
  expect(popup.textContent).toContain('“Transactions” goes with the next save')
  await user.click(within(popup).getByRole('button', { name: 'YES !' }))
  expect(order()).toEqual(['Indexes', 'Joins, drawn'])
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Move lesson 1, Indexes' }))

  // One without a number is nobody's loss.
  await user.click(screen.getByRole('button', { name: 'Add a lesson' }))
  await user.click(screen.getByRole('button', { name: 'Remove lesson' }))
  expect(screen.queryByRole('dialog')).toBeNull()

  await user.click(screen.getByRole('button', { name: 'Add a lesson' }))
  const added = within(screen.getByRole('group', { name: 'Lesson 3' }))
  await user.type(added.getByRole('textbox', { name: 'Title' }), 'Locks')
  await user.type(added.getByRole('textbox', { name: 'Subtitle' }), 'Who waits')
  await user.type(added.getByRole('textbox', { name: 'Url' }), 'https://video.example/2')
  await user.click(save())
  await screen.findByText('The course is saved')
  expect(server.kept.materials.map(({ material_id, title }) => [material_id, title])).toEqual([
    [902, 'Indexes'],
    [901, 'Joins, drawn'],
    [952, 'Locks'],
  ])
  // The new one has its number from now on.
  await user.type(field('Description'), ' More.')
  await user.click(save())
  await waitFor(() => expect(calls.filter(({ name }) => name === 'updateCourse')).toHaveLength(2))
  expect(calls.findLast(({ name }) => name === 'updateCourse')?.input).toMatchObject({
    course_id: 41,
    version: 5,
    materials: [{ id: 902 }, { id: 901 }, { id: 952 }],
  })
})

test('with a save of somebody else in between nothing is lost: mine goes over it', async () => {
  const { server, answers } = aServer()
  const { user } = await showEdit(answers)
  await retitle(user, 'Mine')
  server.kept = {
    ...server.kept,
    course: { ...server.kept.course, title: 'Theirs' },
    materials: server.kept.materials.slice(1),
    version: 9,
  }
  await user.click(save())
  expect(await screen.findByText('Somebody else has saved this meanwhile')).toBeDefined()
  expect(field('Title').value).toBe('Mine')
  expect(server.kept.course.title).toBe('Theirs')
  await user.click(screen.getByRole('button', { name: 'Save mine over it' }))
  await screen.findByText('The course is saved')
  expect(server.kept.course.title).toBe('Mine')
  // The lesson that they removed is there again, as a new one.
  expect(server.kept.materials.map(({ material_id, title }) => [material_id, title])).toEqual([
    [950, 'Joins, drawn'],
    [902, 'Indexes'],
    [903, 'Transactions'],
  ])
  expect(screen.queryByText('Somebody else has saved this meanwhile')).toBeNull()
})

test('theirs is loaded after asking', async () => {
  const { server, answers } = aServer()
  const { user } = await showEdit(answers)
  await retitle(user, 'Mine')
  server.kept = { ...server.kept, course: { ...server.kept.course, title: 'Theirs' }, version: 9 }
  await user.click(save())
  await user.click(await screen.findByRole('button', { name: 'Load theirs' }))
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Keep mine' }))
  expect(field('Title').value).toBe('Mine')
  await user.click(screen.getByRole('button', { name: 'Load theirs' }))
  await user.click(screen.getByRole('button', { name: 'Discard mine' }))
  await waitFor(() => expect(field('Title').value).toBe('Theirs'))
  await retitle(user, 'Both')
  await user.click(save())
  await screen.findByText('The course is saved')
  expect(server.kept.course.title).toBe('Both')
})

test('leaving asks first; what is discarded is not offered again', async () => {
  const { answers } = aServer()
  const { user, router, getPathname } = await showEdit(answers)
  await retitle(user, 'Half a tit')
  await user.click(screen.getByRole('link', { name: /^Close/ }))
  await user.click(screen.getByRole('button', { name: 'Keep editing' }))
  expect([getPathname(), field('Title').value]).toEqual(['/dashboard/courses/edit/41', 'Half a tit'])
  await user.click(screen.getByRole('link', { name: /^Close/ }))
  await user.click(screen.getByRole('button', { name: 'Discard changes' }))
  await waitFor(() => expect(getPathname()).toBe('/dashboard/courses'))
  await router.navigate('/dashboard/courses/edit/41')
  await screen.findByRole('heading', { name: 'Edit Course' })
  expect(screen.queryByText(/You have unsaved changes/)).toBeNull()
  // Typed and taken back is no change.
  await user.type(field('Title'), '!{Backspace}')
  await user.click(screen.getByRole('link', { name: /^Close/ }))
  await waitFor(() => expect(getPathname()).toBe('/dashboard/courses'))
})

test('a session that ends in the middle loses nothing: what was written is offered after the sign-in', async () => {
  let isOver = true
  const { server, answers } = aServer()
  const withEnd: CallMocks = {
    ...answers,
    updateCourse: (input) => {
      if (isOver) throw new AppError('not_signed_in')
      return answers.updateCourse?.(input) ?? Promise.reject(new Error('none'))
    },
  }
  const { user } = await showEdit(withEnd)
  await retitle(user, 'Long work')
  await user.click(lessonButton('Indexes'))
  await user.type(
    within(screen.getByRole('group', { name: 'Lesson 2' })).getByRole('textbox', { name: 'Title' }),
    ' and trees',
  )
  await user.click(save())
  expect(await screen.findByText('Your session has ended')).toBeDefined()
  expect(screen.getByRole('link', { name: /^Log in/ }).getAttribute('href')).toBe('/login')
  expect(field('Title').value).toBe('Long work')
  // The tab is closed, and the page opened again after the sign-in.
  window.dispatchEvent(new Event('pagehide'))
  document.body.replaceChildren()
  isOver = false

  const again = await showEdit(withEnd)
  expect(await screen.findByText(/^You have unsaved changes from/)).toBeDefined()
  expect(field('Title').value).toBe('Databases')
  await again.user.click(screen.getByRole('button', { name: 'Restore' }))
  expect(field('Title').value).toBe('Long work')
  expect(order()).toEqual(['Joins, drawn', 'Indexes and trees', 'Transactions'])
  await again.user.click(save())
  await screen.findByText('The course is saved')
  expect(server.kept.course.title).toBe('Long work')
  expect(localStorage.length).toBe(0)
})

test('what was written over an older save clashes with a newer one, also after it was restored', async () => {
  const { server, answers } = aServer()
  const first = await showEdit(answers)
  await retitle(first.user, 'Mine')
  window.dispatchEvent(new Event('pagehide'))
  document.body.replaceChildren()
  server.kept = { ...server.kept, version: 7 }
  const { user } = await showEdit(answers)
  await user.click(await screen.findByRole('button', { name: 'Restore' }))
  await user.click(save())
  expect(await screen.findByText('Somebody else has saved this meanwhile')).toBeDefined()
})

test('files of another kind are refused at once', async () => {
  const { answers } = aServer()
  const { user } = await showEdit(answers)
  await user.click(lessonButton('Indexes'))
  expect(screen.getByText('The video is uploaded')).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Remove the video' }))
  expect(screen.getByRole('textbox', { name: 'Url' })).toBeDefined()
  const choose = async (label: string, name: string) => {
    const input = screen.getByLabelText(label, { selector: 'input' })
    input.removeAttribute('accept')
    await user.upload(input, new File(['x'], name))
  }
  await choose('Choose a video', 'film.avi')
  expect(await screen.findByText('A video is an .mp4 or .webm file')).toBeDefined()
  await choose('Choose captions', 'words.srt')
  expect(await screen.findByText('Captions are a .vtt file')).toBeDefined()
})

test('a course that is not there is said so within the dashboard', async () => {
  await showScreen('/dashboard/courses/edit/999', {
    ...ADMIN,
    getCourseForm: () => {
      throw new AppError('course_not_found')
    },
  })
  expect(screen.getByText('No Course Found')).toBeDefined()
  expect(screen.getByRole('link', { name: 'Course Panel' }).getAttribute('href')).toBe('/dashboard/courses')
  expect(screen.getByRole('navigation', { name: 'Dashboard' })).toBeDefined()
})
