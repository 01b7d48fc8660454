import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { parsePlanSearch } from '#web/features/paths/plan-search.ts'
import { buildPath } from '#web/testing/build-path.ts'
import type { CallMocks } from '#web/testing/render-screen.tsx'
import { showScreen } from '#web/testing/show-screen.ts'

const LISTED: CallMocks = {
  getPaths: () => ({ msg: [buildPath(), buildPath({ path_id: 72, title: 'Analyst', duration: 0 })], nextPage: null }),
}
const week = (number: number, minutes: number) => ({
  week: number,
  courses: [{ course_id: 41, title: 'HTML', minutes }],
})

it('lists the paths with their goal and facts', async () => {
  await showScreen('/paths', LISTED)
  const cards = within(screen.getByRole('region', { name: 'All paths' })).getAllByRole('article')
  expect(cards).toHaveLength(2)
  const [card] = cards
  expect(
    within(card as HTMLElement)
      .getByRole('link')
      .getAttribute('href'),
  ).toBe('/paths/71-web-developer')
  expect(card?.textContent).toContain('Beginner2 courses2 h')
  expect(document.querySelector('meta[name=robots]')).toBeNull()
})

it('says that there are no paths and leads to the courses', async () => {
  await showScreen('/paths')
  screen.getByText('No learning paths yet')
  expect(within(screen.getByRole('main')).getByRole('link', { name: 'All courses' }).getAttribute('href')).toBe(
    '/student/allcourses',
  )
})

it('suggests a path with a plan by week', async () => {
  const { user, calls, router } = await showScreen('/paths', {
    ...LISTED,
    findPath: () => ({ msg: [{ path: buildPath(), weeks: Array.from({ length: 8 }, (_, n) => week(n + 1, 120)) }] }),
  })
  await user.type(screen.getByRole('textbox', { name: 'Your goal' }), 'build websites')
  await user.selectOptions(screen.getByRole('combobox', { name: 'Your level' }), 'Beginner')
  await user.clear(screen.getByRole('spinbutton', { name: 'Hours a week' }))
  await user.type(screen.getByRole('spinbutton', { name: 'Hours a week' }), '2')
  await user.click(screen.getByRole('button', { name: 'Suggest a path' }))
  const proposal = within(await screen.findByRole('region', { name: 'Web developer' }))
  expect(router.state.location.search).toBe('?goal=build+websites&level=Beginner&hours=2')
  expect(calls.find(({ name }) => name === 'findPath')?.input).toEqual({
    ...{ goal: 'build websites', level: 'Beginner', hours_per_week: 2 },
  })
  proposal.getByRole('heading', { name: 'About 8 weeks at 2 hours a week' })
  proposal.getByText('2 more weeks')
  expect(proposal.getAllByText('2 h').length).toBeGreaterThanOrEqual(8)
})

it('keeps the focus in the form that was sent, and shows the values of each address', async () => {
  const { user, router } = await showScreen('/paths?goal=fly&level=Advanced&hours=9', {
    ...LISTED,
    findPath: () => ({ msg: [] }),
  })
  const getValues = () =>
    [
      screen.getByRole<HTMLInputElement>('textbox', { name: 'Your goal' }),
      screen.getByRole<HTMLSelectElement>('combobox', { name: 'Your level' }),
      screen.getByRole<HTMLInputElement>('spinbutton', { name: 'Hours a week' }),
    ].map(({ value }) => value)
  await user.type(screen.getByRole('textbox', { name: 'Your goal' }), ' far ')
  await user.selectOptions(screen.getByRole('combobox', { name: 'Your level' }), 'Beginner')
  const button = screen.getByRole('button', { name: 'Suggest a path' })
  await user.click(button)
  await waitFor(() => expect(router.state.location.search).toBe('?goal=fly+far+&level=Beginner&hours=9'))
  await waitFor(() => expect(getValues()).toEqual(['fly far', 'Beginner', '9']))
  expect(document.activeElement).toBe(button)
  await user.type(screen.getByRole('textbox', { name: 'Your goal' }), 'ther{Enter}')
  await waitFor(() => expect(router.state.location.search).toBe('?goal=fly+farther&level=Beginner&hours=9'))
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Your goal' }))
  await router.navigate(-2)
  await waitFor(() => expect(getValues()).toEqual(['fly', 'Advanced', '9']))
})

it('keeps the form’s values from the address, and says when nothing fits', async () => {
  await showScreen('/paths?goal=fly&level=Advanced&hours=9', { ...LISTED, findPath: () => ({ msg: [] }) })
  await screen.findByText(/No path fits this goal and level yet/)
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Your goal' }).value).toBe('fly')
  expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Your level' }).value).toBe('Advanced')
  expect(document.querySelector('meta[name=robots]')?.getAttribute('content')).toBe('noindex')
})

it.each([
  ['goal=x', null],
  ['hours=', { goal: '', level: '', hours_per_week: 5 }],
  ['hours=abc&level=Expert', { goal: '', level: '', hours_per_week: 5 }],
  ['hours=2.4&level=Beginner', { goal: '', level: 'Beginner', hours_per_week: 2 }],
  ['hours=1e9', { goal: '', level: '', hours_per_week: 60 }],
  [`hours=-3&goal=${'x'.repeat(500)}`, { goal: 'x'.repeat(100), level: '', hours_per_week: 5 }],
])('reads the plan from ?%s', (search, expected) => {
  expect(parsePlanSearch(new URLSearchParams(search))).toEqual(expected)
})
