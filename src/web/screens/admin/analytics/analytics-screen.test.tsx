import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { AnalyticsCounts, DayCounts } from '#contract/schemas/analytics.ts'
import { AppError } from '#contract/errors.ts'
import { mockSignedIn } from '#web/testing/factories.ts'
import { type CallMocks, renderScreen } from '#web/testing/render-screen.tsx'

const COUNTS: AnalyticsCounts = {
  users: 1_234,
  active_users: 34,
  inactive_users: 1_200,
  courses: 16,
  reviews: 210,
  blogs: 9,
  time: 90_061,
}
const dayBefore = (n: number, values: Partial<DayCounts> = {}): DayCounts => ({
  day: new Date(Date.UTC(2026, 10, 21 - n)).toISOString().slice(0, 10),
  ...{ signups: 1, enrollments: 2, completions: 0 },
  ...values,
})

afterEach(() => vi.useRealTimers())

function showPanel(address = '/dashboard/analytics', network: CallMocks = {}) {
  return renderScreen(address, {
    ...mockSignedIn({ role: 'admin' }),
    getAnalystic: () => ({ msg: COUNTS }),
    getAnalysticByDay: ({ days }) => ({ msg: Array.from({ length: days }, (_, n) => dayBefore(days - 1 - n)) }),
    getTopCourses: () => ({
      msg: [
        { course_id: 41, title: 'Databases', enrolled: 20, completed: 5, stars: 4.8 },
        { course_id: 42, title: 'Git', enrolled: 10, completed: 0, stars: 0 },
      ],
    }),
    getCourses: () => ({
      msg: [
        { course_id: 41, title: 'Databases' },
        { course_id: 42, title: 'Git' },
      ],
      nextPage: null,
    }),
    getCourseFunnel: ({ course_id }) => ({
      msg: {
        course_id: Number(course_id),
        title: 'Databases',
        lessons: 4,
        enrolled: 40,
        started: 30,
        half: 20,
        completed: 10,
      },
    }),
    ...network,
  })
}

function textOf([blob]: Blob[]): Promise<string> {
  return new Promise((resolve) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(String(reader.result)))
    reader.readAsText(blob ?? new Blob())
  })
}

const counter = (label: string) => screen.getByText(label, { selector: 'dt' }).nextElementSibling?.textContent

test('seven counters tell what there is and how long the system is up', async () => {
  showPanel()
  await screen.findByText('1,234')
  expect(['Users', 'Active', 'Inactive', 'Courses', 'Reviews', 'Blogs', 'Up time'].map(counter)).toEqual([
    '1,234',
    '34',
    '1,200',
    '16',
    '210',
    '9',
    '1d01h01m01s',
  ])
})

test('they are asked for every second, and change in place', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  let asked = 0
  showPanel('/dashboard/analytics', { getAnalystic: () => ({ msg: { ...COUNTS, users: 100 + asked++ } }) })
  await screen.findByText('1,200')
  const before = asked
  await act(() => vi.advanceTimersByTimeAsync(5_000))
  expect(asked - before).toBeGreaterThanOrEqual(4)
  expect(asked - before).toBeLessThanOrEqual(6)
  await waitFor(() => expect(counter('Users')).toBe(String(99 + asked)))
})

test('the range is in the address, and what is asked for follows it', async () => {
  const { user, router, calls } = showPanel('/dashboard/analytics?days=7')
  const asked = (name: string) => calls.findLast((made) => made.name === name)?.input
  await screen.findByRole('heading', { name: 'Analytics' })
  expect([asked('getAnalysticByDay'), asked('getTopCourses')]).toEqual([{ days: 7 }, { days: 7 }])
  await user.click(screen.getByRole('link', { name: 'A year' }))
  await waitFor(() => expect(asked('getAnalysticByDay')).toEqual({ days: 365 }))
  expect(router.state.location.search).toBe('?days=365')
  expect(await screen.findByText('365 days')).toBeTruthy()
  // Of a year the chart has weeks.
  expect(screen.getByRole('heading', { name: 'Week by week' })).toBeTruthy()
  expect(
    within(await screen.findByRole('table', { hidden: true })).getAllByRole('row', { hidden: true })[1]?.textContent,
  ).toBe('Week of Nov 15, 20267140')
  expect(screen.getByRole('slider', { name: 'Week of the chart' }).getAttribute('aria-valuetext')).toBe(
    'Week of Nov 15, 2026: Sign-ups 7, Enrollments 14, Completions 0',
  )
})

test('the chart’s numbers are there as a table, newest first, with their totals', async () => {
  showPanel('/dashboard/analytics?days=7')
  const table = await screen.findByRole('table', { hidden: true })
  const rows = within(table).getAllByRole('row', { hidden: true })
  expect(rows).toHaveLength(8)
  expect(rows[1]?.textContent).toBe('Nov 21, 2026120')
  expect(screen.getByRole('button', { name: /Sign-ups/ }).textContent).toBe('Sign-ups7')
  expect(screen.getByRole('button', { name: /Enrollments/ }).textContent).toBe('Enrollments14')
})

test('a line can be put out of the chart', async () => {
  const { user } = showPanel()
  const signups = await screen.findByRole('button', { name: /Sign-ups \d/, pressed: true })
  await user.click(signups)
  expect(signups.getAttribute('aria-pressed')).toBe('false')
  expect(screen.getByRole('slider', { name: 'Day of the chart' }).getAttribute('aria-valuetext')).not.toContain(
    'Sign-ups',
  )
})

test('the arrow keys go through the chart’s days, and each is shown and said', async () => {
  const { user } = showPanel('/dashboard/analytics?days=30', {
    getAnalysticByDay: ({ days }) => ({
      msg: Array.from({ length: days }, (_, n) => dayBefore(days - 1 - n, { signups: n, enrollments: 1_000 + n })),
    }),
  })
  const slider = await screen.findByRole('slider', { name: 'Day of the chart' })
  const said = () => slider.getAttribute('aria-valuetext')
  const total = () => screen.getByRole('button', { name: /Enrollments/ }).textContent
  expect(total()).toBe('Enrollments30,435')
  slider.focus()
  const pressed: [string, string, string][] = [
    ['{ArrowLeft}', 'Nov 20, 2026: Sign-ups 28, Enrollments 1,028, Completions 0', 'Enrollments1,028'],
    ['{PageDown}', 'Nov 13, 2026: Sign-ups 21, Enrollments 1,021, Completions 0', 'Enrollments1,021'],
    ['{Home}', 'Oct 23, 2026: Sign-ups 0, Enrollments 1,000, Completions 0', 'Enrollments1,000'],
    ['{ArrowLeft}', 'Oct 23, 2026: Sign-ups 0, Enrollments 1,000, Completions 0', 'Enrollments1,000'],
    ['{ArrowRight}', 'Oct 24, 2026: Sign-ups 1, Enrollments 1,001, Completions 0', 'Enrollments1,001'],
    ['{End}', 'Nov 21, 2026: Sign-ups 29, Enrollments 1,029, Completions 0', 'Enrollments1,029'],
    ['{Escape}', 'Nov 21, 2026: Sign-ups 29, Enrollments 1,029, Completions 0', 'Enrollments30,435'],
  ]
  for (const [key, words, count] of pressed) {
    await user.keyboard(key)
    expect([key, said(), total()]).toEqual([key, words, count])
  }
})

test('a top course leads to its page, and beside it to how far its students come', async () => {
  const { user, router } = showPanel()
  const top = within(await screen.findByRole('region', { name: 'Top courses' }))
  expect((await top.findByRole('link', { name: 'Databases' })).getAttribute('href')).toBe(
    '/student/CoursePage/41-Databases',
  )
  expect(top.getByRole('link', { name: 'How far students of “Databases” come', current: true })).toBeTruthy()
  expect(top.getByText('4.8')).toBeTruthy()
  await user.click(top.getByRole('link', { name: 'How far students of “Git” come' }))
  expect(router.state.location.search).toBe('?course=42')
  const funnel = within(screen.getByRole('region', { name: 'How far students come' }))
  await funnel.findByText('Finished the course')
  expect(funnel.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Enrolled40100 %',
    'Finished a lesson3075 %',
    'Came half way2050 %',
    'Finished the course1025 %',
  ])
  await user.selectOptions(funnel.getByRole('combobox', { name: 'Course' }), 'Databases')
  expect(router.state.location.search).toBe('?course=41')
})

test('whoever listens hears the counters now and then, not each second', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  let users = 100
  showPanel('/dashboard/analytics', { getAnalystic: () => ({ msg: { ...COUNTS, users: ++users } }) })
  await screen.findByText('1,200')
  const said = () =>
    screen
      .queryAllByRole('status')
      .map(({ textContent }) => textContent)
      .find((text) => text?.endsWith('34 active'))
  const before = said()
  await act(() => vi.advanceTimersByTimeAsync(10_000))
  expect(said()).toBe(before)
  await act(() => vi.advanceTimersByTimeAsync(25_000))
  expect(said()).not.toBe(before)
  expect(Number.parseInt(said() ?? '', 10)).toBeGreaterThan(115)
})

test('they are not asked for in a tab that nobody sees, and go on when it is seen again', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  let asked = 0
  showPanel('/dashboard/analytics', { getAnalystic: () => ({ msg: { ...COUNTS, users: asked++ } }) })
  await screen.findByText('1,200')
  const see = async (state: 'hidden' | 'visible') => {
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state)
    await act(async () => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
  }
  await see('hidden')
  const before = asked
  await act(() => vi.advanceTimersByTimeAsync(5_000))
  expect(asked).toBe(before)
  await see('visible')
  await act(() => vi.advanceTimersByTimeAsync(3_000))
  expect(asked - before).toBeGreaterThanOrEqual(3)
  vi.restoreAllMocks()
})

test('a session that ended is not asked for each second', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  let asked = 0
  showPanel('/dashboard/analytics', {
    getAnalystic: () => {
      if (asked++ > 0) throw new AppError('not_signed_in')
      return { msg: COUNTS }
    },
  })
  await screen.findByText('1,200')
  await act(() => vi.advanceTimersByTimeAsync(10_000))
  expect(asked).toBe(2)
  expect(screen.getByText('The counters have stopped: Log in to do this.')).toBeTruthy()
})

test('the days are saved as a file for spreadsheets', async () => {
  const saved: Blob[] = []
  URL.createObjectURL = (blob) => `blob:${saved.push(blob as Blob)}`
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  const { user } = showPanel('/dashboard/analytics?days=7')
  await user.click(await screen.findByRole('button', { name: 'CSV' }))
  await waitFor(() => expect(saved).toHaveLength(1))
  const lines = (await textOf(saved)).trim().split('\r\n')
  expect(lines).toHaveLength(8)
  expect(lines[0]).toContain('day,signups,enrollments,completions')
  expect(lines.at(-1)).toBe('2026-11-21,1,2,0')
  click.mockRestore()
})

test('days without anything are said to be so', async () => {
  showPanel('/dashboard/analytics', {
    getAnalysticByDay: ({ days }) => ({
      msg: Array.from({ length: days }, (_, n) => dayBefore(days - 1 - n, { signups: 0, enrollments: 0 })),
    }),
  })
  expect(await screen.findByText('Nothing has happened in these days.')).toBeTruthy()
})

test('without anything in the range that is said, and a part that does not come leaves the others', async () => {
  let isAway = true
  const { user } = showPanel('/dashboard/analytics', {
    getTopCourses: () => ({ msg: [] }),
    getAnalysticByDay: ({ days }) => {
      if (isAway) throw new AppError('not_ready')
      return { msg: Array.from({ length: days }, (_, n) => dayBefore(n)) }
    },
  })
  await screen.findByText('Nobody has enrolled in these days.')
  await screen.findByText('This did not come through.')
  expect(counter('Courses')).toBe('16')
  isAway = false
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByRole('slider')
})
