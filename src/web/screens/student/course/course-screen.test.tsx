import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { CallResponse } from '#contract/contract.ts'
import type { Lesson } from '#contract/schemas/courses.ts'
import { AppError } from '#contract/errors.ts'
import { buildCourse, buildLesson, mockSignedIn } from '#web/testing/factories.ts'
import { renderScreen } from '#web/testing/render-screen.tsx'

const ADDRESS = '/student/CoursePage/41-DatabaseManagement'

function courseData(materials: Lesson[], enrolled: boolean, values = {}): CallResponse<'getCourseData'> {
  const completed = materials.filter(({ isCompleted }) => isCompleted)
  const progress = Math.floor((100 * completed.length) / materials.length)
  return {
    msg: {
      msg: { course: buildCourse({ enrolled, progress, lessons: materials.length, ...values }), materials, completed },
      enrolled,
    },
  }
}

const noReviews = {
  getReviews: () => ({ msg: [], nextPage: null }),
  getReviewSummary: (): CallResponse<'getReviewSummary'> => ({ msg: { counts: [0, 0, 0, 0, 0], own: null } }),
}
const two = () => [
  buildLesson({ material_id: 901, title: 'Joins, drawn' }),
  buildLesson({ material_id: 902, title: 'Indexes' }),
]

test('who is not enrolled sees the price after discount, both promises, and enrolls with one click', async () => {
  let enrolled = false
  const { user, calls } = renderScreen(ADDRESS, {
    ...mockSignedIn(),
    ...noReviews,
    getCourseData: () =>
      courseData(
        two().map((lesson) => (enrolled ? lesson : { ...lesson, url: '' })),
        enrolled,
      ),
    enrollCourse: () => {
      enrolled = true
      return { msg: 'You are enrolled' }
    },
  })
  const button = await screen.findByRole('button', { name: 'Enroll Today – 60 $' })
  expect(screen.getByText('30 Days Money Guarantee')).toBeDefined()
  expect(screen.getByText('Secure Payment Gateway')).toBeDefined()
  expect(screen.queryByRole('checkbox')).toBeNull()
  expect(screen.queryByRole('link', { name: /Joins, drawn/ })).toBeNull()

  await user.click(button)
  await screen.findByText('0 of 2 lessons')
  expect(calls.find(({ name }) => name === 'enrollCourse')?.input).toEqual({ course_id: 41 })
  expect(screen.getAllByRole('checkbox')).toHaveLength(2)
})

test('enrolling that fails says so at the box and in the console', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {})
  const { user } = renderScreen(ADDRESS, {
    ...mockSignedIn(),
    ...noReviews,
    getCourseData: () => courseData(two(), false),
    enrollCourse: () => {
      throw new AppError('too_often')
    },
  })
  await user.click(await screen.findByRole('button', { name: /^Enroll Today/ }))
  expect((await screen.findByRole('alert')).textContent).toContain('Too many requests')
  expect(log).toHaveBeenCalled()
  log.mockRestore()
})

test('a tick shows at once, and goes back when the server refuses it', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {})
  let refuse = () => {}
  const { user } = renderScreen(ADDRESS, {
    ...mockSignedIn(),
    ...noReviews,
    getCourseData: () => courseData(two(), true),
    completeCourse: () =>
      new Promise((_, reject) => {
        refuse = () => reject(new AppError('not_enrolled'))
      }),
  })
  const tick = await screen.findByRole('checkbox', { name: '“Indexes” is completed' })
  await user.click(tick)
  expect((tick as HTMLInputElement).checked).toBe(true)
  expect(screen.getByText('1 of 2 lessons')).toBeDefined()
  refuse()
  await waitFor(() => expect((tick as HTMLInputElement).checked).toBe(false))
  expect((await screen.findByRole('alert')).textContent).toContain('Enroll in this course first')
  log.mockRestore()
})

test('the last tick finishes the course', async () => {
  const lessons = [
    buildLesson({ material_id: 901, isCompleted: true }),
    buildLesson({ material_id: 902, title: 'Indexes' }),
  ]
  const { user } = renderScreen(ADDRESS, {
    ...mockSignedIn(),
    ...noReviews,
    getCourseData: () =>
      courseData(
        lessons.map((lesson) => ({ ...lesson })),
        true,
      ),
    completeCourse: ({ id, value }) => {
      for (const lesson of lessons) if (lesson.material_id === id) lesson.isCompleted = value
      return { msg: { progress: 100 } }
    },
  })
  await user.click(await screen.findByRole('checkbox', { name: /Indexes/ }))
  await screen.findByText('You finished this course.')
  expect(screen.getByText('100 %')).toBeDefined()
})

test('the address says which lesson is shown; a preview is open to who is not enrolled', async () => {
  const lessons = [
    buildLesson({ material_id: 901, url: '' }),
    buildLesson({ material_id: 902, title: 'Indexes', subtitle: 'Read a plan.', preview: true }),
  ]
  renderScreen(`${ADDRESS}?lesson=902`, {
    ...mockSignedIn(),
    ...noReviews,
    getCourseData: () => courseData(lessons, false),
  })
  const link = await screen.findByRole('link', { name: /Indexes/ })
  expect(link.getAttribute('aria-current')).toBe('true')
  expect(within(link).getByText('Preview')).toBeDefined()
  expect(screen.getByText('Read a plan.')).toBeDefined()
})

test('an admin sees the page without being asked to enroll', async () => {
  renderScreen(ADDRESS, {
    ...mockSignedIn({ role: 'admin' }),
    ...noReviews,
    getCourseData: () => courseData(two(), false),
  })
  await screen.findByRole('heading', { level: 1, name: /Database Management/ })
  expect(screen.queryByRole('button', { name: /Enroll/ })).toBeNull()
  expect(screen.queryByRole('checkbox')).toBeNull()
})

test('a course that is not there is not found', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {})
  renderScreen(ADDRESS, {
    ...mockSignedIn(),
    ...noReviews,
    getCourseData: () => {
      throw new AppError('course_not_found')
    },
  })
  await screen.findByText('No Course Found')
  log.mockRestore()
})

test('ticking the lesson that is shown leaves it there', async () => {
  const lessons = two()
  const { user } = renderScreen(ADDRESS, {
    ...mockSignedIn(),
    ...noReviews,
    getCourseData: () => courseData(lessons, true),
    completeCourse: ({ id, value }) => {
      for (const lesson of lessons) if (lesson.material_id === Number(id)) lesson.isCompleted = value
      return { msg: { progress: 50 } }
    },
  })
  const shown = async () => (await screen.findAllByRole('link', { current: true })).map((link) => link.textContent)
  const before = await shown()
  expect(before[0]).toContain('Joins, drawn')
  await user.click(screen.getByRole('checkbox', { name: '“Joins, drawn” is completed' }))
  await screen.findByText('50 %')
  expect(await shown()).toEqual(before)
})

test('of two ticks in a row neither is taken back meanwhile', async () => {
  const lessons = two()
  const finish: (() => void)[] = []
  const { user } = renderScreen(ADDRESS, {
    ...mockSignedIn(),
    ...noReviews,
    getCourseData: () =>
      courseData(
        lessons.map((lesson) => ({ ...lesson })),
        true,
      ),
    completeCourse: async ({ id, value }) => {
      await new Promise<void>((resolve) => finish.push(resolve))
      for (const lesson of lessons) if (lesson.material_id === Number(id)) lesson.isCompleted = value
      return { msg: { progress: 50 } }
    },
  })
  const boxes = await screen.findAllByRole<HTMLInputElement>('checkbox')
  for (const box of boxes) await user.click(box)
  expect(boxes.map(({ checked }) => checked)).toEqual([true, true])
  finish.shift()?.()
  await waitFor(() => expect(finish).toHaveLength(1))
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(boxes.map(({ checked }) => checked)).toEqual([true, true])
  finish.shift()?.()
  await screen.findByText('100 %')
})

test('a lesson’s captions come with it, and a lesson without any has no track', async () => {
  const captions = `/uploads/${'c4'.repeat(16)}.vtt`
  const lessons = [
    buildLesson({ material_id: 901, title: 'Joins, drawn', captions }),
    buildLesson({ material_id: 902, title: 'Indexes' }),
  ]
  const { user } = renderScreen(ADDRESS, {
    ...mockSignedIn(),
    ...noReviews,
    getCourseData: () => courseData(lessons, true),
  })
  await waitFor(() => expect(document.querySelector('video track')?.getAttribute('src')).toBe(captions))
  expect(document.querySelector('video track')?.getAttribute('kind')).toBe('captions')
  await user.click(await screen.findByRole('link', { name: /Indexes/ }))
  await waitFor(() => expect(document.querySelector('video')?.getAttribute('aria-label')).toBe('Indexes'))
  expect(document.querySelector('track')).toBeNull()
})
