import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { AppError } from '#contract/errors.ts'
import type { SearchResults } from '#contract/schemas/command-palette.ts'
import { mockSignedIn } from '#web/testing/factories.ts'
import { FakeWebSocket } from '#web/testing/fake-web-socket.ts'
import type { CallMocks } from '#web/testing/render-screen.tsx'
import { showScreen } from '#web/testing/show-screen.ts'

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
const list = () => within(screen.getByRole('listbox', { name: 'What there is' }))
const options = () =>
  list()
    .getAllByRole('option')
    .map(({ textContent }) => textContent)
const active = () => list().getByRole('option', { selected: true })

describe('The palette', () => {
  it('opens by its button and by either shortcut, with the focus in its field, and closes by the shortcut and its button', async () => {
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

  it('leaves the keys alone where something else took them, as the editor does for its links', async () => {
    const { user } = await showDashboard()
    const take = (event: Event) => event.preventDefault()
    document.body.addEventListener('keydown', take)
    await user.keyboard('{Control>}k{/Control}')
    document.body.removeEventListener('keydown', take)
    expect(screen.queryByRole('combobox', { name: 'Find anything' })).toBeNull()
  })

  it('offers all panels and actions, and of them at once what holds each word', async () => {
    const { user, calls } = await showDashboard()
    await user.keyboard('{Control>}k{/Control}')
    const input = await field()
    expect(options()).toEqual([
      ...['Users', 'Courses', 'Blogs', 'Analytics', 'Reviews', 'Chat', 'System log', 'Maintenance'],
      ...['Add course', 'Add blog', 'Import users', 'View as a student', 'Switch to the light theme', 'Log out'],
    ])
    await user.type(input, 'CO add')
    expect(options()).toEqual(['Add course'])
    await user.clear(input)
    expect(calls).not.toContainEqual({ name: 'findAnything', input: { search_text: '' } })
  })

  it('finds courses, users and posts after a pause, each leading to where it is edited', async () => {
    const { user, calls, getPathname } = await showDashboard()
    await user.keyboard('{Control>}k{/Control}')
    await user.type(await field(), 'joi')
    expect(screen.getByText('Searching …')).toBeTruthy()
    await screen.findByRole('option', { name: 'Joins, drawn' })
    expect(calls.filter(({ name }) => name === 'findAnything')).toEqual([
      { name: 'findAnything', input: { search_text: 'joi' } },
    ])
    expect(screen.getAllByRole('group').map((group) => group.textContent)).toEqual([
      'CoursesJoins, drawn',
      'UsersJon Abeljon@mail.example',
      'PostsWhy we join',
    ])
    expect(screen.getByText('3 found')).toBeTruthy()
    await user.click(screen.getByRole('option', { name: /Jon Abel/ }))
    await waitFor(() => expect(getPathname()).toBe('/dashboard/users/9'))
  })

  it('is walked by the arrow keys, round its ends too, and the field names the active option', async () => {
    const { user, getPathname } = await showDashboard()
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
    await waitFor(() => expect(getPathname()).toBe('/dashboard/blogs'))
  })

  it('remembers where this admin went, newest first, and nobody else’s', async () => {
    const first = await showDashboard()
    for (const words of ['syst', 'joins', 'syst']) {
      await first.user.keyboard('{Control>}k{/Control}')
      await first.user.type(await field(), words)
      await waitFor(() => expect(active().textContent).toMatch(/System|Joins/))
      await first.user.keyboard('{Enter}')
    }
    await first.user.keyboard('{Control>}k{/Control}')
    await field()
    const recent = screen.getByRole('group', { name: 'Recent' })
    expect(
      within(recent)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['System log', 'Joins, drawn'])
    expect(localStorage.getItem('palette:7')).toContain('Joins, drawn')
    expect(Object.keys(localStorage)).not.toContain('palette:8')
  })

  it('switches the theme where one is, and does not remember it', async () => {
    const { user, getPathname } = await showDashboard()
    await user.keyboard('{Control>}k{/Control}')
    await user.type(await field(), 'theme{Enter}')
    expect(localStorage.getItem('theme')).toBe('light')
    expect([getPathname(), localStorage.getItem('palette:7')]).toEqual(['/dashboard/maintenance', null])
    await user.keyboard('{Control>}k{/Control}')
    await user.type(await field(), 'theme')
    expect(options()).toEqual(['Switch to the dark theme'])
    await user.keyboard('{Enter}')
  })

  it('says so when nothing is found, and why when the search failed', async () => {
    const { user } = await showDashboard({
      findAnything: ({ search_text }) => {
        if (search_text === 'qqq') return { msg: NOTHING }
        throw new AppError('not_allowed')
      },
    })
    await user.keyboard('{Control>}k{/Control}')
    const input = await field()
    await user.type(input, 'qqq')
    expect(await screen.findByText('Nothing found')).toBeTruthy()
    await user.keyboard('{Enter}')
    expect(await field()).toBe(input)
    await user.type(input, 'r')
    expect(await screen.findByText('You don’t have permission to do this')).toBeTruthy()
  })

  it('takes no harm from what an earlier version left in the browser', async () => {
    for (const left of ['{', '7', '[null, 3, {"label": "x"}]']) localStorage.setItem('palette:7', left)
    const { user } = await showDashboard()
    await user.keyboard('{Control>}k{/Control}')
    await field()
    expect(screen.queryByRole('group', { name: 'Recent' })).toBeNull()
  })
})
