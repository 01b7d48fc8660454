import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { AnalyticsCounts, DayCounts, Revenue } from '#contract/schemas/operations/analytics.ts'
import { AppError } from '#contract/errors.ts'
import { mockSignedIn } from '#web/testing/factories.ts'
import { type CallMocks, renderScreen } from '#web/testing/render-screen.tsx'
// Loaded here so that the lazy import does not count towards the first test.
import './analytics-screen.tsx'
import './days/day-chart.tsx'

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

/** The last day sold two courses and refunded one of the day before; the days before sold one for $60. */
const revenueOf = (days: number): Revenue => ({
  currency: 'USD',
  days: Array.from({ length: days }, (_, n) => ({
    day: dayBefore(days - 1 - n).day,
    ...(n === days - 1 ? { revenue: 1_119.98, refunds: 60, orders: 2 } : { revenue: 60, refunds: 0, orders: 1 }),
  })),
  courses: [
    { course_id: 41, title: 'Databases', orders: 6, revenue: 1_300 },
    { course_id: 42, title: 'Git', orders: 1, revenue: 119.98 },
  ],
})

afterEach(() => vi.useRealTimers())

function showPanel(address = '/dashboard/analytics', network: CallMocks = {}) {
  return renderScreen(address, {
    ...mockSignedIn({ role: 'admin' }),
    getAnalystic: () => ({ msg: COUNTS }),
    getAnalysticByDay: ({ days }) => ({ msg: Array.from({ length: days }, (_, n) => dayBefore(days - 1 - n)) }),
    getRevenue: ({ days }) => ({ msg: revenueOf(days) }),
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

const findActivity = async (title: RegExp = /activity$/) => within(await screen.findByRole('region', { name: title }))

const counter = (label: string) => screen.getByText(label, { selector: 'dt' }).nextElementSibling?.textContent

test('shows seven totals with the uptime', async () => {
  showPanel()
  await screen.findByText('1,234')
  expect(['Users', 'Active', 'Inactive', 'Courses', 'Reviews', 'Blogs', 'Uptime'].map(counter)).toEqual([
    '1,234',
    '34',
    '1,200',
    '16',
    '210',
    '9',
    '1d01h01m01s',
  ])
})

test('says what active and inactive mean', async () => {
  showPanel()
  await screen.findByText('Active users have an open session on at least one device. Inactive users have none.')
})

test.each([
  ['first', ['test'] as const, ['Daily revenue', 'Top earning courses', 'Totals', 'Daily activity']],
  [
    'after the activity while payments are off',
    [],
    ['Totals', 'Daily activity', 'Daily revenue', 'Top earning courses'],
  ],
] as const)('shows the revenue %s', async (_where, providers, names) => {
  showPanel('/dashboard/analytics', {
    getPaymentSettings: () => ({
      msg: { providers: [...providers], currency: 'USD', tax_rate: 0, tax_included: true },
    }),
  })
  await screen.findByRole('region', { name: 'Daily revenue' })
  const regions = within(screen.getByRole('main')).getAllByRole('region')
  const shown = names.map((name) => regions.indexOf(screen.getByRole('region', { name })))
  expect(shown).toEqual(shown.toSorted((a, b) => a - b))
  expect(shown[0]).toBe(0)
})

test('refetches the totals every second', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  let callCount = 0
  showPanel('/dashboard/analytics', { getAnalystic: () => ({ msg: { ...COUNTS, users: 100 + callCount++ } }) })
  await screen.findByText('1,200')
  const before = callCount
  await act(() => vi.advanceTimersByTimeAsync(5_000))
  expect(callCount - before).toBeGreaterThanOrEqual(4)
  expect(callCount - before).toBeLessThanOrEqual(6)
  await waitFor(() => expect(counter('Users')).toBe(String(99 + callCount)))
})

test('shows the selected range, and a year by week', async () => {
  const { user, calls } = showPanel('/dashboard/analytics?days=7')
  const getLastInput = (name: string) => calls.findLast((call) => call.name === name)?.input
  await screen.findByRole('heading', { name: 'Analytics' })
  expect([getLastInput('getAnalysticByDay'), getLastInput('getTopCourses')]).toEqual([{ days: 7 }, { days: 7 }])
  expect(screen.getByRole('link', { name: '7 days', current: true })).toBeTruthy()
  await user.click(screen.getByRole('link', { name: '1 year' }))
  expect(await (await findActivity()).findByText('365 days')).toBeTruthy()
  expect(getLastInput('getAnalysticByDay')).toEqual({ days: 365 })
  expect(screen.getByRole('link', { name: '1 year', current: true })).toBeTruthy()
  expect(screen.getByRole('heading', { name: 'Weekly activity' })).toBeTruthy()
  expect(
    within(await (await findActivity()).findByRole('table', { hidden: true })).getAllByRole('row', { hidden: true })[1]
      ?.textContent,
  ).toBe('Week of Nov 15, 20267140')
  expect(screen.getByRole('slider', { name: 'Selected week' }).getAttribute('aria-valuetext')).toBe(
    'Week of Nov 15, 2026: Sign-ups 7, Enrollments 14, Completions 0',
  )
})

test('shows the numbers of the chart as a table, newest first, with totals', async () => {
  showPanel('/dashboard/analytics?days=7')
  const table = await (await findActivity()).findByRole('table', { hidden: true })
  const rows = within(table).getAllByRole('row', { hidden: true })
  expect(rows).toHaveLength(8)
  expect(rows[1]?.textContent).toBe('Nov 21, 2026120')
  expect(screen.getByRole('button', { name: /Sign-ups/ }).textContent).toBe('Sign-ups7')
  expect(screen.getByRole('button', { name: /Enrollments/ }).textContent).toBe('Enrollments14')
})

test('hides a series from the chart', async () => {
  const { user } = showPanel()
  const signups = await screen.findByRole('button', { name: /Sign-ups \d/, pressed: true })
  await user.click(signups)
  expect(signups.getAttribute('aria-pressed')).toBe('false')
  expect(screen.getByRole('slider', { name: 'Selected day' }).getAttribute('aria-valuetext')).not.toContain('Sign-ups')
})

test('moves through the days of the chart with the arrow keys, and announces each', async () => {
  const { user } = showPanel('/dashboard/analytics?days=30', {
    getAnalysticByDay: ({ days }) => ({
      msg: Array.from({ length: days }, (_, n) => dayBefore(days - 1 - n, { signups: n, enrollments: 1_000 + n })),
    }),
  })
  const slider = await screen.findByRole('slider', { name: 'Selected day' })
  const getValueText = () => slider.getAttribute('aria-valuetext')
  const total = () => screen.getByRole('button', { name: /Enrollments/ }).textContent
  expect(total()).toBe('Enrollments30,435')
  slider.focus()
  const steps: [string, string, string][] = [
    ['{ArrowLeft}', 'Nov 20, 2026: Sign-ups 28, Enrollments 1,028, Completions 0', 'Enrollments1,028'],
    ['{PageDown}', 'Nov 13, 2026: Sign-ups 21, Enrollments 1,021, Completions 0', 'Enrollments1,021'],
    ['{Home}', 'Oct 23, 2026: Sign-ups 0, Enrollments 1,000, Completions 0', 'Enrollments1,000'],
    ['{ArrowLeft}', 'Oct 23, 2026: Sign-ups 0, Enrollments 1,000, Completions 0', 'Enrollments1,000'],
    ['{ArrowRight}', 'Oct 24, 2026: Sign-ups 1, Enrollments 1,001, Completions 0', 'Enrollments1,001'],
    ['{End}', 'Nov 21, 2026: Sign-ups 29, Enrollments 1,029, Completions 0', 'Enrollments1,029'],
    ['{Escape}', 'Nov 21, 2026: Sign-ups 29, Enrollments 1,029, Completions 0', 'Enrollments30,435'],
  ]
  for (const [key, valueText, count] of steps) {
    await user.keyboard(key)
    expect([key, getValueText(), total()]).toEqual([key, valueText, count])
  }
})

test('links a top course to its page, and shows its completion', async () => {
  const { user } = showPanel()
  const top = within(await screen.findByRole('region', { name: 'Top courses' }))
  const getSelectedCourse = () =>
    screen.getByRole<HTMLSelectElement>('combobox', { name: 'Course' }).selectedOptions[0]?.textContent
  expect((await top.findByRole('link', { name: 'Databases' })).getAttribute('href')).toBe(
    '/student/CoursePage/41-Databases',
  )
  expect(top.getByRole('link', { name: 'Show completion of “Databases”', current: true })).toBeTruthy()
  expect(top.getByText('4.8')).toBeTruthy()
  await user.click(top.getByRole('link', { name: 'Show completion of “Git”' }))
  const funnel = within(screen.getByRole('region', { name: 'Completion' }))
  await waitFor(() => expect(getSelectedCourse()).toBe('Git'))
  await funnel.findByText('Finished the course')
  expect(funnel.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Enrolled40100%',
    'Finished a lesson3075%',
    'Reached 50%2050%',
    'Finished the course1025%',
  ])
  const bars = funnel
    .getAllByRole('listitem')
    .map((item) => item.querySelector<HTMLElement>('[style]')?.style.transform)
  expect(bars).toEqual(['translateX(0%)', 'translateX(-25%)', 'translateX(-50%)', 'translateX(-75%)'])
  await user.selectOptions(funnel.getByRole('combobox', { name: 'Course' }), 'Databases')
  await waitFor(() => expect(getSelectedCourse()).toBe('Databases'))
})

test('announces the totals every 30 seconds', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  let users = 100
  showPanel('/dashboard/analytics', { getAnalystic: () => ({ msg: { ...COUNTS, users: ++users } }) })
  await screen.findByText('1,200')
  const getAnnouncement = () =>
    screen
      .queryAllByRole('status')
      .map(({ textContent }) => textContent)
      .find((text) => text?.endsWith('34 active'))
  const before = getAnnouncement()
  await act(() => vi.advanceTimersByTimeAsync(10_000))
  expect(getAnnouncement()).toBe(before)
  await act(() => vi.advanceTimersByTimeAsync(25_000))
  expect(getAnnouncement()).not.toBe(before)
  expect(Number.parseInt(getAnnouncement() ?? '', 10)).toBeGreaterThan(115)
})

test('pauses the totals while the tab is hidden', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  let callCount = 0
  showPanel('/dashboard/analytics', { getAnalystic: () => ({ msg: { ...COUNTS, users: callCount++ } }) })
  await screen.findByText('1,200')
  const setVisibility = async (state: 'hidden' | 'visible') => {
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state)
    await act(async () => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
  }
  await setVisibility('hidden')
  const before = callCount
  await act(() => vi.advanceTimersByTimeAsync(5_000))
  expect(callCount).toBe(before)
  await setVisibility('visible')
  await act(() => vi.advanceTimersByTimeAsync(3_000))
  expect(callCount - before).toBeGreaterThanOrEqual(3)
  vi.restoreAllMocks()
})

test('stops refetching the totals once the session has ended', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const sessionEnded = new AppError('not_signed_in')
  let callCount = 0
  showPanel('/dashboard/analytics', {
    getAnalystic: () => {
      if (callCount++ > 0) throw sessionEnded
      return { msg: COUNTS }
    },
  })
  await screen.findByText('1,200')
  await act(() => vi.advanceTimersByTimeAsync(10_000))
  expect(callCount).toBe(2)
  expect(screen.getByText(`Live updates have stopped. ${sessionEnded.message}.`)).toBeTruthy()
})

test('exports the days as CSV', async () => {
  const saved: Blob[] = []
  URL.createObjectURL = (blob) => `blob:${saved.push(blob as Blob)}`
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  const { user } = showPanel('/dashboard/analytics?days=7')
  await user.click(await screen.findByRole('button', { name: 'Export CSV' }))
  await waitFor(() => expect(saved).toHaveLength(1))
  const lines = (await textOf(saved)).trim().split('\r\n')
  expect(lines).toHaveLength(8)
  expect(lines[0]).toContain('day,signups,enrollments,completions')
  expect(lines.at(-1)).toBe('2026-11-21,1,2,0')
  click.mockRestore()
})

test('says that a period has no activity', async () => {
  showPanel('/dashboard/analytics', {
    getAnalysticByDay: ({ days }) => ({
      msg: Array.from({ length: days }, (_, n) => dayBefore(days - 1 - n, { signups: 0, enrollments: 0 })),
    }),
  })
  expect(await screen.findByText('No activity in this period.')).toBeTruthy()
})

test('shows an error in place of the section that failed, and loads it again', async () => {
  let isDown = true
  const { user } = showPanel('/dashboard/analytics', {
    getTopCourses: () => ({ msg: [] }),
    getAnalysticByDay: ({ days }) => {
      if (isDown) throw new AppError('not_ready')
      return { msg: Array.from({ length: days }, (_, n) => dayBefore(n)) }
    },
  })
  await screen.findByText('No enrollments in this period.')
  await screen.findByText('We couldn’t load this.')
  expect(counter('Courses')).toBe('16')
  isDown = false
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByRole('slider', { name: 'Selected day' })
})

test('shows what was paid and refunded, with totals', async () => {
  showPanel('/dashboard/analytics?days=7')
  const section = within(await screen.findByRole('region', { name: 'Daily revenue' }))
  const rows = within(await section.findByRole('table', { hidden: true })).getAllByRole('row', { hidden: true })
  expect(rows.slice(0, 3).map(({ textContent }) => textContent)).toEqual([
    'DayRevenueRefunds',
    'Nov 21, 2026$1,119.98$60.00',
    'Nov 20, 2026$60.00$0.00',
  ])
  expect(section.getByRole('button', { name: /Revenue/ }).textContent).toBe('Revenue$1,479.98')
  expect(section.getByRole('button', { name: /Refunds/ }).textContent).toBe('Refunds$60.00')
  expect(['Paid orders', 'Average order', 'After refunds'].map(counter)).toEqual(['8', '$185.00', '$1,419.98'])
  expect(section.getByRole('slider', { name: 'Selected day, revenue' }).getAttribute('aria-valuetext')).toBe(
    'Nov 21, 2026: Revenue $1,119.98, Refunds $60.00',
  )
})

test('sums the revenue of a year by week', async () => {
  showPanel('/dashboard/analytics?days=365')
  const section = within(await screen.findByRole('region', { name: 'Weekly revenue' }))
  const rows = within(await section.findByRole('table', { hidden: true })).getAllByRole('row', { hidden: true })
  expect(rows[1]?.textContent).toBe('Week of Nov 15, 2026$1,479.98$60.00')
})

test('lists the courses that earned most, with links to them', async () => {
  showPanel()
  const section = within(await screen.findByRole('region', { name: 'Top earning courses' }))
  expect((await section.findByRole('link', { name: 'Databases' })).getAttribute('href')).toBe(
    '/student/CoursePage/41-Databases',
  )
  expect(section.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Databases6 orders · $1,300.00',
    'Git1 order · $119.98',
  ])
})

test('says that nothing was sold', async () => {
  showPanel('/dashboard/analytics', {
    getRevenue: ({ days }) => ({
      msg: {
        currency: 'USD',
        days: revenueOf(days).days.map(({ day }) => ({ day, revenue: 0, refunds: 0, orders: 0 })),
        courses: [],
      },
    }),
  })
  expect(await screen.findAllByText('Nothing was sold in this period.')).toHaveLength(2)
  expect(counter('Average order')).toBe('–')
})

test('keeps the rest of the panel when the revenue fails, and loads it again', async () => {
  let isDown = true
  const { user } = showPanel('/dashboard/analytics', {
    getRevenue: ({ days }) => {
      if (isDown) throw new AppError('not_ready')
      return { msg: revenueOf(days) }
    },
  })
  const section = within(await screen.findByRole('region', { name: 'Daily revenue' }))
  await section.findByText('We couldn’t load this.')
  expect(counter('Courses')).toBe('16')
  isDown = false
  await user.click(section.getByRole('button', { name: 'Try again' }))
  await section.findByRole('slider')
})
