import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { AuditLogEntry } from '#contract/schemas/operations/audit-log.ts'
import { mockSignedIn } from '#web/testing/factories.ts'
import { showScreen } from '#web/testing/show-screen.ts'
import { stubTimeZone } from '#web/testing/stub-time-zone.ts'
import './audit-log-screen.tsx'

const ENTRY: AuditLogEntry = {
  entry_id: 9,
  created_date: '2026-11-20T09:30:00.000Z',
  actor_id: 3,
  actor_name: 'Ada Okoro',
  actor_email: 'ada@mail.example',
  action: 'course.change',
  subject_kind: 'course',
  subject_id: '41',
  subject_name: 'Databases',
  before: { title: 'Data', priceCents: 1_000 },
  after: { title: 'Databases', details: { pitch: 'New' } },
  ip: '192.0.2.7',
  device: 'Firefox on Linux',
  request_id: 'req-9',
}
const JOB: AuditLogEntry = {
  ...ENTRY,
  ...{ entry_id: 8, actor_id: null, actor_name: 'Trash cleanup', actor_email: '', action: 'user.purge' },
  ...{
    subject_kind: 'user',
    subject_id: '',
    subject_name: 'Mara Ilves',
    before: {},
    after: {},
    ip: '',
    device: '',
    request_id: '',
  },
}

const showLog = (address = '/dashboard/audit', entries = [ENTRY, JOB]) =>
  showScreen(address, {
    ...mockSignedIn({ role: 'admin' }),
    getAuditLog: () => ({ msg: entries, nextPage: null }),
  })
const lastInput = (calls: { name: string; input: unknown }[]) =>
  calls.findLast(({ name }) => name === 'getAuditLog')?.input

test('lists who did what, from where', async () => {
  await showLog()
  const action = await screen.findByText('Changed a course', { selector: 'p' })
  const row = action.closest('[role=row]')
  for (const text of ['Databases', 'Ada Okoro', 'Firefox on Linux', '192.0.2.7'])
    expect(row?.textContent).toContain(text)
  await screen.findByText('Deleted a user for good', { selector: 'p' })
})

test('says that the days of the filter are in UTC, and has the time of an entry in UTC beside the local one', async () => {
  stubTimeZone('Europe/Berlin')
  await showLog('/dashboard/audit', [{ ...ENTRY, created_date: '2026-11-05T23:30:00.000Z' }])
  expect(screen.getByLabelText('Until (UTC)')).toBeTruthy()
  const [time] = await screen.findAllByText('Nov 6, 2026, 12:30 AM')
  expect(time?.title).toBe('Nov 5, 2026, 11:30 PM UTC')
})

test('details show each changed field before and after', async () => {
  const { user } = await showLog('/dashboard/audit', [ENTRY])
  await user.click(await screen.findByText('Details'))
  const cells = within(screen.getByRole('table', { name: '' }))
    .getAllByRole('row')
    .map((row) => row.textContent)
  // The labels are for small screens, where the columns are below each other.
  expect(cells).toEqual([
    'FieldBeforeAfter',
    'TitleBefore: DataAfter: Databases',
    'PriceBefore: $10.00After: none',
    'Course pageBefore: noneAfter: Pitch: New',
  ])
  expect(screen.getByText('Firefox on Linux · 192.0.2.7 · request req-9')).toBeTruthy()
})

test('reads its filters from the address, and the export has them too', async () => {
  const query = 'search=ada&kind=course&action=course.change&person=3&subject=41&from=2026-11-01&until=2026-11-30'
  const { calls } = await showLog(`/dashboard/audit?${query}`)
  expect(lastInput(calls)).toEqual({
    ...{ page: 1, search_text: 'ada', person: 3, action: 'course.change', subject_kind: 'course', subject_id: '41' },
    ...{ from: '2026-11-01', until: '2026-11-30' },
  })
  const href = screen.getByRole('link', { name: 'Export CSV' }).getAttribute('href')
  expect(href).toMatch(/^\/api\/exports\/audit-log\.csv\?search_text=ada&action=course\.change&subject_kind=course/)
  expect(href).toContain('person=3')
})

test('ignores filters that make no sense', async () => {
  const { calls } = await showLog(
    '/dashboard/audit?kind=x&action=__proto__&person=-1&subject=%27&from=2026-13-01&until=x',
  )
  expect(lastInput(calls)).toEqual({
    ...{ page: 1, search_text: '', person: null, action: '', subject_kind: '', subject_id: '', from: '', until: '' },
  })
})

test('another kind removes the action and the subject of the previous one', async () => {
  const { user, router, calls } = await showLog('/dashboard/audit?kind=course&action=course.change&subject=41')
  await user.selectOptions(screen.getByRole('combobox', { name: 'Show' }), 'order')
  await waitFor(() => expect(lastInput(calls)).toMatchObject({ subject_kind: 'order', action: '', subject_id: '' }))
  expect(router.state.location.search).toBe('?kind=order')
})

test('an action of another kind is ignored', async () => {
  const { calls } = await showLog('/dashboard/audit?kind=order&action=course.change')
  expect(lastInput(calls)).toMatchObject({ subject_kind: 'order', action: '' })
})

test('a person, a subject, an action and a day narrow the list, and chips widen it again', async () => {
  const { user, calls } = await showLog('/dashboard/audit', [ENTRY])
  await user.click((await screen.findAllByRole('link', { name: /^Ada Okoro/ }))[0] ?? document.body)
  await user.click(screen.getAllByRole('link', { name: /^Databases/ })[0] ?? document.body)
  await user.selectOptions(screen.getByRole('combobox', { name: 'Action' }), 'Changed a course')
  await waitFor(() =>
    expect(lastInput(calls)).toMatchObject({
      person: 3,
      subject_kind: 'course',
      subject_id: '41',
      action: 'course.change',
    }),
  )
  await user.click(await screen.findByRole('link', { name: 'Clear filter: One person' }))
  await user.click(await screen.findByRole('link', { name: 'Clear filter: One course' }))
  await waitFor(() => expect(lastInput(calls)).toMatchObject({ person: null, subject_id: '' }))
})

test('the row of filters takes the focus of a chip that leaves', async () => {
  const { user } = await showLog('/dashboard/audit?person=3&subject=41')
  for (const text of ['One person', 'One record']) {
    await user.click(screen.getByRole('link', { name: `Clear filter: ${text}` }))
    await waitFor(() => expect(screen.queryByRole('link', { name: `Clear filter: ${text}` })).toBeNull())
    expect(document.activeElement).toBe(screen.getByRole('group', { name: 'Filters' }))
  }
})

test('an empty list says so, and how to clear the filters', async () => {
  await showLog('/dashboard/audit?search=x', [])
  await screen.findByText('No entries match your filters.')
  expect(screen.getByRole('link', { name: 'Clear filters' }).getAttribute('href')).toBe('/dashboard/audit')
})

test('the days of the filter can be typed, and follow the address', async () => {
  const { router, calls } = await showLog()
  const from = screen.getByLabelText<HTMLInputElement>('From (UTC)')
  // As a browser reports a year that is typed digit by digit.
  for (const value of ['0002-11-05', '0020-11-05', '0202-11-05', '2026-11-05'])
    fireEvent.change(from, { target: { value } })
  expect(router.state.location.search).toBe('')
  await waitFor(() => expect(router.state.location.search).toBe('?from=2026-11-05'))
  expect(screen.getByLabelText('From (UTC)')).toBe(from)
  await waitFor(() => expect(lastInput(calls)).toMatchObject({ from: '2026-11-05' }))
  fireEvent.change(from, { target: { value: '0002-11-05' } })
  fireEvent.blur(from)
  expect(router.state.location.search).toBe('?from=2026-11-05')
  fireEvent.change(from, { target: { value: '2026-11-06' } })
  fireEvent.blur(from)
  // The screen has followed the address; the entries are asked for before that.
  await waitFor(() =>
    expect(screen.getByRole('link', { name: 'Export CSV' }).getAttribute('href')).toContain('from=2026-11-06'),
  )
  await router.navigate(-1)
  await waitFor(() => expect(from.value).toBe('2026-11-05'))
})

test('a day that is typed just before the page is left changes no other page’s address', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  onTestFinished(() => void vi.useRealTimers())
  const { router } = await showLog()
  fireEvent.change(screen.getByLabelText('From (UTC)'), { target: { value: '2026-11-05' } })
  await act(() => router.navigate('/dashboard/nowhere'))
  await act(() => vi.advanceTimersByTimeAsync(2_000))
  expect(router.state.location).toMatchObject({ pathname: '/dashboard/nowhere', search: '' })
})
