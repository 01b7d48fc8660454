import { act, screen, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { AppError } from '#contract/errors.ts'
import type { ErrorGroup, ServerProcess, SystemReport } from '#contract/schemas/operations/system.ts'
import { mockSignedIn } from '#web/testing/factories.ts'
import type { CallMocks } from '#web/testing/render-screen.tsx'
import { showScreen } from '#web/testing/show-screen.ts'
import { formatDuration } from './format-duration.ts'
import './system-screen.tsx'

const NOW = '2026-11-22T12:00:00.000Z'
const PROCESS: ServerProcess = {
  ...{ process_id: 'web-1', host: 'web', pid: 100, version: '0.1.0', node: 'v24.1.0', sockets: 4 },
  ...{ started_date: '2026-11-21T10:00:00.000Z', seen_date: NOW, memory_bytes: 210e6, event_loop_ms: 3.2 },
  ...{ requests_per_minute: 1_204.4, errors_per_minute: 0, isCurrent: true, isSilent: false },
}
const REPORT: SystemReport = {
  version: '0.1.0',
  now: NOW,
  checks: [{ code: 'disk_space', area: 'disk', status: 'ok', title: 'Disk space', text: '212 GB of 500 GB free.' }],
  processes: [PROCESS],
  database: { kind: 'server', version: '17.2', size_bytes: 3.2e9, connections: 12, max_connections: 100 },
  disk: { free_bytes: 212e9, total_bytes: 500e9 },
  mail: { delivery: 'smtp', waiting: 0, oldest_date: null, last_failure: null },
}
const ERROR: ErrorGroup = {
  ...{ error_id: 7, type: 'TypeError', message: 'x is undefined', source: 'getCourses', count: 1_200 },
  ...{ first_date: '2026-11-20T10:00:00.000Z', last_date: NOW, request_id: 'abc-1', version: '0.1.0' },
  ...{ stack: 'TypeError: x is undefined\n    at getCourses (src/server/x.ts:1:2)', isSolved: false },
}

const show = (report: Partial<SystemReport> = {}, mocks: CallMocks = {}) =>
  showScreen('/dashboard/system', {
    ...mockSignedIn({ role: 'admin' }),
    getSystem: () => ({ msg: { ...REPORT, ...report } }),
    getErrorGroups: () => ({ msg: [], nextPage: null }),
    getBackups: () => ({
      msg: {
        ...{ every_hours: null, keep: 7, location: '/srv/backups', has_files: true },
        ...{ restore_test_date: null, isRunning: false, backups: [] },
      },
    }),
    ...mocks,
  })
afterEach(() => vi.useRealTimers())
const passPoll = () => act(() => vi.advanceTimersByTimeAsync(15_000))
const section = async (name: string) => within(await screen.findByRole('region', { name }))

describe('The System page', () => {
  it('says that everything works, with the state of each part', async () => {
    await show()
    await screen.findByText('Everything works')
    const processes = await section('Server processes')
    processes.getByText('Version 0.1.0, Node 24.1.0, up 1 d 2 h')
    processes.getByText('1,204/min')
    ;(await section('Database and disk')).getByText('3.2 GB')
    ;(await section('Database and disk')).getByText('12 of 100')
    ;(await section('Email')).getByText('Mail server')
    ;(await section('Errors')).getByText(/^No errors/)
    expect(screen.getByText('1 check passed')).toBeTruthy()
  })

  it('counts problems and warnings, and lists them in words', async () => {
    await show({
      checks: [
        { code: 'a', area: 'database', status: 'error', title: 'Connection', text: 'Start PostgreSQL.' },
        { code: 'b', area: 'mail', status: 'warning', title: 'Mail server', text: 'Set SMTP_URL.' },
        { code: 'c', area: 'network', status: 'warning', title: 'Proxy', text: 'Set TRUST_PROXY.' },
      ],
    })
    await screen.findByText('1 problem and 2 warnings')
    const list = within(screen.getByRole('list', { name: 'Needs attention' }))
    expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'ProblemConnection · DatabaseStart PostgreSQL.',
      'WarningMail server · EmailSet SMTP_URL.',
      'WarningProxy · NetworkSet TRUST_PROXY.',
    ])
  })

  it('says of a silent process since when, instead of its old figures', async () => {
    const silent = { ...PROCESS, process_id: 'web-2', pid: 101, isCurrent: false, isSilent: true }
    await show({ processes: [PROCESS, { ...silent, seen_date: '2026-11-22T11:55:00.000Z' }] })
    const [, row] = (await section('Server processes')).getAllByRole('listitem')
    expect(row?.textContent).toMatch(/web · 101Problem.*Silent since 5 minutes ago/)
    expect(row?.textContent).not.toContain('Memory')
  })

  it('sends a test email and shows what came of it', async () => {
    const failing = {
      mail: { ...REPORT.mail, waiting: 3, last_failure: { kind: 'receipt', tries: 2, text: '451 later' } },
    }
    let refusal: AppError | undefined
    const { user } = await show(failing, {
      sendTestMail: () => {
        if (refusal) throw refusal
        return { msg: 'A test email to a@mail.example was queued' }
      },
    })
    const mail = await section('Email')
    mail.getByText('451 later (receipt, attempt 2)')
    await user.click(mail.getByRole('button', { name: 'Send test email' }))
    await screen.findByText('A test email to a@mail.example was queued')
    refusal = new AppError('too_often', { text: 'Too many emails. Try again later' })
    await user.click(mail.getByRole('button', { name: 'Send test email' }))
    await screen.findByText('Too many emails. Try again later')
    await user.click(mail.getByRole('button', { name: 'Dismiss' }))
    expect(mail.queryByText('Too many emails. Try again later')).toBeNull()
    expect(document.activeElement).toBe(mail.getByRole('button', { name: 'Send test email' }))
  })

  it('marks an error as solved, and opens it again', async () => {
    const sent: unknown[] = []
    let isSolved = false
    const { user } = await show(undefined, {
      getErrorGroups: () => ({ msg: [{ ...ERROR, isSolved }], nextPage: null }),
      setErrorSolved: (input) => {
        sent.push(input)
        isSolved = input.solved
        return { msg: 'Marked as solved' }
      },
    })
    const errors = await section('Errors')
    await errors.findByText('TypeError: x is undefined')
    expect(errors.getByText(/^getCourses · 1,200 times · last/)).toBeTruthy()
    await user.click(errors.getByText('Details'))
    expect(errors.getByLabelText('Stack of TypeError in getCourses').textContent).toContain('src/server/x.ts:1:2')
    await user.click(errors.getByRole('button', { name: 'Mark as solved: TypeError in getCourses' }))
    await user.click(await errors.findByRole('button', { name: 'Open again: TypeError in getCourses' }))
    await errors.findByRole('button', { name: 'Mark as solved: TypeError in getCourses' })
    expect(sent).toEqual([
      { error_id: 7, solved: true },
      { error_id: 7, solved: false },
    ])
  })

  it('does not say that everything works while the server does not answer', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    let isDown = false
    await show(undefined, {
      getSystem: () => {
        if (isDown) throw new AppError('connection')
        return { msg: REPORT }
      },
    })
    screen.getByText('Everything works')
    isDown = true
    await passPoll()
    await screen.findByText('These numbers may be out of date. We can’t reach the server.')
    expect(screen.queryByText('Everything works')).toBeNull()
    isDown = false
    await passPoll()
    await screen.findByText('Everything works')
  })

  it('lists an error that comes while the page is open', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    let groups: ErrorGroup[] = []
    await show(undefined, { getErrorGroups: () => ({ msg: groups, nextPage: null }) })
    await (await section('Errors')).findByText(/^No errors/)
    groups = [ERROR]
    await passPoll()
    await (await section('Errors')).findByText('TypeError: x is undefined')
  })

  it('says that further errors could not be loaded, and lists none twice', async () => {
    let isDown = true
    const { user } = await show(undefined, {
      getErrorGroups: ({ page }) => {
        if (page === 1) return { msg: [ERROR], nextPage: 2 }
        if (isDown) throw new AppError('connection')
        return { msg: [ERROR, { ...ERROR, error_id: 8, type: 'RangeError' }], nextPage: null }
      },
    })
    const errors = await section('Errors')
    await user.click(await errors.findByRole('button', { name: 'Show more' }))
    await errors.findByText('Couldn’t load more.')
    isDown = false
    await user.click(errors.getByRole('button', { name: 'Show more' }))
    await errors.findByText('RangeError: x is undefined')
    expect(errors.getAllByText('TypeError: x is undefined')).toHaveLength(1)
    expect(errors.queryByText('Couldn’t load more.')).toBeNull()
  })

  it('stops asking when the session has ended', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    let hasEnded = false
    const { calls } = await show(undefined, {
      getSystem: () => {
        if (hasEnded) throw new AppError('not_signed_in')
        return { msg: REPORT }
      },
    })
    hasEnded = true
    await passPoll()
    await screen.findByText(/^Live updates have stopped/)
    const countCalls = () => calls.filter(({ name }) => name === 'getSystem').length
    const before = countCalls()
    await passPoll()
    await passPoll()
    expect(countCalls()).toBe(before)
  })

  it('leaves the focus on "Try again" while the errors cannot be loaded', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    await show(undefined, {
      getErrorGroups: () => {
        throw new AppError('connection')
      },
    })
    const button = await (await section('Errors')).findByRole('button', { name: 'Try again' })
    button.focus()
    await passPoll()
    expect(document.activeElement).toBe(button)
    expect(button.isConnected).toBe(true)
  })

  it('keeps the rest when the errors cannot be loaded', async () => {
    await show(undefined, {
      getErrorGroups: () => {
        throw new AppError('connection')
      },
    })
    await (await section('Errors')).findByText('We couldn’t load this.')
    screen.getByText('Everything works')
  })
})

it.each([
  [59_000, '0 min'],
  [3_600_000 * 5 + 60_000 * 7, '5 h 7 min'],
  [86_400_000 * 3 + 3_600_000 * 4, '3 d 4 h'],
])('formats %i ms as %s', (ms, words) => expect(formatDuration(ms)).toBe(words))
