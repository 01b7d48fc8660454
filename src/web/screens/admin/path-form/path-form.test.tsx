import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import type { CallInput } from '#contract/contract.ts'
import { AppError } from '#contract/errors.ts'
import type { AdminPath, PathForm } from '#contract/schemas/learning/paths.ts'
import { buildPath } from '#web/testing/build-path.ts'
import { buildCourse, mockSignedIn } from '#web/testing/factories.ts'
import type { CallMocks } from '#web/testing/render-screen.tsx'
import { showScreen } from '#web/testing/show-screen.ts'
import '#web/screens/admin/paths/paths-screen.tsx'
import './edit-path-screen.tsx'

const PATH: AdminPath = { ...buildPath({ price: 99.5 }), public: true, students: 3 }
const LOADED: PathForm = {
  path: PATH,
  courses: [
    { course_id: 41, title: 'HTML', public: true },
    { course_id: 42, title: 'CSS', public: true },
    { course_id: 43, title: 'Forms', public: false },
  ],
  version: 5,
}

const adminCourse = (course_id: number, title: string) => ({
  ...buildCourse({ course_id, title }),
  public: true,
  students: 0,
  has_orders: false,
  broken_lessons: [],
})

beforeEach(() => localStorage.clear())

async function showForm(address: string, mocks: CallMocks = {}) {
  const added: CallInput<'addPath'>[] = []
  const updated: CallInput<'updatePath'>[] = []
  const view = await showScreen(address, {
    ...mockSignedIn({ role: 'admin' }),
    getPathForm: () => ({ msg: LOADED }),
    getPathsAdmin: () => ({ msg: [PATH, { ...PATH, path_id: 72, title: 'Later', public: false }], nextPage: null }),
    getCoursesAdmin: ({ search_text }) => ({
      msg: [adminCourse(41, 'HTML'), adminCourse(51, 'Databases')].filter(({ title }) =>
        title.includes(search_text ?? ''),
      ),
      nextPage: null,
    }),
    addPath: (input) => {
      added.push(input)
      return { msg: { id: 71, msg: 'The path was added', version: 1 } }
    },
    updatePath: (input) => {
      updated.push(input)
      return { msg: { id: 71, msg: 'The path was saved', version: 6 } }
    },
    ...mocks,
  })
  return { ...view, added, updated }
}

const EDIT = '/dashboard/paths/edit/71'
const getOrder = () =>
  within(screen.getByRole('region', { name: 'Courses of the path' }))
    .getAllByRole('button', { name: /^Move course/ })
    .map((handle) => handle.getAttribute('aria-label'))
const clickSave = (user: Awaited<ReturnType<typeof showForm>>['user']) =>
  user.click(screen.getByRole('button', { name: 'Save path' }))
/** Drafts are stored after a pause. */
async function expectNoDraft() {
  await new Promise((resolve) => setTimeout(resolve, 500))
  expect(Object.keys(localStorage).filter((key) => key.startsWith('draft:'))).toEqual([])
}

it('adds a draft with the chosen courses and goes on with its form', async () => {
  const { user, added, getPathname } = await showForm('/dashboard/paths/add')
  await user.type(screen.getByRole('textbox', { name: 'Title' }), 'Data analyst')
  await user.type(screen.getByRole('textbox', { name: 'Goal' }), 'Answer questions')
  await user.type(screen.getByRole('searchbox', { name: 'Search courses to add' }), 'Databases')
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Add HTML' })).toBeNull())
  await user.click(screen.getByRole('button', { name: 'Add Databases' }))
  expect(screen.queryByRole('button', { name: 'Add Databases' })).toBeNull()
  await clickSave(user)
  await screen.findByRole('heading', { name: 'Edit path' })
  expect(getPathname()).toBe(EDIT)
  expect(added).toEqual([
    {
      ...{ title: 'Data analyst', goal: 'Answer questions', description: '', level: '', ordered: false, price: null },
      ...{ course_ids: [51], public: false },
    },
  ])
})

it('stays away, and keeps no draft, when the answer comes after the changes were discarded', async () => {
  let answer = () => {}
  const { user, getPathname, calls } = await showForm('/dashboard/paths/add', {
    addPath: () =>
      new Promise((resolve) => {
        answer = () => resolve({ msg: { id: 71, msg: 'The path was added', version: 1 } })
      }),
  })
  await user.type(screen.getByRole('textbox', { name: 'Title' }), 'Data analyst')
  await clickSave(user)
  await user.click(screen.getByRole('link', { name: 'Back to paths' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Discard unsaved changes?' }))
  await user.click(dialog.getByRole('button', { name: 'Discard changes' }))
  await screen.findByRole('link', { name: 'Later' })
  const countReads = () => calls.filter(({ name }) => name === 'getPathsAdmin').length
  const before = countReads()
  answer()
  await waitFor(() => expect(countReads()).toBeGreaterThan(before))
  await expectNoDraft()
  expect(getPathname()).toBe('/dashboard/paths')
})

it('reorders courses with the keyboard, keeps the focus and announces the move', async () => {
  const { user, updated } = await showForm(EDIT)
  screen.getByRole('button', { name: 'Move course 3, Forms' }).focus()
  await user.keyboard('{ArrowUp}')
  expect(getOrder()).toEqual(['Move course 1, HTML', 'Move course 2, Forms', 'Move course 3, CSS'])
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Move course 2, Forms')
  screen.getByText('“Forms” is now course 2 of 3')
  await user.keyboard('{Home}{ArrowUp}')
  expect(getOrder()[0]).toBe('Move course 1, Forms')
  await user.keyboard('{End}')
  expect(getOrder()[2]).toBe('Move course 3, Forms')
  await user.click(screen.getByRole('button', { name: 'Remove HTML' }))
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Move course 1, CSS')
  await clickSave(user)
  await screen.findByText('The path was saved')
  expect(updated).toMatchObject([{ path_id: 71, version: 5, price: 99.5, course_ids: [42, 43] }])
})

it('keeps the keyboard’s place when a course is added and when the last one is removed', async () => {
  const { user } = await showForm('/dashboard/paths/add')
  await user.click(await screen.findByRole('button', { name: 'Add Databases' }))
  expect(document.activeElement).toBe(screen.getByRole('group', { name: 'Courses to add' }))
  await user.tab()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Add HTML' }))
  await user.click(screen.getByRole('button', { name: 'Remove Databases' }))
  expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Courses of the path' }))
})

it('says that a search finds more courses than those listed', async () => {
  await showForm(EDIT, { getCoursesAdmin: () => ({ msg: [adminCourse(41, 'HTML')], nextPage: 2 }) })
  await screen.findByText('Search to find more courses.')
  expect(screen.queryByText('No other courses found.')).toBeNull()
})

it('refuses a price that is no amount, and sells one by one without any', async () => {
  const { user, updated } = await showForm(EDIT)
  const price = screen.getByRole('textbox', { name: 'Price for all courses' })
  await user.clear(price)
  await user.type(price, 'twelve')
  await clickSave(user)
  await screen.findByText('Enter an amount such as 120 or 99.50')
  expect(updated).toEqual([])
  await user.clear(price)
  expect(screen.queryByText('Enter an amount such as 120 or 99.50')).toBeNull()
  await clickSave(user)
  await waitFor(() => expect(updated).toMatchObject([{ price: null }]))
})

it('offers the choice between two admins’ changes', async () => {
  const { user } = await showForm(EDIT, { updatePath: () => Promise.reject(new AppError('changed_meanwhile')) })
  await user.type(screen.getByRole('textbox', { name: 'Goal' }), '!')
  await clickSave(user)
  await screen.findByText('Someone else saved changes while you were editing.')
  screen.getByRole('button', { name: 'Overwrite' })
})

it('overwrites nothing when the changes are discarded before the other version has arrived', async () => {
  let saves = 0
  let answer = () => {}
  const { user } = await showForm(EDIT, {
    getPathForm: () => {
      if (saves === 0) return { msg: LOADED }
      return new Promise((resolve) => {
        answer = () => resolve({ msg: { ...LOADED, version: 6 } })
      })
    },
    updatePath: () => {
      saves++
      throw new AppError('changed_meanwhile')
    },
  })
  await user.type(screen.getByRole('textbox', { name: 'Goal' }), '!')
  await clickSave(user)
  await user.click(await screen.findByRole('button', { name: 'Overwrite' }))
  await user.click(screen.getByRole('link', { name: 'Back to paths' }))
  await user.click(await screen.findByRole('button', { name: 'Discard changes' }))
  await screen.findByRole('link', { name: 'Later' })
  answer()
  await expectNoDraft()
  expect(saves).toBe(1)
})

it('shows the server’s reason when the path cannot be published', async () => {
  const text = 'Add a public course before you publish the path'
  const { user } = await showForm(EDIT, { updatePath: () => Promise.reject(new AppError('invalid_input', { text })) })
  await clickSave(user)
  await screen.findByText(text)
})

it('lists paths and drafts, and deletes one after a warning', async () => {
  let isDeleted = false
  const { user, calls } = await showForm('/dashboard/paths', {
    getPathsAdmin: () => ({
      msg: isDeleted ? [] : [PATH, { ...PATH, path_id: 72, title: 'Later', public: false, price: null }],
      nextPage: null,
    }),
    deletePath: () => {
      isDeleted = true
      return { msg: 'The path was deleted' }
    },
  })
  await screen.findByRole('link', { name: 'Web developer' })
  within(screen.getByRole('row', { name: /Later/ })).getByText('Draft')
  within(screen.getByRole('row', { name: /Later/ })).getByText('One by one')
  within(screen.getByRole('row', { name: /Web developer/ })).getByText('$99.50')
  await user.click(screen.getByRole('button', { name: 'Delete Web developer' }))
  screen.getByText(
    /^The path “Web developer” will be permanently deleted and cannot be undone\. Its courses stay, and so do/,
  )
  await user.click(screen.getByRole('button', { name: 'YES !' }))
  await screen.findByText('The path was deleted')
  expect(calls.find(({ name }) => name === 'deletePath')?.input).toEqual({ path_id: 71 })
})
