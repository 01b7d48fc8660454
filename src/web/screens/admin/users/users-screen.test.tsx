import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { AppError } from '#contract/errors.ts'
import type { User } from '#contract/schemas/accounts/users.ts'
import { buildUser, mockSignedIn } from '#web/testing/factories.ts'
import type { CallMocks } from '#web/testing/render-screen.tsx'
import { showScreen } from '#web/testing/show-screen.ts'
import { spyOnConsoleError } from '#web/testing/spy-on-console-error.ts'
// Loaded here so that the lazy import does not count towards the first test.
import './users-screen.tsx'

const ADA = buildUser({ student_id: 1, first_name: 'Ada', last_name: '', email: 'ada@mail.example', role: 'admin' })
const MARA = buildUser()
const KEN = buildUser({
  student_id: 8,
  first_name: 'Ken',
  last_name: 'Watanabe',
  email: 'ken@mail.example',
  status_user: false,
  course_joined: 9,
})

/** Filters by email and status, sorts by name, and deletes. */
function createServer(users: User[]) {
  const byName = (one: User, other: User) => one.first_name.localeCompare(other.first_name)
  return {
    getUsers: ({ search_text = '', select_data = '', sort, descending }) => {
      const matches = users.filter(
        ({ email, status_user }) => email.includes(search_text) && !(select_data === 'Inactive' && status_user),
      )
      const sorted = sort === 'name' ? matches.toSorted(byName) : matches
      return { msg: sort === 'name' && descending ? sorted.toReversed() : sorted, nextPage: null }
    },
    deleteUser: ({ user_id }) => {
      users.splice(
        users.findIndex(({ student_id }) => student_id === user_id),
        1,
      )
      return { msg: 'The user was deleted' }
    },
  } satisfies CallMocks
}

const showUsers = (address = '/dashboard/users', network: CallMocks = {}) =>
  showScreen(address, { ...mockSignedIn(ADA), ...createServer([MARA, KEN, ADA]), ...network })

const table = () => screen.getByRole('table', { name: 'Users' })
/** By selector: roles are slow to find, and these are looked up until a list has loaded. */
const expectNames = (names: string[]) =>
  waitFor(() => expect([...document.querySelectorAll('[role=table] a')].map((link) => link.textContent)).toEqual(names))
const searchField = () => screen.getByLabelText('Search by name or email')
const sortByName = () => screen.getByText('Name', { selector: 'button' })
const getSortOrder = () => sortByName().closest('[role=columnheader]')?.getAttribute('aria-sort')

describe('The users panel', () => {
  it.each(['/dashboard', '/dashboard/users'])('greets the admin and lists the users at %s', async (address) => {
    const { calls } = await showUsers(address)
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Hello Admin, Track users here')
    await expectNames(['Mara Ilves', 'Ken Watanabe', 'Ada'])
    expect(calls.filter(({ name }) => name === 'getUsers').map(({ input }) => input)).toEqual([
      { search_text: '', select_data: '', sort: 'joined', descending: true, page: 1 },
    ])
    const [, mara, ken, ada] = within(table()).getAllByRole('row')
    expect(mara?.textContent).toMatch(/mara@mail\.example.*Active.*Mar 1, 2026.*2$/)
    expect(ken?.textContent).toMatch(/Inactive.*9$/)
    expect(ada?.textContent).toMatch(/^AdaAdminYou/)
    expect(screen.getByText('No more users')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Mara Ilves' }).getAttribute('href')).toBe('/dashboard/users/7')
    expect(screen.getByRole('link', { name: 'Import' }).getAttribute('href')).toBe('/dashboard/users/import')
  })

  it('combines the search, the filter and the sort order, and exports the same users', async () => {
    const BEN = buildUser({ student_id: 9, first_name: 'Ben', email: 'ben@ken.example', status_user: false })
    const ACTIVE = buildUser({ student_id: 10, first_name: 'Cy', email: 'cy@ken.example' })
    const { user } = await showUsers('/dashboard/users', createServer([MARA, ACTIVE, KEN, BEN, ADA]))
    fireEvent.change(searchField(), { target: { value: 'ken' } })
    await expectNames(['Cy Ilves', 'Ken Watanabe', 'Ben Ilves'])
    await user.selectOptions(screen.getByRole('combobox'), 'Inactive')
    await expectNames(['Ken Watanabe', 'Ben Ilves'])
    await user.click(sortByName())
    await expectNames(['Ben Ilves', 'Ken Watanabe'])
    expect(getSortOrder()).toBe('ascending')
    await user.click(sortByName())
    await expectNames(['Ken Watanabe', 'Ben Ilves'])
    expect(getSortOrder()).toBe('descending')
    expect(screen.getByRole('link', { name: 'Export CSV' }).getAttribute('href')).toBe(
      '/api/exports/users.csv?search_text=ken&select_data=Inactive&sort=name&descending=true',
    )
    expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
      'Select Value',
      'Active',
      'Inactive',
      'Admins',
    ])
  })

  it('keeps a search that is still loading when the sort order changes', async () => {
    const server = createServer([MARA, KEN, ADA])
    await showUsers('/dashboard/users', {
      getUsers: (input) =>
        input.search_text !== '' && input.sort === 'joined' ? new Promise(() => {}) : server.getUsers(input),
    })
    await expectNames(['Mara Ilves', 'Ken Watanabe', 'Ada'])
    // Both in one go: typing takes time, in which the search could finish.
    fireEvent.change(searchField(), { target: { value: 'ken' } })
    fireEvent.submit(searchField())
    fireEvent.click(sortByName())
    await waitFor(() => expect(getSortOrder()).toBe('ascending'))
    await expectNames(['Ken Watanabe'])
    expect(searchField()).toHaveProperty('value', 'ken')
  })

  it('says that no user matches, and clears the filters', async () => {
    const { user } = await showUsers('/dashboard/users?search=nobody')
    expect(await screen.findByText('No users found')).toBeTruthy()
    expect(screen.getByText('No users match “nobody”.')).toBeTruthy()
    await user.click(screen.getByRole('link', { name: 'Clear filters' }))
    await expectNames(['Mara Ilves', 'Ken Watanabe', 'Ada'])
  })

  it('removes the row once the deletion is confirmed, before the server has answered', async () => {
    let answer = () => {}
    const server = createServer([MARA, KEN, ADA])
    const { user, calls } = await showUsers('/dashboard/users', {
      ...server,
      deleteUser: (input) => new Promise((resolve) => (answer = () => resolve(server.deleteUser(input)))),
    })
    await expectNames(['Mara Ilves', 'Ken Watanabe', 'Ada'])
    expect(screen.queryByRole('button', { name: 'Delete Ada' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Delete Mara Ilves' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'WARNING!' }))
    expect(
      dialog.getByText(
        'Mara Ilves (mara@mail.example) will be deleted along with their enrollments, reviews, comments and messages. This data will be permanently deleted and cannot be undone.',
      ),
    ).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: 'Cancel' }))
    await expectNames(['Mara Ilves', 'Ken Watanabe', 'Ada'])
    await user.click(screen.getByRole('button', { name: 'Delete Mara Ilves' }))
    await user.click(screen.getByRole('button', { name: 'YES !' }))
    await expectNames(['Ken Watanabe', 'Ada'])
    expect(calls.filter(({ name }) => name === 'deleteUser')).toEqual([{ name: 'deleteUser', input: { user_id: 7 } }])
    expect(document.activeElement).not.toBe(document.body)
    expect(document.activeElement?.contains(table())).toBe(true)
    answer()
    expect(await screen.findByText('Mara Ilves was deleted')).toBeTruthy()
    await expectNames(['Ken Watanabe', 'Ada'])
  })

  it('restores the row, says why and logs it when the server refuses the deletion', async () => {
    const consoleError = spyOnConsoleError()
    const refusal = new AppError('last_admin')
    const { user } = await showUsers('/dashboard/users', {
      deleteUser: () => {
        throw refusal
      },
    })
    await user.click(await screen.findByRole('button', { name: 'Delete Ken Watanabe' }))
    await user.click(screen.getByRole('button', { name: 'YES !' }))
    expect(await screen.findByText(`Couldn’t delete Ken Watanabe. ${refusal.message}`)).toBeTruthy()
    await expectNames(['Mara Ilves', 'Ken Watanabe', 'Ada'])
    expect(consoleError.mock.calls).toEqual([['Deleting the user failed:', refusal.message]])
  })

  it('reports success when the user was deleted already', async () => {
    const { user } = await showUsers('/dashboard/users', {
      ...createServer([KEN, ADA]),
      deleteUser: () => {
        throw new AppError('user_not_found')
      },
    })
    await user.click(await screen.findByRole('button', { name: 'Delete Ken Watanabe' }))
    await user.click(screen.getByRole('button', { name: 'YES !' }))
    expect(await screen.findByText('Ken Watanabe was deleted')).toBeTruthy()
  })

  it('loads again after a failure', async () => {
    let isDown = true
    const { user } = await showUsers('/dashboard/users', {
      getUsers: () => {
        if (isDown) throw new AppError('connection')
        return { msg: [MARA], nextPage: null }
      },
    })
    const retry = await screen.findByRole('button', { name: 'Try again' })
    isDown = false
    await user.click(retry)
    await expectNames(['Mara Ilves'])
  })
})
