import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { AppError } from '#contract/errors.ts'
import type { SearchResults } from '#contract/schemas/operations/command-palette.ts'
import { buildUser, mockSignedIn } from '#web/testing/factories.ts'
import { FakeWebSocket } from '#web/testing/fake-web-socket.ts'
import type { CallMocks } from '#web/testing/render-screen.tsx'
import { showScreen } from '#web/testing/show-screen.ts'
// Loaded here so that the lazy import does not count towards the first test.
import '#web/screens/admin/maintenance/maintenance-screen.tsx'
import '#web/screens/admin/system-log/system-log-screen.tsx'
import '#web/screens/admin/users/user/user-screen.tsx'
import '#web/screens/admin/blogs/blogs-screen.tsx'
import './palette.tsx'

const NOTHING: SearchResults = { courses: [], users: [], blogs: [] }
const FOUND: SearchResults = {
  courses: [{ course_id: 41, title: 'Joins, drawn' }],
  users: [{ student_id: 9, first_name: 'Jon', last_name: 'Abel', email: 'jon@mail.example', image_url: '' }],
  blogs: [{ blog_id: 77, title: 'Why we join' }],
}

beforeEach(() => {
  localStorage.clear()
  FakeWebSocket.install()
})

async function showDashboard(network: CallMocks = {}) {
  return showScreen('/dashboard/maintenance', {
    ...mockSignedIn({ role: 'admin' }),
    findAnything: ({ search_text }) => ({ msg: search_text?.startsWith('jo') ? FOUND : NOTHING }),
    getUsers: () => ({ msg: [], nextPage: null }),
    ...network,
  })
}

const field = () => screen.findByRole('combobox', { name: 'Find anything' })
const list = () => within(screen.getByRole('listbox', { name: 'Results' }))
const options = () =>
  list()
    .getAllByRole('option')
    .map(({ textContent }) => textContent)
const active = () => list().getByRole('option', { selected: true })

describe('The command palette', () => {
  it('opens with its button and both shortcuts, focuses its field, and closes with the shortcut and its button', async () => {
    const { user } = await showDashboard()
    await user.click(screen.getByRole('button', { name: /Find anything/ }))
    expect(await field()).toBe(document.activeElement)
    await user.keyboard('{Control>}k{/Control}')
    expect(screen.queryByRole('combobox', { name: 'Find anything' })).toBeNull()
    await user.keyboard('{Meta>}k{/Meta}')
    await field()
    await user.click(screen.getByRole('button', { name: 'Close' }))
    expect(screen.queryByRole('combobox', { name: 'Find anything' })).toBeNull()
  })

  it('stays closed when another element handles the shortcut', async () => {
    const { user } = await showDashboard()
    const handleKey = (event: Event) => event.preventDefault()
    document.body.addEventListener('keydown', handleKey)
    await user.keyboard('{Control>}k{/Control}')
    document.body.removeEventListener('keydown', handleKey)
    expect(screen.queryByRole('combobox', { name: 'Find anything' })).toBeNull()
  })

  it('lists all pages and actions, and filters them by every word typed', async () => {
    const { user, calls } = await showDashboard()
    await user.keyboard('{Control>}k{/Control}')
    const input = await field()
    expect(options()).toEqual([
      ...[
        'Users',
        'Courses',
        'Blogs',
        'Analytics',
        'Reviews',
        'Chat',
        'System log',
        'Maintenance',
        'Orders',
        'Coupons',
        'Paths',
        'Certificates',
        'Submissions',
        'Audit log',
        'Trash',
        'System',
      ],
      ...[
        'Add course',
        'Add blog',
        'Your account',
        'Import users',
        'View as a student',
        'Switch to the light theme',
        'Log out',
      ],
    ])
    await user.type(input, 'CO add')
    expect(options()).toEqual(['Add course'])
    await user.clear(input)
    await user.type(input, 'passw')
    expect(options()).toEqual(['Your account'])
    await user.clear(input)
    await user.type(input, 'restore')
    expect(options()).toEqual(['Trash'])
    await user.clear(input)
    expect(calls).not.toContainEqual({ name: 'findAnything', input: { search_text: '' } })
  })

  it('searches courses, users and posts after a pause, and opens the chosen one', async () => {
    const { user, calls } = await showDashboard({
      getUserDetails: () => ({
        msg: {
          user: buildUser({ student_id: 9, first_name: 'Jon', last_name: 'Abel' }),
          email_confirmed: true,
          has_second_factor: false,
          enrollments: [],
          reviews: [],
          comments: [],
          sessions: [],
        },
      }),
    })
    await user.keyboard('{Control>}k{/Control}')
    const input = await field()
    // Without the pauses of typing: only the last text is searched.
    for (const value of ['j', 'jo', 'joi']) fireEvent.change(input, { target: { value } })
    expect(screen.getByText('Searching…')).toBeTruthy()
    await screen.findByRole('option', { name: 'Joins, drawn' })
    expect(calls.filter(({ name }) => name === 'findAnything')).toEqual([
      { name: 'findAnything', input: { search_text: 'joi' } },
    ])
    expect(screen.getAllByRole('group').map((group) => group.textContent)).toEqual([
      'CoursesJoins, drawn',
      'UsersJon Abeljon@mail.example',
      'PostsWhy we join',
    ])
    expect(screen.getByText('3 results')).toBeTruthy()
    await user.click(screen.getByRole('option', { name: /Jon Abel/ }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Jon Abel' })).toBeTruthy()
  })

  it('opens no result of the previous text on Enter', async () => {
    const { user, getPathname } = await showDashboard({
      findAnything: ({ search_text }) => (search_text === 'joi' ? { msg: FOUND } : new Promise(() => {})),
    })
    await user.keyboard('{Control>}k{/Control}')
    const input = await field()
    fireEvent.change(input, { target: { value: 'joi' } })
    await screen.findByRole('option', { name: 'Joins, drawn', selected: true })
    fireEvent.change(input, { target: { value: 'zzz' } })
    expect(list().getByRole('option', { name: 'Joins, drawn', selected: false })).toBeTruthy()
    await user.keyboard('{Enter}')
    expect(getPathname()).toBe('/dashboard/maintenance')
    expect(await field()).toBeTruthy()
  })

  it('moves through the options with the arrow keys, wrapping at both ends', async () => {
    const { user } = await showDashboard()
    await user.keyboard('{Control>}k{/Control}')
    const input = await field()
    expect(active().textContent).toBe('Users')
    await user.keyboard('{ArrowUp}')
    expect(active().textContent).toBe('Log out')
    await user.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}')
    expect(active().textContent).toBe('Blogs')
    expect(input.getAttribute('aria-activedescendant')).toBe(active().id)
    await user.type(input, 'log')
    expect(active().textContent).toBe('Blogs')
    await user.keyboard('{ArrowDown}')
    expect(active().textContent).toBe('System log')
    await user.keyboard('{ArrowUp}{Enter}')
    expect(screen.queryByRole('combobox', { name: 'Find anything' })).toBeNull()
    expect(await screen.findByRole('heading', { level: 1, name: /Blog/ })).toBeTruthy()
  })

  it('lists the pages this admin opened, newest first', async () => {
    localStorage.setItem('palette:8', '[{"label":"Opened by another admin","icon":"user","to":"/dashboard/users"}]')
    const { user } = await showDashboard()
    for (const text of ['syst', 'joins', 'syst']) {
      await user.keyboard('{Control>}k{/Control}')
      await user.type(await field(), text)
      await waitFor(() => expect(active().textContent).toMatch(/System|Joins/))
      await user.keyboard('{Enter}')
    }
    await user.keyboard('{Control>}k{/Control}')
    await field()
    const recent = screen.getByRole('group', { name: 'Recent' })
    expect(
      within(recent)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['System log', 'Joins, drawn'])
  })

  it('switches the theme without leaving the page or listing it as recent', async () => {
    const { user } = await showDashboard()
    await user.keyboard('{Control>}k{/Control}')
    await user.type(await field(), 'theme{Enter}')
    expect(localStorage.getItem('theme')).toBe('light')
    expect(screen.getByRole('heading', { level: 1, name: 'Maintenance' })).toBeTruthy()
    await user.keyboard('{Control>}k{/Control}')
    const input = await field()
    expect(screen.queryByRole('group', { name: 'Recent' })).toBeNull()
    await user.type(input, 'theme')
    expect(options()).toEqual(['Switch to the dark theme'])
    await user.keyboard('{Enter}')
    expect(localStorage.getItem('theme')).toBe('dark')
  })

  it('shows an empty state, and the error of a failed search', async () => {
    const refusal = new AppError('not_allowed')
    const { user } = await showDashboard({
      findAnything: ({ search_text }) => {
        if (search_text === 'qqq') return { msg: NOTHING }
        throw refusal
      },
    })
    await user.keyboard('{Control>}k{/Control}')
    const input = await field()
    await user.type(input, 'qqq')
    expect(await screen.findByText('No results for “qqq”.')).toBeTruthy()
    await user.keyboard('{Enter}')
    expect(await field()).toBe(input)
    await user.type(input, 'r')
    expect(await screen.findByText(refusal.message)).toBeTruthy()
  })

  it.each(['{', '7', '[null, 3, {"label": "x"}]'])('ignores malformed recent items: %s', async (stored) => {
    localStorage.setItem('palette:7', stored)
    const { user } = await showDashboard()
    await user.keyboard('{Control>}k{/Control}')
    await field()
    expect(screen.queryByRole('group', { name: 'Recent' })).toBeNull()
  })
})
