import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { LogEntry } from '#contract/schemas/system-log.ts'
import { AppError } from '#contract/errors.ts'
import { buildUser, mockSignedIn } from '#web/testing/factories.ts'
import { type CallMocks, renderScreen } from '#web/testing/render-screen.tsx'

const buildLogEntry = (values: Partial<LogEntry> = {}): LogEntry => ({
  log_id: 900,
  kind: 'learning',
  message: 'Enrolled in “Joins drawn”',
  email: 'mara@mail.example',
  time: '09:30:00',
  student_id: 7,
  created_date: '2026-11-20T09:30:00.000Z',
  ...values,
})

const show = (address: string, network: CallMocks) =>
  renderScreen(address, { ...mockSignedIn({ role: 'admin' }), ...network })
const table = () => screen.findByRole('table', { name: 'System log' })

test('each line says when, of what kind, what and who; below the last there are no more logs', async () => {
  show('/dashboard/systemlog', {
    getSystemLog: () => ({
      msg: [
        buildLogEntry(),
        buildLogEntry({
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
  const rows = within(await table()).getAllByRole('row')
  expect(rows).toHaveLength(3)
  expect(rows[1]?.textContent).toContain('Enrolled in “Joins drawn”')
  expect(rows[1]?.textContent).toContain('mara@mail.example')
  expect(rows[2]?.textContent).toContain('<b>System is running now</b>')
  expect(rows[2]?.textContent).toContain('Nobody who is known')
  expect(screen.getByText('No more logs')).toBeTruthy()
})

test('words, kind and person are in the address, and what is asked for follows it', async () => {
  const { user, router, calls } = show('/dashboard/systemlog?kind=review', {
    getSystemLog: () => ({ msg: [buildLogEntry()], nextPage: null }),
    getUserData: () => ({ msg: { data: [buildUser()] } }),
  })
  const asked = () => calls.filter(({ name }) => name === 'getSystemLog').at(-1)?.input
  await table()
  expect(asked()).toMatchObject({ kind: 'review', search_text: '', person: null, page: 1 })
  await user.selectOptions(screen.getByRole('combobox', { name: 'Show' }), 'course')
  await waitFor(() => expect(router.state.location.search).toBe('?kind=course'))
  await user.type(screen.getByRole('searchbox', { name: 'Search the log' }), 'joins')
  await waitFor(() => expect(router.state.location.search).toBe('?kind=course&search=joins'))
  expect(asked()).toMatchObject({ kind: 'course', search_text: 'joins' })
  await user.click(within(await table()).getAllByRole('link', { name: /mara@mail.example/ })[0] as HTMLElement)
  expect(await screen.findByRole('link', { name: 'Mara Ilves' })).toBeTruthy()
  expect(asked()).toMatchObject({ kind: 'course', search_text: 'joins', person: 7 })
  expect(router.state.location.search).toBe('?kind=course&search=joins&person=7')
  expect(screen.getByRole('link', { name: 'CSV' }).getAttribute('href')).toBe(
    '/api/exports/system-log.csv?search_text=joins&kind=course&person=7',
  )
  await user.click(screen.getByRole('link', { name: 'Everybody again' }))
  await waitFor(() => expect(router.state.location.search).toBe('?kind=course&search=joins'))
})

test('keeps the search when a user is chosen while the search loads', async () => {
  let finishSearch = () => {}
  const { user, calls } = show('/dashboard/systemlog', {
    getSystemLog: ({ search_text }) => {
      const answer = { msg: [buildLogEntry()], nextPage: null }
      return search_text ? new Promise((resolve) => (finishSearch = () => resolve(answer))) : answer
    },
    getUserData: () => ({ msg: { data: [buildUser()] } }),
  })
  const [userLink] = within(await table()).getAllByRole('link', { name: /mara@mail.example/ })
  await user.type(screen.getByRole('searchbox', { name: 'Search the log' }), 'joins{Enter}')
  await user.click(userLink as HTMLElement)
  finishSearch()
  await screen.findByRole('link', { name: 'Mara Ilves' })
  await waitFor(() =>
    expect(calls.findLast(({ name }) => name === 'getSystemLog')?.input).toMatchObject({
      search_text: 'joins',
      person: 7,
    }),
  )
  expect(screen.getByRole('searchbox', { name: 'Search the log' })).toHaveProperty('value', 'joins')
})

test('nothing found is said, with a way back to all', async () => {
  const { user, router } = show('/dashboard/systemlog?search=zzz', {
    getSystemLog: ({ search_text }) => ({ msg: search_text ? [] : [buildLogEntry()], nextPage: null }),
  })
  await screen.findByText('No logs found')
  await user.click(screen.getByRole('link', { name: 'The whole log' }))
  await table()
  expect(router.state.location.search).toBe('')
})

test('what did not come through can be asked for again', async () => {
  let isAway = true
  const { user } = show('/dashboard/systemlog', {
    getSystemLog: () => {
      if (isAway) throw new AppError('not_ready')
      return { msg: [buildLogEntry()], nextPage: null }
    },
  })
  await screen.findByText('The list did not come through.')
  isAway = false
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByText('Enrolled in “Joins drawn”')
})
