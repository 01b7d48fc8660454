import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { AppError } from '#contract/errors.ts'
import type { User } from '#contract/schemas/users.ts'
import { buildUser, mockSignedIn } from '#web/testing/factories.ts'
import type { CallMocks } from '#web/testing/render-screen.tsx'
import { showScreen } from '#web/testing/show-screen.ts'

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

/** A server that lists them, and deletes. */
function aServer(users: User[]) {
  return {
    getUsers: ({ search_text = '' }) => ({
      msg: users.filter(({ email }) => email.includes(search_text)),
      nextPage: null,
    }),
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
  showScreen(address, { ...mockSignedIn(ADA), ...aServer([MARA, KEN, ADA]), ...network })

const table = () => screen.findByRole('table', { name: 'Users' })
const names = async () =>
  within(await table())
    .getAllByRole('link')
    .map((link) => link.textContent)
const asked = (calls: { name: string; input: unknown }[]) =>
  calls.filter(({ name }) => name === 'getUsers').map(({ input }) => input)
const NEWEST = { search_text: '', select_data: '', sort: 'joined', descending: true, page: 1 }

describe('The users panel', () => {
  it.each(['/dashboard', '/dashboard/users'])('greets at %s and lists who is there', async (address) => {
    const { calls } = await showUsers(address)
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Hello Admin, Track users here')
    expect(await names()).toEqual(['Mara Ilves', 'Ken Watanabe', 'Ada'])
    expect(asked(calls)).toEqual([NEWEST])
    const [, mara, ken, ada] = within(await table()).getAllByRole('row')
    expect(mara?.textContent).toMatch(/mara@mail\.example.*Active.*Mar 1, 2026.*2$/)
    expect(ken?.textContent).toMatch(/Inactive.*9$/)
    expect(ada?.textContent).toMatch(/^Adaadminyou/)
    expect(screen.getByText('No more users')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Mara Ilves' }).getAttribute('href')).toBe('/dashboard/users/7')
    expect(screen.getByRole('link', { name: 'Import' }).getAttribute('href')).toBe('/dashboard/users/import')
  })

  it('finds, chooses and sorts by the address, and the file holds the same', async () => {
    const { user, router, calls } = await showUsers()
    await user.type(screen.getByRole('searchbox', { name: 'Search by name or e-mail' }), 'ken{Enter}')
    await waitFor(async () => expect(await names()).toEqual(['Ken Watanabe']))
    await user.selectOptions(screen.getByRole('combobox'), 'Inactive')
    await waitFor(() => expect(router.state.location.search).toBe('?search=ken&type=Inactive'))
    await user.click(await screen.findByRole('button', { name: 'Name' }))
    await waitFor(() => expect(router.state.location.search).toBe('?search=ken&type=Inactive&sort=name'))
    expect((await screen.findByRole('columnheader', { name: 'Name' })).getAttribute('aria-sort')).toBe('ascending')
    await user.click(screen.getByRole('button', { name: 'Name' }))
    await waitFor(() => expect(router.state.location.search).toBe('?search=ken&type=Inactive&sort=name&order=desc'))
    await waitFor(() =>
      expect(asked(calls).at(-1)).toEqual({ ...NEWEST, search_text: 'ken', select_data: 'Inactive', sort: 'name' }),
    )
    const csv = '/api/exports/users.csv?search_text=ken&select_data=Inactive&sort=name&descending=true'
    await waitFor(() => expect(screen.getByRole('link', { name: 'CSV' }).getAttribute('href')).toBe(csv))
    expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
      'Select Value',
      'Active',
      'Inactive',
      'Admins',
    ])
  })

  it('sorts what is being searched while the search is still on its way', async () => {
    const { user, router } = await showUsers('/dashboard/users', {
      getUsers: ({ search_text }) =>
        search_text === 'ken' ? new Promise(() => {}) : { msg: [MARA, KEN, ADA], nextPage: null },
    })
    await table()
    await user.type(screen.getByRole('searchbox', { name: 'Search by name or e-mail' }), 'ken{Enter}')
    await user.click(screen.getByRole('button', { name: 'Name' }))
    await waitFor(() => expect(router.state.location.search).toBe('?search=ken&sort=name'))
  })

  it('says when nobody is found, and leads back to all', async () => {
    const { user } = await showUsers('/dashboard/users?search=nobody')
    expect(await screen.findByText('No users found')).toBeTruthy()
    expect(screen.getByText('Nobody’s name or e-mail holds “nobody”.')).toBeTruthy()
    await user.click(screen.getByRole('link', { name: 'All users' }))
    expect(await names()).toHaveLength(3)
  })

  it('deletes after the popup, which says who; the row leaves before the server has answered', async () => {
    let answer = () => {}
    const server = aServer([MARA, KEN, ADA])
    const { user, calls } = await showUsers('/dashboard/users', {
      ...server,
      deleteUser: (input) => new Promise((resolve) => (answer = () => resolve(server.deleteUser(input)))),
    })
    await table()
    expect(screen.queryByRole('button', { name: 'Delete Ada' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Delete Mara Ilves' }))
    const popup = within(await screen.findByRole('dialog', { name: 'WARNING!' }))
    expect(
      popup.getByText(
        /^Mara Ilves \(mara@mail\.example\).*This data will be permanently deleted and cannot be undone\.$/,
      ),
    ).toBeTruthy()
    await user.click(popup.getByRole('button', { name: 'Cancel' }))
    expect(await names()).toHaveLength(3)
    await user.click(screen.getByRole('button', { name: 'Delete Mara Ilves' }))
    await user.click(screen.getByRole('button', { name: 'YES !' }))
    await waitFor(async () => expect(await names()).toEqual(['Ken Watanabe', 'Ada']))
    expect(calls.filter(({ name }) => name === 'deleteUser')).toEqual([{ name: 'deleteUser', input: { user_id: 7 } }])
    expect(document.activeElement).not.toBe(document.body)
    answer()
    expect(await screen.findByText('Mara Ilves is deleted')).toBeTruthy()
    expect(await names()).toEqual(['Ken Watanabe', 'Ada'])
  })

  it('brings back whom the server keeps, and says why', async () => {
    const { user } = await showUsers('/dashboard/users', {
      deleteUser: () => {
        throw new AppError('last_admin')
      },
    })
    await user.click(await screen.findByRole('button', { name: 'Delete Ken Watanabe' }))
    await user.click(screen.getByRole('button', { name: 'YES !' }))
    expect(await screen.findByText('Ken Watanabe is not deleted. You can’t delete the last admin')).toBeTruthy()
    expect(await names()).toEqual(['Mara Ilves', 'Ken Watanabe', 'Ada'])
  })

  it('takes one who is gone already for deleted', async () => {
    const { user } = await showUsers('/dashboard/users', {
      ...aServer([KEN, ADA]),
      deleteUser: () => {
        throw new AppError('user_not_found')
      },
    })
    await user.click(await screen.findByRole('button', { name: 'Delete Ken Watanabe' }))
    await user.click(screen.getByRole('button', { name: 'YES !' }))
    expect(await screen.findByText('Ken Watanabe is deleted')).toBeTruthy()
  })

  it('says when the list does not come through, and tries again', async () => {
    let isUp = false
    const { user } = await showUsers('/dashboard/users', {
      getUsers: () => {
        if (!isUp) throw new AppError('connection')
        return { msg: [MARA], nextPage: null }
      },
    })
    expect(await screen.findByText('The list did not come through.')).toBeTruthy()
    isUp = true
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await names()).toEqual(['Mara Ilves'])
  })
})
