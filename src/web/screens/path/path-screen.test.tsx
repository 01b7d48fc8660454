import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { AppError } from '#contract/errors.ts'
import type { PathPage } from '#contract/schemas/learning/paths.ts'
import { buildPath, buildPathCourse, buildPathPage } from '#web/testing/build-path.ts'
import { mockSignedIn } from '#web/testing/factories.ts'
import type { CallMocks } from '#web/testing/render-screen.tsx'
import { showScreen } from '#web/testing/show-screen.ts'
import { spyOnConsoleError } from '#web/testing/spy-on-console-error.ts'

const PATH = '/paths/71-web-developer'
const CHARGED: CallMocks = {
  getPaymentSettings: () => ({ msg: { providers: ['test'], currency: 'USD', tax_rate: 0, tax_included: true } }),
}

const show = (values: Partial<PathPage> = {}, mocks: CallMocks = {}, address = PATH) =>
  showScreen(address, { getPathData: () => ({ msg: buildPathPage(values) }), ...mocks })
const box = () => within(screen.getByRole('complementary', { name: 'Start this path' }))
const getHref = (name: string | RegExp) => screen.getByRole('link', { name }).getAttribute('href')

describe('The page of a path', () => {
  it('shows a visitor the goal, the courses in order and where to log in', async () => {
    await show()
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Web developer')
    screen.getByText('Build and publish websites')
    screen.getByText('2 h')
    expect(screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual(['HTML', 'CSS'])
    expect(getHref('HTML')).toBe('/courses/41-html')
    expect(getHref('Log in to start')).toBe('/login?next=%2Fpaths%2F71-web-developer')
    expect(screen.queryByText(/Courses open in order/)).toBeNull()
  })

  it('has a title, link previews and structured data with its courses and its price', async () => {
    await show({ path: buildPath({ price: 80, image_url: 'ab.webp' }) })
    expect(document.title).toBe('Web developer · Learn Lantern')
    expect(document.querySelector('link[rel=canonical]')?.getAttribute('href')).toBe(PATH)
    expect(document.querySelector('meta[property="og:image"]')?.getAttribute('content')).toBe('/uploads/ab.webp')
    const data: unknown = JSON.parse(document.querySelector('script[type="application/ld+json"]')?.textContent ?? '')
    expect(data).toMatchObject({
      '@type': 'EducationalOccupationalProgram',
      name: 'Web developer',
      url: PATH,
      offers: { price: '80.00', priceCurrency: 'USD' },
      hasCourse: [{ '@type': 'Course', name: 'HTML', url: '/courses/41-html' }, { name: 'CSS' }],
    })
  })

  it('starts the path and then shows the progress and the next course', async () => {
    let joined = false
    const { user, calls } = await show(
      {},
      {
        ...mockSignedIn(),
        getPathData: () => ({
          msg: buildPathPage({ joined, courses: [buildPathCourse({ enrolled: true, progress: 50 })], progress: 50 }),
        }),
        joinPath: () => {
          joined = true
          return { msg: 'You have started this path' }
        },
      },
    )
    await user.click(screen.getByRole('button', { name: 'Start path' }))
    await screen.findByRole('heading', { name: 'Your progress' })
    expect(calls.filter(({ name }) => name === 'joinPath')).toEqual([
      { name: 'joinPath', input: { path_id: 71, value: true } },
    ])
    expect(box().getByRole('progressbar').getAttribute('aria-valuenow')).toBe('50')
    expect(getHref('Continue next course')).toBe('/student/CoursePage/41-HTML')
    // The button, which had the focus, is gone.
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Your progress' })))
    expect(screen.getByText('You have started this path').closest('[role=status]')).not.toBeNull()
  })

  it('does not say on another path that the first is being started', async () => {
    const { user, router } = await show(
      {},
      {
        ...mockSignedIn(),
        getPathData: ({ path_id }) => ({
          msg: buildPathPage({ path: buildPath({ path_id: Number(path_id), title: `Path ${path_id}` }) }),
        }),
        joinPath: () => new Promise(() => {}),
      },
      '/paths/71-path-71',
    )
    await user.click(screen.getByRole('button', { name: 'Start path' }))
    await screen.findByRole('button', { name: 'Starting…' })
    await router.navigate('/paths/72-path-72')
    await screen.findByRole('heading', { level: 1, name: 'Path 72' })
    screen.getByRole('button', { name: 'Start path' })
  })

  it('leaves the path, and moves the focus to where it can be started again', async () => {
    let joined = true
    const leave = () => {
      joined = false
      return { msg: 'You have left this path' }
    }
    const getPathData = () => ({ msg: buildPathPage({ joined }) })
    const { user } = await show({}, { ...mockSignedIn(), getPathData, joinPath: leave })
    await user.click(screen.getByRole('button', { name: 'Leave path' }))
    await screen.findByRole('button', { name: 'Start path' })
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Start' })))
    expect(screen.getByText('You have left this path').closest('[role=status]')).not.toBeNull()
  })

  it('says when a locked course opens, and that a course is completed', async () => {
    await show(
      {
        path: buildPath({ ordered: true }),
        joined: true,
        courses: [
          buildPathCourse({ enrolled: true, finished: true, progress: 100 }),
          // Finished, and refunded.
          buildPathCourse({ course_id: 45, title: 'Colors' }),
          buildPathCourse({ course_id: 42, title: 'CSS' }),
          buildPathCourse({ course_id: 43, title: 'Forms', locked: true, opens_after: 'CSS' }),
          buildPathCourse({ course_id: 44, title: 'Tables', locked: true, opens_after: 'CSS' }),
        ],
      },
      mockSignedIn(),
    )
    screen.getByText('Completed')
    expect(screen.getAllByText('Opens after you finish “CSS”')).toHaveLength(2)
    screen.getByText(/Courses open in order/)
    expect(getHref('Start next course')).toContain('/45-')
  })

  it('shows the certificate of a finished path', async () => {
    const finished = buildPathCourse({ enrolled: true, finished: true, progress: 100 })
    await show({ joined: true, progress: 100, courses: [finished], certificate_id: 'c-1' }, mockSignedIn())
    box().getByRole('heading', { name: 'Path completed' })
    expect(getHref('View certificate')).toBe('/certificates/c-1')
    expect(screen.queryByRole('link', { name: /next course/ })).toBeNull()
  })

  it('offers to finish a path whose courses are all finished', async () => {
    let can_finish = true
    const { user, calls } = await show(
      {},
      {
        ...mockSignedIn(),
        getPathData: () => ({ msg: buildPathPage({ joined: true, progress: can_finish ? 99 : 100, can_finish }) }),
        joinPath: () => {
          can_finish = false
          return { msg: 'You have finished this path' }
        },
      },
    )
    await user.click(screen.getByRole('button', { name: 'Finish path' }))
    expect(calls.find(({ name }) => name === 'joinPath')?.input).toEqual({ path_id: 71, value: true })
    await screen.findByRole('heading', { name: 'Path completed' })
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Your progress' })))
  })

  it('shows why the path could not be started', async () => {
    const consoleError = spyOnConsoleError()
    const { user } = await show(
      {},
      {
        ...mockSignedIn(),
        joinPath: () => Promise.reject(new AppError('busy')),
      },
    )
    await user.click(screen.getByRole('button', { name: 'Start path' }))
    const { textContent } = await screen.findByText('The service is busy. Try again in a moment')
    expect(consoleError).toHaveBeenCalledWith('Joining the path failed:', textContent)
  })

  it('offers all courses together for less than one by one', async () => {
    await show({ path: buildPath({ price: 80 }) }, CHARGED)
    expect(box().getByText(/^\$80/).textContent).toBe('$80.00One by one $120.00')
    expect(getHref('Buy all courses')).toBe('/student/checkout/path/71')
  })

  it.each([
    ['all courses together', 80, false, true],
    ['courses that are bought one by one', null, false, true],
    ['a price of nothing', 0, false, false],
    ['prices that contain the tax', 80, true, false],
  ])('names the tax that is added: %s', async (_what, price, tax_included, isNamed) => {
    const settings = { providers: ['test' as const], currency: 'USD', tax_rate: 19, tax_included }
    await show({ path: buildPath({ price }) }, { getPaymentSettings: () => ({ msg: settings }) })
    expect(box().queryByText('plus 19% tax') !== null).toBe(isNamed)
  })

  it.each([
    ['nothing is charged', { path: buildPath({ price: 80 }) }, {}],
    [
      'every course is owned',
      { path: buildPath({ price: 80 }), courses: [buildPathCourse({ enrolled: true })] },
      CHARGED,
    ],
    ['the path has no price', {}, CHARGED],
    ['the path is a draft', { path: buildPath({ price: 80 }), public: false }, CHARGED],
  ])('offers no courses together when %s', async (_when, values, mocks) => {
    await show(values, mocks)
    expect(screen.queryByRole('link', { name: 'Buy all courses' })).toBeNull()
  })

  it('lets an admin edit the path, and not start it', async () => {
    await show({}, mockSignedIn({ role: 'admin' }))
    expect(getHref('Edit path')).toBe('/dashboard/paths/edit/71')
    expect(screen.queryByText('Start this path')).toBeNull()
  })

  it('corrects an outdated address', async () => {
    const { router } = await show({}, {}, '/paths/71-old?ref=x')
    await expect.poll(() => router.state.location).toMatchObject({ pathname: PATH, search: '?ref=x' })
  })

  it('says that a missing path is not found and leads to the others', async () => {
    await showScreen('/paths/71', { getPathData: () => Promise.reject(new AppError('path_not_found')) })
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Path not found')
    expect(within(screen.getByRole('main')).getByRole('link', { name: 'Learning paths' }).getAttribute('href')).toBe(
      '/paths',
    )
  })
})
