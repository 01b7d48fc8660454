import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { CallResponse } from '#contract/contract.ts'
import type { Lesson } from '#contract/schemas/courses.ts'
import { AppError, ERRORS } from '#contract/errors.ts'
import { buildCourse, buildLesson, mockSignedIn } from '#web/testing/factories.ts'
import { buildCheckout } from '#web/testing/order-factories.ts'
import { failWith } from '#web/testing/fail-with.ts'
import { type CallMocks, renderScreen } from '#web/testing/render-screen.tsx'
import { spyOnConsoleError } from '#web/testing/spy-on-console-error.ts'

const COURSE_URL = '/student/CoursePage/41-DatabaseManagement'

function buildCourseData(materials: Lesson[], enrolled: boolean): CallResponse<'getCourseData'> {
  const completed = materials.filter(({ isCompleted }) => isCompleted)
  const progress = Math.floor((100 * completed.length) / materials.length)
  return {
    msg: {
      msg: {
        course: buildCourse({ enrolled, progress, lessons: materials.length }),
        sections: [],
        materials,
        completed,
      },
      enrolled,
    },
  }
}

/** A student's course whose lessons can be ticked. */
function mockCourse(lessons: Lesson[], enrolled: boolean, mocks: CallMocks = {}): CallMocks {
  return {
    ...mockSignedIn(),
    getReviews: () => ({ msg: [], nextPage: null }),
    getReviewSummary: () => ({ msg: { counts: [0, 0, 0, 0, 0], own: null } }),
    getCourseData: () =>
      buildCourseData(
        lessons.map((lesson) => ({ ...lesson })),
        enrolled,
      ),
    completeCourse: ({ id, value }) => completeLesson(lessons, Number(id), value),
    ...mocks,
  }
}

function completeLesson(lessons: Lesson[], id: number, value: boolean): CallResponse<'completeCourse'> {
  for (const lesson of lessons) if (lesson.material_id === id) lesson.isCompleted = value
  const completed = lessons.filter(({ isCompleted }) => isCompleted).length
  return { msg: { progress: Math.floor((100 * completed) / lessons.length) } }
}

const buildLessons = () => [
  buildLesson({ material_id: 901, title: 'Joins, drawn' }),
  buildLesson({ material_id: 902, title: 'Indexes' }),
]

test('shows the discounted price and both promises, and enrolls on click', async () => {
  let enrolled = false
  const { user, calls } = renderScreen(
    COURSE_URL,
    mockCourse([], false, {
      getCourseData: () =>
        buildCourseData(
          buildLessons().map((lesson) => (enrolled ? lesson : { ...lesson, url: '' })),
          enrolled,
        ),
      enrollCourse: () => {
        enrolled = true
        return { msg: 'You are enrolled' }
      },
    }),
  )
  const button = await screen.findByRole('button', { name: 'Enroll Today – 60 $' })
  screen.getByText('30 Days Money Guarantee')
  screen.getByText('Secure Payment Gateway')
  expect(screen.queryByRole('checkbox')).toBeNull()
  expect(screen.queryByRole('link', { name: /Joins, drawn/ })).toBeNull()

  await user.click(button)
  await screen.findByText('0 of 2 lessons')
  const progress = screen.getByRole('region', { name: 'Progress' })
  await waitFor(() => expect(document.activeElement).toBe(progress))
  expect(
    within(screen.getByRole('complementary', { name: 'Your course' })).getAllByRole('status')[0]?.textContent,
  ).toBe('You are enrolled. You can start the course now.')
  expect(calls.find(({ name }) => name === 'enrollCourse')?.input).toEqual({
    course_id: 41,
    course_title: buildCourse().title,
  })
  expect(screen.getAllByRole('checkbox')).toHaveLength(2)
})

test('stays when the session ends unnoticed', async () => {
  const mocks = mockCourse(buildLessons(), true)
  let isSignedIn = true
  const { user, router } = renderScreen(COURSE_URL, {
    ...mocks,
    session: () => (isSignedIn ? mockSignedIn().session() : { msg: { loggedIn: false, userData: [] } }),
    completeCourse: failWith('not_signed_in'),
  })
  await screen.findAllByRole('checkbox')
  isSignedIn = false
  const isRefetched = () => {
    // As when the page is shown again. The session is refetched once it is older than a second.
    window.dispatchEvent(new Event('visibilitychange'))
    screen.getAllByRole('link', { name: 'Log in' })
  }
  await waitFor(isRefetched)
  await user.click(screen.getByRole('checkbox', { name: 'Mark “Indexes” as completed' }))
  await screen.findByText(/Log in to do this/)
  await router.navigate('/student/chat')
  await waitFor(() => expect(router.state.location.search).toBe('?next=%2Fstudent%2Fchat'))
})

test('shows the title and the description in the direction of their text', async () => {
  renderScreen(COURSE_URL, mockCourse(buildLessons(), true))
  expect((await screen.findByRole('heading', { level: 1 })).dir).toBe('auto')
  const paragraphs = screen.getByRole('region', { name: 'Description' }).querySelectorAll('p')
  expect([...paragraphs].map(({ dir }) => dir)).toEqual(['auto', 'auto'])
})

test('keeps the line breaks of the description', async () => {
  const description = 'You learn:\n- joins\n- indexes\n\nNothing else.'
  renderScreen(
    COURSE_URL,
    mockCourse([], true, {
      getCourseData: () => {
        const data = buildCourseData(buildLessons(), true)
        return { msg: { ...data.msg, msg: { ...data.msg.msg, course: buildCourse({ description }) } } }
      },
    }),
  )
  const paragraphs = (await screen.findByRole('region', { name: 'Description' })).querySelectorAll('p')
  expect([...paragraphs].map(({ textContent }) => textContent)).toEqual([
    'You learn:\n- joins\n- indexes',
    'Nothing else.',
  ])
  for (const { className } of paragraphs) expect(className).toContain('whitespace-pre-line')
})

const CHARGED = { providers: ['test' as const], currency: 'USD', tax_rate: 0, tax_included: true }

test('leads from the enroll button to the checkout where courses are charged', async () => {
  const { user, calls, router } = renderScreen(
    COURSE_URL,
    mockCourse(buildLessons(), false, {
      getPaymentSettings: () => ({ msg: CHARGED }),
      getCheckout: () => ({ msg: buildCheckout() }),
    }),
  )
  await user.click(await screen.findByRole('button', { name: 'Enroll Today – 60 $' }))
  await screen.findByRole('button', { name: 'Pay $60.00' })
  expect(router.state.location.pathname).toBe('/student/checkout/41')
  expect(calls.some(({ name }) => name === 'enrollCourse')).toBe(false)
})

test('shows the price on the enroll button in the currency of the site', async () => {
  const getPaymentSettings = () => ({ msg: { ...CHARGED, currency: 'EUR' } })
  renderScreen(COURSE_URL, mockCourse(buildLessons(), false, { getPaymentSettings }))
  await screen.findByRole('button', { name: 'Enroll Today – €60' })
})

test('enrolls in a free course at once where courses are charged', async () => {
  const { user, calls } = renderScreen(
    COURSE_URL,
    mockCourse(buildLessons(), false, {
      getPaymentSettings: () => ({ msg: CHARGED }),
      getCourseData: () => {
        const data = buildCourseData(buildLessons(), false)
        return { msg: { ...data.msg, msg: { ...data.msg.msg, course: buildCourse({ price: 0 }) } } }
      },
      enrollCourse: () => ({ msg: 'You are enrolled' }),
    }),
  )
  await user.click(await screen.findByRole('button', { name: 'Enroll Today – 0 $' }))
  await waitFor(() => expect(calls.some(({ name }) => name === 'enrollCourse')).toBe(true))
})

test('leads to the checkout when the server asks for a payment', async () => {
  spyOnConsoleError()
  const { user, router } = renderScreen(
    COURSE_URL,
    mockCourse(buildLessons(), false, {
      enrollCourse: failWith('payment_required'),
      getCheckout: () => ({ msg: buildCheckout() }),
    }),
  )
  await user.click(await screen.findByRole('button', { name: /^Enroll Today/ }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/student/checkout/41'))
})

test('says beside the price that a tax is added', async () => {
  renderScreen(
    COURSE_URL,
    mockCourse(buildLessons(), false, {
      getPaymentSettings: () => ({ msg: { ...CHARGED, tax_rate: 19, tax_included: false } }),
    }),
  )
  await screen.findByText('plus 19% tax')
})

test('stops the player and says why when the next answer shows that access has ended', async () => {
  spyOnConsoleError()
  let enrolled = true
  const { user } = renderScreen(
    COURSE_URL,
    mockCourse([], true, {
      getCourseData: () =>
        buildCourseData(
          buildLessons().map((lesson) => (enrolled ? lesson : { ...lesson, url: '' })),
          enrolled,
        ),
      saveLessonPosition: failWith('not_enrolled'),
    }),
  )
  await screen.findByRole('region', { name: 'Progress' })
  const video = await waitFor(() => {
    const element = document.querySelector('video')
    if (!element) throw new Error('There is no video yet')
    return element
  })
  expect(screen.queryByText(/Your access to this course has ended/)).toBeNull()
  enrolled = false
  Object.defineProperty(video, 'duration', { value: 100 })
  // The player does not listen before it is ready.
  await vi.waitFor(
    () => {
      video.dispatchEvent(new Event('loadedmetadata'))
      video.currentTime += 12
      video.dispatchEvent(new Event('pause'))
      screen.getByText(/Your access to this course has ended/)
    },
    { timeout: 30_000 },
  )
  expect(document.querySelector('video')).toBeNull()
  const notice = within(screen.getByRole('alert'))
  expect(notice.getByRole('link', { name: 'My purchases' }).getAttribute('href')).toBe('/student/purchases')
  await user.tab()
  screen.getByRole('button', { name: /^Enroll Today/ })
})

test('shows No Course Found when the course is gone for the student while it is open', async () => {
  spyOnConsoleError()
  let isGone = false
  const { user } = renderScreen(
    COURSE_URL,
    mockCourse([], true, {
      completeCourse: failWith('course_not_found'),
      getCourseData: () => {
        if (isGone) throw new AppError('course_not_found')
        return buildCourseData(buildLessons(), true)
      },
    }),
  )
  await screen.findByRole('region', { name: 'Progress' })
  isGone = true
  await user.click(screen.getByRole('checkbox', { name: 'Mark “Indexes” as completed' }))
  await screen.findByText('No Course Found')
})

test('leaves the focus alone on a course joined before', async () => {
  renderScreen(COURSE_URL, mockCourse(buildLessons(), true))
  await screen.findByRole('region', { name: 'Progress' })
  expect(document.activeElement).toBe(document.body)
  expect(screen.queryByText(/You are enrolled/)).toBeNull()
})

test('shows and logs an error when enrolling fails', async () => {
  const consoleError = spyOnConsoleError()
  const { user } = renderScreen(
    COURSE_URL,
    mockCourse(buildLessons(), false, {
      enrollCourse: failWith('too_often'),
    }),
  )
  await user.click(await screen.findByRole('button', { name: /^Enroll Today/ }))
  expect((await screen.findByRole('alert')).textContent).toContain(ERRORS.too_often[1])
  expect(consoleError).toHaveBeenCalledWith('Enrolling failed:', ERRORS.too_often[1])
})

test('ticks a lesson at once and unticks it when the server refuses', async () => {
  spyOnConsoleError()
  let refuse = () => {}
  renderScreen(
    COURSE_URL,
    mockCourse(buildLessons(), true, {
      completeCourse: () =>
        new Promise((_, reject) => {
          refuse = () => reject(new AppError('not_enrolled'))
        }),
    }),
  )
  const tick = await screen.findByRole<HTMLInputElement>('checkbox', { name: 'Mark “Indexes” as completed' })
  // Without waiting: the tick never goes back while the cache follows.
  fireEvent.click(tick)
  expect(tick.checked).toBe(true)
  await screen.findByText('1 of 2 lessons')
  refuse()
  await waitFor(() => expect(tick.checked).toBe(false))
  expect((await screen.findByRole('alert')).textContent).toContain(ERRORS.not_enrolled[1])
})

test('shows 1 % at once after the first tick of more than 100 lessons', async () => {
  const lessons = Array.from({ length: 120 }, (_, n) => buildLesson({ material_id: 901 + n, title: `Lesson ${n}` }))
  renderScreen(COURSE_URL, mockCourse(lessons, true, { completeCourse: () => new Promise(() => {}) }))
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Mark “Lesson 0” as completed' }))
  await screen.findByText('1 of 120 lessons')
  screen.getByText('1%')
})

test('completes the course with the last lesson', async () => {
  const lessons = [
    buildLesson({ material_id: 901, isCompleted: true }),
    buildLesson({ material_id: 902, title: 'Indexes' }),
  ]
  const { user } = renderScreen(COURSE_URL, mockCourse(lessons, true))
  await user.click(await screen.findByRole('checkbox', { name: 'Mark “Indexes” as completed' }))
  await screen.findByText('You finished this course.')
  screen.getByText('100%')
})

test('shows the lesson in the URL, and a preview without enrollment', async () => {
  const lessons = [
    buildLesson({ material_id: 901, url: '' }),
    buildLesson({ material_id: 902, title: 'Indexes', subtitle: 'Read a plan.', preview: true }),
  ]
  renderScreen(`${COURSE_URL}?lesson=902`, mockCourse(lessons, false))
  const link = await screen.findByRole('link', { name: /^Indexes/ })
  expect(link.getAttribute('aria-current')).toBe('true')
  within(link).getByText('Preview')
  expect(screen.getByText('Read a plan.').dir).toBe('auto')
})

test('does not ask an admin to enroll', async () => {
  renderScreen(COURSE_URL, mockCourse(buildLessons(), false, mockSignedIn({ role: 'admin' })))
  await screen.findByRole('heading', { level: 1, name: /Database Management/ })
  expect(screen.queryByRole('button', { name: /Enroll/ })).toBeNull()
  expect(screen.queryByRole('checkbox')).toBeNull()
})

test('shows No Course Found when the course does not exist', async () => {
  spyOnConsoleError()
  renderScreen(
    COURSE_URL,
    mockCourse([], false, {
      getCourseData: failWith('course_not_found'),
    }),
  )
  await screen.findByText('No Course Found')
})

test('begins at the first lesson after enrolling, and not at the preview that was shown before', async () => {
  let enrolled = false
  const [first, second] = buildLessons()
  if (!first || !second) throw new Error('There are two lessons')
  const closed: Lesson = { ...first, url: '', locked: true, locked_reason: 'not_enrolled' }
  const { user } = renderScreen(
    COURSE_URL,
    mockCourse([], false, {
      getCourseData: () => buildCourseData([enrolled ? first : closed, { ...second, preview: true }], enrolled),
      enrollCourse: () => {
        enrolled = true
        return { msg: 'You are enrolled' }
      },
    }),
  )
  const current = async () => (await screen.findByRole('link', { current: true })).textContent
  await waitFor(async () => expect(await current()).toContain('Indexes'))
  await user.click(screen.getByRole('button', { name: 'Enroll Today – 60 $' }))
  await waitFor(async () => expect(await current()).toContain('Joins, drawn'))
})

test('keeps the current lesson when it is ticked', async () => {
  const lessons = buildLessons()
  const { user } = renderScreen(COURSE_URL, mockCourse(lessons, true))
  const findCurrent = async () =>
    (await screen.findAllByRole('link', { current: true })).map((link) => link.textContent)
  const before = await findCurrent()
  expect(before[0]).toContain('Joins, drawn')
  await user.click(screen.getByRole('checkbox', { name: 'Mark “Joins, drawn” as completed' }))
  await screen.findByText('50%')
  expect(await findCurrent()).toEqual(before)
})

test('keeps two ticks in a row while the first is being saved', async () => {
  const lessons = buildLessons()
  const pending: (() => void)[] = []
  const { user, calls } = renderScreen(
    COURSE_URL,
    mockCourse(lessons, true, {
      completeCourse: async ({ id, value }) => {
        await new Promise<void>((resolve) => pending.push(resolve))
        return completeLesson(lessons, Number(id), value)
      },
    }),
  )
  const boxes = await screen.findAllByRole<HTMLInputElement>('checkbox')
  const countLoads = () => calls.filter(({ name }) => name === 'getCourseData').length
  const loads = countLoads()
  for (const box of boxes) await user.click(box)
  expect(boxes.map(({ checked }) => checked)).toEqual([true, true])
  pending.shift()?.()
  await waitFor(() => expect(pending).toHaveLength(1))
  expect(countLoads()).toBe(loads)
  expect(boxes.map(({ checked }) => checked)).toEqual([true, true])
  pending.shift()?.()
  await waitFor(() => expect(countLoads()).toBe(loads + 1))
  screen.getByText('100%')
})

test('loads the captions of a lesson, and no track for a lesson without captions', async () => {
  const captions = `/uploads/${'c4'.repeat(16)}.vtt`
  const lessons = [
    buildLesson({ material_id: 901, title: 'Joins, drawn', captions }),
    buildLesson({ material_id: 902, title: 'Indexes' }),
  ]
  const { user } = renderScreen(COURSE_URL, mockCourse(lessons, true))
  await waitFor(() => expect(document.querySelector('video track')?.getAttribute('src')).toBe(captions))
  expect(document.querySelector('video track')?.getAttribute('kind')).toBe('captions')
  await user.click(await screen.findByRole('link', { name: /^Indexes/ }))
  await waitFor(() => expect(document.querySelector('video')?.getAttribute('aria-label')).toBe('Indexes'))
  expect(document.querySelector('track')).toBeNull()
})
