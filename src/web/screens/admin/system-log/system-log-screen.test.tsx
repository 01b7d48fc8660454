import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { CallInput } from '#contract/contract.ts'
import { AppError } from '#contract/errors.ts'
import type { LogEntry } from '#contract/schemas/operations/system-log.ts'
import { buildUser, mockSignedIn } from '#web/testing/factories.ts'
import type { CallMocks } from '#web/testing/render-screen.tsx'
import { showScreen } from '#web/testing/show-screen.ts'
// Loaded here so that the lazy import does not count towards the first test.
import './system-log-screen.tsx'

const buildEntry = (values: Partial<LogEntry> = {}): LogEntry => ({
  log_id: 900,
  kind: 'learning',
  message: 'Enrolled in “Joins drawn”',
  email: 'mara@mail.example',
  time: '09:30:00',
  student_id: 7,
  created_date: '2026-11-20T09:30:00.000Z',
  ...values,
})

const ENTRIES = [
  buildEntry(),
  buildEntry({ log_id: 899, message: 'Completed “Joins drawn”', email: 'ken@mail.example', student_id: 8 }),
  buildEntry({
    log_id: 898,
    kind: 'course',
    message: 'Edited “Joins drawn”',
    email: 'ken@mail.example',
    student_id: 8,
  }),
  buildEntry({ log_id: 897, kind: 'course', message: 'Added “Git”', email: 'mara@mail.example' }),
  buildEntry({ log_id: 896, kind: 'course', message: 'Added “Joins drawn”', email: 'mara@mail.example' }),
]

/** Filters like the server does. */
const getSystemLog = ({ search_text = '', kind = '', person = null }: CallInput<'getSystemLog'>) => ({
  msg: ENTRIES.filter(
    (entry) =>
      entry.message.toLowerCase().includes(search_text) &&
      (kind === '' || entry.kind === kind) &&
      (person === null || entry.student_id === person),
  ),
  nextPage: null,
})

const showLog = (search = '', network: CallMocks = {}) =>
  showScreen(`/dashboard/systemlog${search}`, {
    ...mockSignedIn({ role: 'admin' }),
    getSystemLog,
    getUserData: () => ({ msg: { data: [buildUser()] } }),
    ...network,
  })

/** By selector: roles are slow to find, and these are looked up until a list has loaded. */
const getRows = () => [...document.querySelectorAll<HTMLElement>('[role=table] [role=row]')].slice(1)
const expectMessages = (messages: string[]) =>
  waitFor(() => expect(getRows().map((row) => row.querySelector('p')?.textContent)).toEqual(messages))
const getUserLink = () => within(getRows().at(-1) as HTMLElement).getAllByText('mara@mail.example')[0] as HTMLElement
const searchField = () => screen.getByLabelText('Search the log')

describe('The system log', () => {
  it('shows the type, activity and user of each entry, and markup as text', async () => {
    await showLog('', {
      getSystemLog: () => ({
        msg: [
          buildEntry(),
          buildEntry({
            log_id: 899,
            kind: 'site',
            message: '<b>System is running now</b>',
            email: '',
            student_id: null,
          }),
        ],
        nextPage: null,
      }),
    })
    await expectMessages(['Enrolled in “Joins drawn”', '<b>System is running now</b>'])
    expect(screen.getByRole('table', { name: 'System log' }).getAttribute('aria-rowcount')).toBe('3')
    const [first, second] = getRows()
    expect(first?.textContent).toContain('learning')
    expect(first?.textContent).toContain('mara@mail.example')
    expect(second?.textContent).toContain('site')
    expect(second?.textContent).toContain('System')
    expect(screen.getByText('No more logs')).toBeTruthy()
  })

  it('combines the type, the search and the user, and clears the user alone', async () => {
    const { user } = await showLog('?kind=learning')
    await expectMessages(['Enrolled in “Joins drawn”', 'Completed “Joins drawn”'])
    await user.selectOptions(screen.getByRole('combobox', { name: 'Show' }), 'course')
    await expectMessages(['Edited “Joins drawn”', 'Added “Git”', 'Added “Joins drawn”'])
    fireEvent.change(searchField(), { target: { value: 'joins' } })
    await expectMessages(['Edited “Joins drawn”', 'Added “Joins drawn”'])
    await user.click(getUserLink())
    await expectMessages(['Added “Joins drawn”'])
    expect((await screen.findByRole('link', { name: 'Mara Ilves' })).getAttribute('href')).toBe('/dashboard/users/7')
    expect(screen.getByRole('link', { name: 'Export CSV' }).getAttribute('href')).toBe(
      '/api/exports/system-log.csv?search_text=joins&kind=course&person=7',
    )
    await user.click(screen.getByRole('link', { name: 'Clear user filter' }))
    await expectMessages(['Edited “Joins drawn”', 'Added “Joins drawn”'])
    expect(document.activeElement).toBe(screen.getByRole('group', { name: 'Filters' }))
  })

  it('keeps a search that is still loading when a user is clicked', async () => {
    await showLog('', {
      getSystemLog: (input) =>
        input.search_text !== '' && input.person === null ? new Promise(() => {}) : getSystemLog(input),
    })
    await expectMessages(ENTRIES.map(({ message }) => message))
    const userLink = getUserLink()
    // Both in one go: typing takes time, in which the search could finish.
    fireEvent.change(searchField(), { target: { value: 'git' } })
    fireEvent.submit(searchField())
    fireEvent.click(userLink)
    await expectMessages(['Added “Git”'])
    expect(searchField()).toHaveProperty('value', 'git')
  })

  it('shows an empty state that clears the filters', async () => {
    const { user } = await showLog('?search=zzz')
    expect(await screen.findByText('No logs found')).toBeTruthy()
    expect(screen.getByText('No entries match your filters.')).toBeTruthy()
    await user.click(screen.getByRole('link', { name: 'Clear filters' }))
    await expectMessages(ENTRIES.map(({ message }) => message))
    expect(searchField()).toHaveProperty('value', '')
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'System log' }))
  })

  it('offers no filters to clear while the log is empty', async () => {
    await showLog('', { getSystemLog: () => ({ msg: [], nextPage: null }) })
    expect(await screen.findByText('No logs found')).toBeTruthy()
    expect(screen.queryByRole('link', { name: 'Clear filters' })).toBeNull()
  })

  it('loads again after a failure', async () => {
    let isDown = true
    const { user } = await showLog('', {
      getSystemLog: (input) => {
        if (isDown) throw new AppError('not_ready')
        return getSystemLog(input)
      },
    })
    const retry = await screen.findByRole('button', { name: 'Try again' })
    isDown = false
    await user.click(retry)
    await expectMessages(ENTRIES.map(({ message }) => message))
  })
})
